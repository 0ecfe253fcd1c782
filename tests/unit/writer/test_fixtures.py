"""Set-up that tests of a file repeat becomes a fixture of the file."""

from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.capabilities.variables import VariableStatement
from testloom.model.statements import CallStatement, FixedCallStatement, LiteralStatement, Statement, TestCase
from testloom.model.statements.environment import StateStatement
from testloom.model.suite import AssertedTest, ValueAssertion
from testloom.writer import ProjectStyle, render, with_chosen
from testloom.writer.files.fixtures import with_fixtures
from testloom.writer.functions.function import Function
from testloom.writer.functions.steps import is_within, steps_of
from testloom.writer.imports.bindings import Bindings, Imports
from testloom.writer.layout.case import Context
from testloom.writer.naming.descriptions import Description

from .building import STYLE, SUBJECT, Case, built, encode, path

ENGINE = (
    FixedCallStatement(1, "sqlalchemy:create_engine", text="sqlite://"),
    CallStatement(2, "sqlalchemy.orm:Session", None, (1,)),
)
FIXTURE = """
@pytest.fixture
def session():
    engine = create_engine("sqlite://")
    with Session(engine) as session:
        yield session
    engine.dispose()
"""


def audits(count: int, prepared: tuple[Statement, ...] = ENGINE) -> list[AssertedTest]:
    """Tests that differ in more than a literal: in what is asserted of the rows."""
    tests = []
    for number in range(count):
        case = TestCase((*prepared, CallStatement(3, path("audit"), None, (prepared[-1].id,))))
        rows = ValueAssertion(2, encode([(1, "a")]), 3, f"stored coins_{number}")
        tests.append(AssertedTest(f"t{number}", case, (rows,), path("audit")))
    return tests


def written(tests: list[AssertedTest], style: ProjectStyle = STYLE, existing: str | None = None) -> str:
    return render(tests, SUBJECT, existing, style).text


def test_what_three_tests_open_is_opened_and_closed_by_a_fixture() -> None:
    text = written(audits(3))

    assert FIXTURE in text
    assert text.count("(session):\n    audit(session)\n\n    assert session.execute(") == 3
    assert "request" not in text


def test_two_tests_open_what_they_need_themselves() -> None:
    assert "fixture" not in written(audits(2))


def test_a_fixture_has_the_types_of_a_project_that_writes_them() -> None:
    text = written(audits(3), replace(STYLE, type_hints=True))

    assert "def session() -> Iterator[Session]:\n" in text
    assert "(session: Session) -> None:\n" in text
    assert "from collections.abc import Iterator\n" in text


def test_a_fixture_that_a_file_has_is_used_by_a_single_test() -> None:
    first = written(audits(3))
    other = audits(5)[4:]

    text = written(other, existing=first)

    assert text.count("@pytest.fixture") == 1
    assert text.count("(session):") == 4
    assert text.count("create_engine(") == 1


def test_a_text_that_is_called_like_the_variable_of_a_fixture_stays_as_it_is() -> None:
    [other] = audits(5)[4:]
    rows = ValueAssertion(2, encode([(1, "the_session")]), 3, "stored coins_4")

    text = written([replace(other, assertions=(rows,))], existing=written(audits(3)))

    assert text.count("(session):") == 4
    assert '[(1, "the_session")]' in text


def test_what_a_file_has_without_a_fixture_stays_as_it_is() -> None:
    first = written(audits(2))

    text = written(audits(3), existing=first)

    assert text.startswith(first.rstrip())
    assert "fixture" not in text


@pytest.mark.parametrize(
    "own",
    [
        "def test_mine(session):\n    assert session\n",
        "class TestMine:\n    def test_mine(self, *, session):\n        assert session\n",
        'import pytest\n\n\n@pytest.mark.usefixtures("session")\ndef test_mine():\n    assert 1\n',
    ],
    ids=["function", "method", "mark"],
)
def test_a_fixture_from_elsewhere_that_tests_of_the_file_ask_for_is_not_hidden(own: str) -> None:
    text = written(audits(3), existing=own)

    assert "def session(" not in text


def test_values_that_tests_are_about_stay_in_them() -> None:
    opened = (LiteralStatement(1, 10), CallStatement(2, path("Account"), None, (1,)))
    tests = [
        replace(test, assertions=(ValueAssertion(2, encode(10), 3, f"balance_{number}"),))
        for number, test in enumerate(audits(8, opened))
    ]

    assert "fixture" not in written(tests)


def test_a_chosen_test_brings_its_fixture_along() -> None:
    complete = written(audits(3))
    name = next(line for line in complete.split("\n") if line.startswith("def test_"))[4:].partition("(")[0]

    text = with_chosen(None, complete, {name}, SUBJECT, STYLE)

    assert FIXTURE in text
    assert "import pytest" in text
    assert text.count("def test_") == 1


def hoisted(body: str, *others: Function) -> dict[str, str]:
    """The fixtures that six tests with such a body become, the last line of which tells them apart."""
    description = Description("f", "", False, (), ())
    context = Context(SUBJECT, Imports.decide((), Bindings(), "m"), STYLE, frozenset())
    tests = [Function((), "", f"{body}\nassert client.get({n})", description, (), "m:f") for n in range(6)]
    return with_fixtures([*tests, *others], None, context)[1]


