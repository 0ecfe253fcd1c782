from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from testloom.capabilities.command_line import Words
from testloom.capabilities.console import ConsoleStatement
from testloom.capabilities.files.names import renamed_files
from testloom.capabilities.files.statement import FolderStatement, PathStatement
from testloom.capabilities.machine.inputs import PROGRAM, VERSIONS, fact
from testloom.capabilities.machine.statement import FactStatement
from testloom.capabilities.variables import Variables, VariableStatement
from testloom.model.execution import CLOCK_START, ExecutionResult, Operands, RaisedException, Touch, Trace
from testloom.model.settings import Settings
from testloom.model.statements import CallStatement, DoubleStatement, LiteralStatement, TestCase
from testloom.model.statements.environment import (
    AgeStatement,
    ArgumentsStatement,
    ClockStatement,
    EnvironmentStatement,
    FailureStatement,
    FileStatement,
    StateStatement,
)
from testloom.model.subject import PathConstant
from testloom.model.types import Scalar
from testloom.search import Chromosome, minimise
from testloom.search.goals.branches import ProbeGoal
from testloom.search.operators.directed.comparisons.matching import aim
from testloom.search.providers.environment import changed, surrounded
from testloom.search.providers.experience.last_resort import has_failure
from testloom.search.providers.inputs.contents import file_name
from testloom.search.providers.inputs.values import ValueSource
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import FakeBank, bank

CALL = CallStatement(1, "bank:transfer")
CASE = TestCase((CALL,))


def knowledge_of(seed: int = 0) -> Knowledge:
    made = Knowledge(bank(), ["bank:transfer"], Random(seed))
    for _ in range(100):
        made.next_id()
    return made


@pytest.mark.parametrize(
    ("touch", "kind"),
    [
        (("file", "a.ini"), FileStatement),
        (("listing", "folder"), FileStatement),
        (("age", "a.ini"), AgeStatement),
        (("variable", "CI"), VariableStatement),
        (("console",), ConsoleStatement),
        (("arguments",), ArgumentsStatement),
        (("clock", "time:time", "time"), ClockStatement),
        (("fact", "os:cpu_count", "os.cpu_count", "[0, 4]"), FactStatement),
        (("fact", "secrets:choice", "secrets.choice", "[0, 0]"), FactStatement),
    ],
)
@pytest.mark.parametrize("seed", range(20))
def test_what_was_touched_joins_the_test_before_its_calls(
    touch: Touch, kind: type[EnvironmentStatement], seed: int
) -> None:
    made = surrounded(CASE, [touch], knowledge_of(seed))

    assert made is not None and made.is_valid()
    assert made.statements[-1] == CALL
    assert {type(statement) for statement in made.statements[:-1]} == {kind}


def test_files_are_there_that_the_subject_looks_for() -> None:
    values = ValueSource.of(replace(bank(), constants=("*.tar.gz", "log-*")), Random(1))

    names = {file_name(values) for _ in range(200)}

    assert {"a.tar.gz", "b.tar.gz", "log-a"} <= names
    assert not [name for name in names if "*" in name]


def test_a_test_that_touched_nothing_that_can_be_set_stays_as_it_is() -> None:
    assert surrounded(CASE, [], knowledge_of()) is None
    assert surrounded(CASE, [("folder", "out.txt"), ("file", ".")], knowledge_of()) is None


def test_a_piece_of_the_environment_is_set_once() -> None:
    case = TestCase((FileStatement(5, "a", "x"), FileStatement(6, "b", "x"), CALL))

    made = surrounded(case, [("file", "a")], knowledge_of())

    assert made is not None
    assert sorted(s.path for s in made if isinstance(s, FileStatement)) == ["a", "b"]


