"""What a test opens, it closes; what tables hold is read as a person would read it."""

from __future__ import annotations

from testloom.capabilities.databases.deferred import BoundStatement
from testloom.model.statements import CallStatement, FixedCallStatement, TestCase
from testloom.model.suite import AssertedTest, ValueAssertion
from testloom.writer import render

from .building import STYLE, SUBJECT, Case, built, encode, path


def test_a_connection_is_closed_at_the_end_of_a_with() -> None:
    case = TestCase(
        (
            FixedCallStatement(1, "sqlite3:connect", text=":memory:"),
            FixedCallStatement(2, "sqlite3:Connection.execute", 1, text="DELETE FROM coins"),
            CallStatement(3, path("audit"), None, (1,)),
        )
    )
    rows = ValueAssertion(1, encode([(1, "a")]), 3, "table coins")

    text = render([AssertedTest("t", case, (rows,), path("audit"))], SUBJECT, None, STYLE).text

    assert "import contextlib\nimport sqlite3\n" in text
    assert text.endswith(
        """
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("DELETE FROM coins")

        audit(connection)

        assert connection.execute("SELECT * FROM coins").fetchall() == [(1, "a")]
"""
    )
    assert "def test_audit_updates_coins():" in text


def test_a_session_is_closed_and_its_engine_too() -> None:
    case = TestCase(
        (
            FixedCallStatement(1, "sqlalchemy:create_engine", text="sqlite://"),
            CallStatement(2, "sqlalchemy.orm:Session", None, (1,)),
            CallStatement(3, path("audit"), None, (2,)),
        )
    )
    rows = ValueAssertion(2, encode([(1, "a")]), 3, "stored coins")

    text = render([AssertedTest("t", case, (rows,), path("audit"))], SUBJECT, None, STYLE).text

    assert "from sqlalchemy import create_engine, text\nfrom sqlalchemy.orm import Session\n" in text
    assert text.endswith(
        """(request):
    engine = create_engine("sqlite://")
    request.addfinalizer(engine.dispose)
    with Session(engine) as session:
        audit(session)

        assert session.execute(text("SELECT * FROM coins")).all() == [(1, "a")]
"""
    )


def test_a_deferred_database_is_in_memory_for_all_that_follows() -> None:
    case = Case("share")
    case.statements.append(BoundStatement(99, "shop.account:database", ("shop.account:Account",)))
    result = case.call("share", 3)

    text = render(built(case.equals(4, result)), SUBJECT, None, STYLE).text

    assert (
        '    database.init(":memory:")\n'
        "    with database.connection_context():\n"
        "        database.create_tables([Account])\n\n"
        "        assert share(3) == 4\n"
    ) in text


def test_json_in_a_text_is_read_as_json() -> None:
    case = TestCase((CallStatement(1, path("audit")),))
    held = ValueAssertion(1, encode({"error": "no key"}), 1, "json text")

    text = render([AssertedTest("t", case, (held,), path("audit"))], SUBJECT, None, STYLE).text

    assert "import json\n" in text
    assert text.endswith('.text) == {"error": "no key"}\n') and "assert json.loads(" in text