def test_a_name_that_only_a_nested_block_sets_is_none_for_a_fixture() -> None:
    nested = "if ready():\n    app = create_app()\nclient = app.test_client()\nother()"

    assert hoisted("app = create_app()\nclient = app.test_client()\nother()")
    assert hoisted(nested) == {}


def test_what_a_finalizer_of_a_test_needs_stays_in_the_test() -> None:
    closed = "line = connect(settings())\nrequest.addfinalizer(line.close)\nclient = Client(line)"
    between = (
        "kind = settings()\nline = connect(kind)\nrequest.addfinalizer(line.close)\nclient = Client(kind)"
    )

    assert "line.close()" in hoisted(closed)["client"]
    assert "connect" not in hoisted(between).get("client", "")


def test_a_fixture_closes_what_it_makes_itself() -> None:
    body = "line = connect(settings())\nrequest.addfinalizer(line.close)\nserve(line)"

    assert hoisted(body)["line"].endswith(
        "    line = connect(settings())\n    yield line\n    line.close()\n"
    )


def test_a_fixture_from_elsewhere_that_a_new_test_asks_for_is_not_hidden() -> None:
    asking = Function(("client",), "", "assert client", Description("f", "", False, (), ()), (), "m:f")

    assert hoisted("client = make(settings())")
    assert hoisted("client = make(settings())", asking) == {}


def from_the_beginning(count: int, *held: tuple[str, object]) -> list[AssertedTest]:
    """Tests that set variables before they call something."""
    cases = []
    for number in range(count):
        case = Case("audit")
        for name, value in held:
            given = case.collection("dict") if value == {} else case.literal(value)
            case.prepare(StateStatement, name, given.id)
        ledger = case.call("Account", number)
        case.call("audit", ledger)
        cases.append(case.equals(1, of=ledger, attribute=f"coins_{number}"))
    return built(*cases)


KNOWN, COUNT, LIMIT = path("Account._known"), path("Account.count"), path("LIMIT")


def test_a_cache_and_a_counter_that_three_tests_set_back_are_set_back_by_a_fixture() -> None:
    text = written(from_the_beginning(3, (KNOWN, {}), (COUNT, 0)))

    assert (
        "def fresh_state(monkeypatch):\n"
        '    monkeypatch.setattr(Account, "_known", {})\n    monkeypatch.setattr(Account, "count", 0)\n'
    ) in text
    assert text.count("(fresh_state):") == 3


def test_a_test_that_sets_back_less_has_all_set_back() -> None:
    both, one = from_the_beginning(3, (KNOWN, {}), (COUNT, 0)), from_the_beginning(4, (COUNT, 0))[3:]

    text = written([*both, *(replace(test, id="other") for test in one)])

    assert text.count("(fresh_state):") == 4
    assert text.count("setattr(") == 2


def test_variables_that_three_tests_remove_are_removed_by_a_fixture() -> None:
    cases = []
    for number in range(3):
        case = Case("audit")
        for name in ("SHOP_TOWN", "LANG", "SHOP_STREET", "SHOP_COUNTRY"):
            case.prepare(VariableStatement, name, None)
        case.prepare(VariableStatement, "HOME", f"/{number}")
        ledger = case.call("Account", number)
        case.call("audit", ledger)
        cases.append(case.equals(1, of=ledger, attribute=f"coins_{number}"))

    text = written(built(*cases))

    fixture = text.partition("def clean_environment(monkeypatch):\n")[2].partition("def test_")[0]
    assert 'startswith("SHOP_")' in fixture
    assert '    monkeypatch.delenv("LANG", raising=False)\n' in fixture
    assert text.count("(clean_environment, monkeypatch):") == 3
    assert text.count("delenv(") == 2


def test_tests_that_remove_fewer_variables_share_the_fixture_of_those_that_remove_more() -> None:
    cases = []
    for number in range(5):
        case = Case("audit")
        for name in ("LANG", "SHOP", "TOWN")[: 3 if number < 2 else 2]:
            case.prepare(VariableStatement, name, None)
        ledger = case.call("Account", number)
        case.call("audit", ledger)
        cases.append(case.equals(1, of=ledger, attribute=f"coins_{number}"))

    text = written(built(*cases))

    assert text.count("(clean_environment):") == 5
    assert text.count("delenv(") == 3


def test_a_constant_that_is_set_stays_in_the_tests_that_are_about_it() -> None:
    text = written(from_the_beginning(3, (COUNT, 0), (LIMIT, 0)))

    assert text.count('.LIMIT", 0)') == 3
    assert text.count('"count", 0)') == 3, "a fixture of one line does not pay"


def test_a_fixture_that_only_sets_something_has_no_type() -> None:
    text = written(from_the_beginning(3, (KNOWN, {}), (COUNT, 0)), replace(STYLE, type_hints=True))

    assert "def fresh_state(monkeypatch: pytest.MonkeyPatch) -> None:\n" in text
    assert text.count("(fresh_state: None) -> None:") == 3


def test_only_steps_that_remove_something_may_be_more_than_a_test_needs() -> None:
    made, received, removed = steps_of(
        'stock = Stock()\nstock.receive("a", 10)\nmonkeypatch.delenv("LANG", raising=False)'
    )

    assert is_within([made.text, received.text], [removed, made, received])
    assert not is_within([made.text, removed.text], [removed, made, received])