@pytest.mark.parametrize(
    "statement",
    [
        FileStatement(5, "a.json", "{}"),
        VariableStatement(5, "CI", "1"),
        ConsoleStatement(5, ("a",)),
        ArgumentsStatement(5, ("program", "a")),
        AgeStatement(5, "a", CLOCK_START),
        FactStatement(5, "os:urandom", "os.urandom", (b"abc",)),
        FactStatement(5, "m:uuid4", "uuid.uuid4", ("00000000-0000-4000-8000-000000000001",)),
        FactStatement(5, "platform:system", "platform.system", ("Linux",)),
        FactStatement(5, "secrets:choice", "secrets.choice", (1,)),
        ClockStatement(5, CLOCK_START),
    ],
)
def test_statements_take_other_values_and_stay_about_the_same_thing(statement: EnvironmentStatement) -> None:
    others = {changed(statement, knowledge_of(seed)) for seed in range(30)}

    assert len(others) > 3
    assert {type(other) for other in others} == {type(statement)}
    assert {other.id for other in others} == {5}


@pytest.mark.parametrize(
    ("statement", "aimed"),
    [
        (FileStatement(5, "a", "key=a\n"), FileStatement(5, "a", "key=memo\n")),
        (VariableStatement(5, "CI", "a"), VariableStatement(5, "CI", "memo")),
        (ConsoleStatement(5, ("x", "a")), ConsoleStatement(5, ("x", "memo"))),
        (
            FactStatement(5, "m:f", "platform.system", ("a",)),
            FactStatement(5, "m:f", "platform.system", ("memo",)),
        ),
        (ArgumentsStatement(5, ("program", "a")), ArgumentsStatement(5, ("program", "memo"))),
    ],
)
def test_comparisons_rewrite_the_environment(
    statement: EnvironmentStatement, aimed: EnvironmentStatement
) -> None:
    operands = Operands(0, "==", "a", "memo", False)

    made = {aim(TestCase((statement, CALL)), operands, True, knowledge_of(seed)) for seed in range(10)}

    assert TestCase((aimed, CALL)) in made


@pytest.mark.parametrize(
    ("name", "answer", "other"),
    [
        ("isatty", False, True),
        ("shutil.which", None, PROGRAM),
        ("shutil.which", "/bin/ls", None),
    ],
)
def test_a_function_that_tells_of_the_machine_may_answer_otherwise(
    name: str, answer: Scalar, other: Scalar
) -> None:
    assert {fact(name, answer, knowledge_of(seed).values) for seed in range(9)} == {other}


@pytest.mark.parametrize(
    ("path", "file", "place"),
    [("/etc/app.ini", "@/app.ini", "@/app.ini"), ("/etc/app.ini/sub/x", "@/sub/x", "@/")],
)
def test_a_constant_that_leads_to_what_was_touched_is_pointed_elsewhere(
    path: str, file: str, place: str
) -> None:
    made = knowledge_of()
    made.subject = replace(made.subject, paths={"bank:FILE": PathConstant("/etc/app.ini")})

    tests = [surrounded(CASE, [("file", path)], made) for _ in range(20)]

    statements = [statement for test in tests if test is not None for statement in test]
    assert {s.place for s in statements if isinstance(s, PathStatement)} == {place}
    assert {s.path for s in statements if isinstance(s, FileStatement)} == {file}


def test_a_file_whose_name_is_made_of_a_text_gets_a_plainer_one() -> None:
    case = TestCase((FileStatement(5, "k7.json", "x"), LiteralStatement(6, "k7"), CALL))

    renamed = list(renamed_files(case, bank()))

    assert TestCase((FileStatement(5, "a.json", "x"), LiteralStatement(6, "a"), CALL)) in renamed


def test_a_command_line_gets_simpler_words_and_keeps_the_name_of_the_program() -> None:
    statement = ArgumentsStatement(5, ("program", "input"))

    smaller = {made.values for made in Words().smaller(statement, lambda _: ["a"])}

    assert smaller == {("program",), ("program", "a")}


def test_no_file_gets_the_name_of_another_one() -> None:
    case = TestCase((FileStatement(1, "a.txt", "x"), FileStatement(2, "book.txt", "y")))

    variants = [[s.path for s in one if isinstance(s, FileStatement)] for one in renamed_files(case, bank())]

    assert variants == [["a", "book.txt"], ["a.txt", "a"]]


@pytest.mark.parametrize(
    ("text", "name", "plainer"),
    [
        ("to_var: cast", "to_var: castRUN", ("APP_", "APP_RUN")),
        ("b", "b_RUN", ("APP", "APP_RUN")),
        ("MY_", "MY_RUN", None),
        ("b", "b", None),
        ("b", "RUN", None),
    ],
)
def test_a_text_that_a_variable_begins_with_is_a_usual_prefix(
    text: str, name: str, plainer: tuple[str, str] | None
) -> None:
    case = TestCase((VariableStatement(5, name, "x"), LiteralStatement(6, text), CALL))

    made = list(Variables().plainer(case, bank()))

    if plainer is None:
        assert not made
    else:
        prefix, variable = plainer
        assert made == [TestCase((VariableStatement(5, variable, "x"), LiteralStatement(6, prefix), CALL))]


def test_a_folder_whose_name_is_a_text_gets_a_plainer_one() -> None:
    folder, file = FileStatement(4, "making sure", None), FileStatement(5, "making sure/k.json", "x")

    renamed = list(renamed_files(TestCase((folder, file, LiteralStatement(6, "making sure"), CALL)), bank()))

    plain = FileStatement(4, "a", None), FileStatement(5, "a/k.json", "x")
    assert TestCase((*plain, LiteralStatement(6, "a"), CALL)) in renamed


def ready_for_failures(seed: int) -> Knowledge:
    made = knowledge_of(seed)
    made.subject = replace(made.subject, accesses=("builtins:open",), caught=("builtins:OSError",))
    return made


def test_files_that_were_touched_may_fail_where_the_subject_is_ready_for_that() -> None:
    case = TestCase((FileStatement(5, "a", "x"), LiteralStatement(6, 1), CALL))

    made = [surrounded(case, [("file", "a")], ready_for_failures(seed)) for seed in range(20)]

    failing = [test for test in made if test is not None and has_failure(test)]
    assert {type(test.statements[1]) for test in failing} == {FailureStatement}
    assert 0 < len(failing) < len(made)
    unready = [surrounded(case, [("file", "a")], knowledge_of(seed)) for seed in range(20)]
    assert not any(has_failure(test) for test in unready if test is not None)


def test_a_failure_that_nobody_handles_makes_no_test() -> None:
    error = RaisedException("builtins:PermissionError", "no", explicit=False, in_subject=True)
    result = ExecutionResult("raised", Trace(frozenset()), 1, error)
    case = TestCase((FailureStatement(5, "builtins:open", "EACCES", "no"), CALL))

    assert not Chromosome(case, result, frozenset()).is_presentable
    assert Chromosome(TestCase((CALL,)), result, frozenset()).is_presentable


def test_files_are_compressed_where_the_subject_reads_such_files() -> None:
    subject = replace(bank(), imports=("gzip", "zipfile"))
    made = [
        surrounded(CASE, [("file", "a")], Knowledge(subject, ["bank:transfer"], Random(seed)))
        for seed in range(40)
    ]

    files = [s for test in made if test is not None for s in test if isinstance(s, FileStatement)]

    assert {s.packing for s in files} == {"", "gzip", "zip"}
    assert all(bool(s.member) == (s.packing == "zip") for s in files)
    assert all(isinstance(s.content, str) for s in files if s.packing)


def test_a_test_that_asks_how_old_a_file_is_has_to_say_it() -> None:
    result = ExecutionResult("passed", Trace(frozenset()), touched=(("file", "a"), ("age", "a")))
    said = TestCase((FileStatement(5, "a", "x"), AgeStatement(6, "a", 1.0), CALL))

    assert not Chromosome(CASE, result, frozenset()).is_presentable
    assert Chromosome(said, result, frozenset()).is_presentable


@pytest.mark.parametrize(
    ("read", "is_told"),
    [
        ([("time:time", "time"), ("time:sleep", "sleep")], True),
        ([("time:time", "time"), ("m:monotonic", "monotonic")], False),
        ([("m:date", "date.today")], False),
        ([], True),
    ],
)
def test_a_clock_that_goes_on_is_read_in_one_way(read: list[tuple[str, str]], is_told: bool) -> None:
    result = ExecutionResult("passed", Trace(frozenset()), touched=tuple(("clock", *entry) for entry in read))
    going, standing = (TestCase((ClockStatement(5, 1.0, (), step), CALL)) for step in (2.0, 0.0))

    assert Chromosome(going, result, frozenset()).is_presentable is is_told
    assert Chromosome(standing, result, frozenset()).is_presentable


def test_tokens_keep_their_form() -> None:
    made = {fact("uuid.uuid4", "00000000-0000", knowledge_of(seed).values) for seed in range(20)}

    assert len(made) > 5 and all(re.fullmatch("[0-9a-f]{8}-[0-9a-f]{4}", str(text)) for text in made)


def test_what_is_said_of_the_console_stands_behind_it() -> None:
    case = TestCase((ConsoleStatement(5, ("a",)), CALL))

    made = surrounded(case, [("fact", "sys:stdin.isatty", "isatty", "[0, false]")], knowledge_of())

    assert made is not None
    assert [type(s) for s in made] == [ConsoleStatement, FactStatement, CallStatement]


def test_minimisation_drops_and_shortens_what_surrounds_a_test() -> None:
    case = TestCase(
        (
            VariableStatement(5, "CI", "1"),
            FileStatement(6, "k7 z.json", "one\ntwo memo\nthree\n"),
            ConsoleStatement(7, ("x", "k7 z.json", "y")),
            ClockStatement(8, CLOCK_START + 5),
            LiteralStatement(9, "k7 z.json"),
            CallStatement(1, "bank:transfer", None, (9,)),
        )
    )

    def run(test: TestCase) -> ExecutionResult:
        """The goal is reached if the file that the call names and that is typed has the word in it."""
        files = {s.path: str(s.content) for s in test if isinstance(s, FileStatement)}
        named = [str(s.value) for s in test if isinstance(s, LiteralStatement)]
        typed = [line for s in test if isinstance(s, ConsoleStatement) for line in s.lines]
        clocks = [s for s in test if isinstance(s, ClockStatement)]
        found = [
            name for name in named if re.search("memo", files.get(name, "")) and name in typed and clocks
        ]
        return ExecutionResult("passed", Trace(frozenset([0] if found else [])))

    subject = bank()
    chromosome = Chromosome(case, run(case), frozenset([0]))
    small = minimise(
        chromosome, [ProbeGoal.of("entry", subject.probes[0])], subject, FakeBank(run), lambda: False
    ).case

    assert small == TestCase(
        (
            FileStatement(6, "a", "memo"),
            ConsoleStatement(7, ("a",)),
            ClockStatement(8, CLOCK_START),
            LiteralStatement(9, "a"),
            CallStatement(1, "bank:transfer", None, (9,)),
        )
    )


def test_an_empty_folder_needs_no_other_value() -> None:
    assert changed(FolderStatement(5), knowledge_of()) == FolderStatement(5)


def test_a_function_that_reaches_a_process_is_replaced_by_a_double() -> None:
    made = surrounded(CASE, [("seam", "subprocess:run")], knowledge_of())

    assert made is not None and made.is_valid()
    *before, replaced, last = made.statements
    assert isinstance(before[-1], DoubleStatement) and last == CALL
    assert isinstance(replaced, StateStatement)
    assert (replaced.path, replaced.value) == ("subprocess:run", before[-1].id)


def test_nothing_is_replaced_without_doubles() -> None:
    knowledge = knowledge_of()
    knowledge.last_resort.settings = Settings(without=("doubles",))

    assert surrounded(CASE, [("seam", "subprocess:run")], knowledge) is None


def test_a_distribution_has_another_version_and_a_library_that_is_missing_stays_missing() -> None:
    values = knowledge_of(1).values

    assert fact("importlib.metadata.version", "1.2.3", values) in VERSIONS
    assert fact("importlib.util.find_spec", None, values) is None
