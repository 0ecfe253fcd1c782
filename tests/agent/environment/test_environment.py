"""What a test touches of its environment is told, and what a test prepares is there and then gone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from testloom.capabilities.console import ConsoleStatement
from testloom.capabilities.files.statement import PathStatement
from testloom.capabilities.machine.statement import FactStatement
from testloom.capabilities.randomness import ChanceStatement
from testloom.capabilities.variables import VariableStatement
from testloom.execution import Agent
from testloom.model.execution import Touch
from testloom.model.statements import (
    CallStatement,
    LiteralStatement,
    TestCase,
)
from testloom.model.statements.environment import (
    AgeStatement,
    ArgumentsStatement,
    ClockStatement,
    EnvironmentStatement,
    FailureStatement,
    FileStatement,
)
from testloom_agent.environment.machine.facts import answering
from testloom_agent.environment.machine.measures import MOST_PROCESSORS
from tests.agent.cases import call
from tests.agent.conftest import SUBJECTS
from tests.values import plain

FIRST = "00000000-0000-4000-8000-000000000001"
"""The first identifier that is drawn."""
POINTED = PathStatement(9, "touching:SETTINGS", "@/settings.ini")
POINTED_TEXT = PathStatement(9, "touching:FOLDER", "@/")
Agents = Callable[[str], Agent]


def touched(agent_of: Agents, name: str, *values: str) -> tuple[Touch, ...]:
    [result] = agent_of("touching").execute([call(f"touching:{name}", *values)])
    assert result.end == "passed", result
    return result.touched


def returned(agent_of: Agents, name: str, *prepared: EnvironmentStatement) -> object:
    """What a function returns in an environment; every observation shows another time and other draws."""
    test = TestCase((*prepared, CallStatement(1, f"touching:{name}")))
    agent = agent_of("touching")
    [[*_, first]], [[*_, second]] = agent.observe([test]), agent.observe([test])
    assert first.exception is None, first.exception
    assert first.value == second.value and first.value is not None
    return plain(first.value)


@pytest.mark.parametrize(
    ("name", "touch"),
    [
        ("nothing", ()),
        ("variable", (("variable", "TOUCHED"),)),
        ("variable_or_default", (("variable", "TOUCHED"),)),
        ("has_variable", (("variable", "TOUCHED"),)),
        ("set_variable", (("written", "TOUCHED"),)),
        ("delete_variable", (("variable", "TOUCHED"), ("written", "TOUCHED"))),
        ("empty_environment", (("emptied",),)),
        ("read_all", (("console",),)),
        ("iterate", (("console",),)),
        ("count_arguments", (("arguments",),)),
        ("exists", (("file", "a.txt"),)),
        ("is_file", (("file", "a.txt"),)),
        ("try_to_read", (("file", "a.txt"),)),
        ("list_folder", (("listing", "."),)),
        ("home_file", (("home",), ("file", "~/.touching"))),
        ("write", (("folder", "out.txt"),)),
        ("constant_file", (("file", "/etc/touching/settings.ini"),)),
        ("constant_text", (("file", "/var/lib/touching/x/y"),)),
        ("seconds", (("clock", "time:time", "time"),)),
        ("imported_seconds", (("clock", "touching:monotonic", "monotonic"),)),
        ("today", (("clock", "touching:date", "date.today"),)),
        ("now", (("clock", "datetime:datetime", "datetime.now"),)),
        ("is_date", (("class", "touching:date"),)),
        ("sleep", (("clock", "time:sleep", "sleep"),)),
        ("draw", (("chance",),)),
        ("imported_draw", (("chance",),)),
        ("workers", (("fact", "os:cpu_count", "os.cpu_count", "[0, 4]"),)),
        ("usable", (("fact", "os:sched_getaffinity", "os.sched_getaffinity", "[0, 4]"),)),
        ("load", (("fact", "os:getloadavg", "os.getloadavg", "[0, 1]"),)),
        ("free_blocks", (("fact", "os:statvfs", "os.statvfs", "[0, 1000]"),)),
        ("free_bytes", ()),
        ("identifier", (("fact", "touching:uuid4", "uuid.uuid4", f'[0, "{FIRST}"]'),)),
        ("token", (("fact", "secrets:token_hex", "secrets.token_hex", '[0, "0001"]'),)),
        ("salt", (("fact", "os:urandom", "os.urandom", '[0, {"bytes": "0001"}]'),)),
        ("letter", (("fact", "secrets:choice", "secrets.choice", "[0, 0]"),)),
        ("host", (("fact", "socket:gethostname", "socket.gethostname", '[0, "host"]'),)),
        ("program", (("fact", "shutil:which", "shutil.which", '[0, "/usr/bin/sh"]'),)),
        ("is_typed", (("fact", "sys:stdin.isatty", "isatty", "[0, false]"),)),
        ("is_seen", (("fact", "sys:stdout.isatty", "isatty", "[0, false]"),)),
    ],
)
def test_what_is_touched_is_told(agent_of: Agents, name: str, touch: tuple[Touch, ...]) -> None:
    assert touched(agent_of, name) == touch


def test_a_clock_that_is_a_default_goes_on_at_its_own_pace_and_is_not_told(agent_of: Agents) -> None:
    assert touched(agent_of, "be_quick") == ()


def test_a_path_that_is_an_argument_is_told_as_it_is_given(agent_of: Agents) -> None:
    assert touched(agent_of, "exists", "b/c.ini") == (("file", "b/c.ini"),)
    assert touched(agent_of, "exists", "/etc/hostname") == ()


@pytest.mark.parametrize(
    ("name", "prepared", "value"),
    [
        ("variable_or_default", [VariableStatement(9, "TOUCHED", "x")], "x"),
        (
            "has_variable",
            [VariableStatement(9, "TOUCHED", "x"), VariableStatement(8, "TOUCHED", None)],
            False,
        ),
        ("read_all", [ConsoleStatement(9, ("a", "b"))], "a\nb\n"),
        ("ask", [ConsoleStatement(9, ("me",))], "me"),
        ("count_arguments", [ArgumentsStatement(9, ("tool", "-v", "x"))], 3),
        ("try_to_read", [FileStatement(9, "a.txt", "hello")], "hello"),
        ("try_to_read", [FileStatement(9, "a.txt", b"hello")], "hello"),
        ("is_file", [FileStatement(9, "a.txt", None)], False),
        ("changed", [AgeStatement(9, "a.txt", 12.0), FileStatement(8, "a.txt", "x")], 12.0),
        ("changed_as_well", [FileStatement(8, "a.txt", "x"), AgeStatement(9, "a.txt", 12.0)], 12.0),
        ("unpack", [FileStatement(9, "a.gz", "é", "gzip")], "é"),
        ("unpack_member", [FileStatement(9, "a.zip", "é", "zip", "b.txt")], "é"),
        ("exists", [FileStatement(9, "a.txt", None)], True),
        ("home_file", [FileStatement(9, "~/.touching", "")], True),
        ("constant_file", [POINTED, FileStatement(8, "@/settings.ini", "x")], "x"),
        ("constant_text", [POINTED_TEXT, FileStatement(8, "@/x/y", "")], True),
        ("constant_text", [POINTED_TEXT], False),
        ("seconds", [ClockStatement(9, 12.5)], 12.5),
        ("imported_seconds", [ClockStatement(9, 12.5)], 12.5),
        ("elapsed", [ClockStatement(9, 12.5)], 0.0),
        ("elapsed", [ClockStatement(9, 12.5, step=2.0)], 2.0),
        ("today", [ClockStatement(9, 86_400.0)], "1970-01-02"),
        ("now", [ClockStatement(9, 86_400.0)], "1970-01-02T00:00:00"),
        ("formatted", [ClockStatement(9, 86_400.0)], "1970-01-02"),
        ("sleep", [], None),
        ("workers", [FactStatement(9, "os:cpu_count", "os.cpu_count", (None,))], None),
        ("usable", [FactStatement(9, "os:sched_getaffinity", "os.sched_getaffinity", (2,))], 2),
        ("load", [FactStatement(9, "os:getloadavg", "os.getloadavg", (3,))], 3.0),
        ("free_blocks", [FactStatement(9, "os:statvfs", "os.statvfs", (7,))], 7),
        ("identifier", [FactStatement(9, "touching:uuid4", "uuid.uuid4", (FIRST,))], FIRST),
        ("token", [FactStatement(9, "secrets:token_hex", "secrets.token_hex", ("x",))], "x"),
        ("letter", [FactStatement(9, "secrets:choice", "secrets.choice", (1,))], "a"),
        ("host", [FactStatement(9, "socket:gethostname", "socket.gethostname", ("h",))], "h"),
        ("is_typed", [FactStatement(9, "sys:stdin.isatty", "isatty", (True,))], True),
        ("is_seen", [FactStatement(9, "sys:stdout.isatty", "isatty", (True,))], True),
    ],
)
def test_what_a_test_prepares_is_there(
    agent_of: Agents, name: str, prepared: list[EnvironmentStatement], value: object
) -> None:
    assert returned(agent_of, name, *prepared) == value


def test_the_age_of_what_no_test_has_put_there_is_no_matter_for_tests(agent_of: Agents) -> None:
    inside = TestCase((FileStatement(9, "a.txt", "x"), *call("touching:changed_at", "a.txt").statements))
    [there, root] = agent_of("touching").execute([inside, call("touching:changed_at", "/")])

    assert (there.denied, root.denied) == ((), ("look at the age of '/'",))


def test_a_seed_makes_draws_repeat(agent_of: Agents) -> None:
    assert returned(agent_of, "draw", ChanceStatement(9, 3)) == returned(
        agent_of, "draw", ChanceStatement(9, 3)
    )


def test_what_a_machine_says_and_draws_differs_from_one_observation_to_the_next(agent_of: Agents) -> None:
    agent = agent_of("touching")
    for name in ("workers", "identifier", "token", "letter", "host"):
        values = {str(agent.observe([call(f"touching:{name}")])[0][-1].value) for _ in range(4)}
        assert len(values) > 1, name


def test_a_library_that_a_function_imports_is_watched_like_others(agent_of: Agents) -> None:
    [[kind, name, function, _]] = touched(agent_of, "python_version")

    assert (kind, name, function) == ("fact", "platform:python_version", "platform.python_version")


def test_who_asks_when_a_file_was_changed_is_told(agent_of: Agents) -> None:
    file = FileStatement(8, "a.txt", "x")
    cases = [
        TestCase((file, CallStatement(1, f"touching:{name}"))) for name in ("changed", "changed_as_well")
    ]

    for result in agent_of("touching").execute([*cases, call("touching:try_to_read")])[:2]:
        assert set(result.touched) == {("file", "a.txt"), ("age", "a.txt")}


@pytest.mark.parametrize(("path", "touches"), [("..", (("age", "/"),)), (__file__, ())])
def test_the_age_of_what_a_test_cannot_prepare_is_told_for_relative_paths(
    agent_of: Agents, path: str, touches: tuple[Touch, ...]
) -> None:
    assert touched(agent_of, "changed_at", path) == touches


def test_the_null_device_is_no_part_of_the_environment(agent_of: Agents) -> None:
    assert touched(agent_of, "discard") == ()


def test_the_standard_streams_are_no_files(agent_of: Agents) -> None:
    case = TestCase((LiteralStatement(1, 2), CallStatement(2, "touching:exists", None, (1,))))

    [result] = agent_of("touching").execute([case])

    assert result.denied == ("look at the open file 2",)


def test_several_answers_are_given_one_after_the_other(agent_of: Agents) -> None:
    answers = FactStatement(9, "secrets:token_hex", "secrets.token_hex", ("x", "y"))
    calls = [CallStatement(number, "touching:token") for number in (1, 2)]

    [seen] = agent_of("touching").observe([TestCase((answers, *calls))])

    assert [plain(entry.value) for entry in seen[1:]] == ["x", "y"]


def test_the_space_of_a_disk_is_another_one_each_time_it_is_observed(agent_of: Agents) -> None:
    test = call("touching:free_bytes")
    [first], [second] = (agent_of("touching").observe([test]) for _ in range(2))

    assert first[-1].value != second[-1].value


def test_functions_that_reach_files_are_described(agent_of: Agents) -> None:
    assert agent_of("touching").description["accesses"] == [
        "builtins:open",
        "os:listdir",
        "pathlib:Path.stat",
        "pathlib:Path.read_text",
        "os:mkdir",
        "shutil:disk_usage",
    ]


def test_a_function_fails_as_the_test_says(agent_of: Agents) -> None:
    failure = FailureStatement(9, "pathlib:Path.read_text", "ENOSPC", "No space left on device")
    file = FileStatement(8, "@/settings.ini", "x")
    calling = CallStatement(1, "touching:constant_file")

    [failed, after] = agent_of("touching").execute(
        [TestCase((POINTED, file, failure, calling)), TestCase((POINTED, file, calling))]
    )

    assert failed.exception is not None
    assert failed.exception.message == "[Errno 28] No space left on device"
    assert after.end == "passed"


def test_constants_that_say_where_files_lie_are_described(agent_of: Agents) -> None:
    assert agent_of("touching").description["paths"] == [
        {
            "path": "touching:SETTINGS",
            "value": "/etc/touching/settings.ini",
            "is_text": False,
            "is_shipped": False,
        },
        {"path": "touching:FOLDER", "value": "/var/lib/touching", "is_text": True, "is_shipped": False},
    ]


def test_a_write_that_is_refused_is_told_where_a_constant_leads_there(agent_of: Agents) -> None:
    case = call("touching:write_constant")

    [refused, done] = agent_of("touching").execute([case, TestCase((POINTED_TEXT, *case.statements))])

    assert refused.denied and refused.touched == (("folder", "/var/lib/touching/out.txt"),)
    assert (done.end, done.denied, done.touched) == ("passed", (), (("folder", "@/out.txt"),))


def test_files_that_are_left_where_a_constant_points_to_are_told(agent_of: Agents) -> None:
    case = TestCase((POINTED_TEXT, *call("touching:write_constant").statements))

    [[*_, last]] = agent_of("touching").observe([case])

    assert last.files == {"@/out.txt": "x"}


def test_nothing_that_was_prepared_is_there_for_the_next_test(agent_of: Agents) -> None:
    prepared = TestCase(
        (
            FileStatement(9, "a.txt", "x"),
            FileStatement(8, "~/.touching", "x"),
            VariableStatement(7, "TOUCHED", "x"),
            ConsoleStatement(6, ("x",)),
            ArgumentsStatement(5, ("x", "y")),
            ClockStatement(4, 0.0),
            CallStatement(1, "touching:exists"),
        )
    )
    asking = TestCase((CallStatement(1, "touching:all_at_once"),))

    alone, _, after = agent_of("touching").execute([asking, prepared, asking])

    assert alone == after


def test_a_variable_is_gone_for_the_next_test_however_many_there_are(
    python: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(300):
        monkeypatch.setenv(f"CROWD_{number}", "x")
    prepared = TestCase((VariableStatement(2, "TOUCHED", "x"), CallStatement(1, "touching:has_variable")))
    asking = TestCase((CallStatement(1, "touching:all_at_once"),))

    with Agent.start(python, SUBJECTS / "touching.py", SUBJECTS) as agent:
        alone, _, after = agent.execute([asking, prepared, asking])

    assert alone == after


def test_dates_are_real_dates(agent_of: Agents) -> None:
    assert returned(agent_of, "date_is_a_date") is True


def test_subclasses_of_dates_make_instances_of_their_own(agent_of: Agents) -> None:
    assert returned(agent_of, "own_date") == "Holiday, date"


def test_a_secret_is_the_next_line_of_the_console(agent_of: Agents) -> None:
    assert returned(agent_of, "secret", ConsoleStatement(9, ("x",))) == "x"
    [result] = agent_of("touching").execute([call("touching:secret")])
    assert result.touched == (("secret", "getpass:getpass"), ("console",))
    assert result.exception is not None and result.exception.type == "builtins:EOFError"


def test_each_call_of_a_function_that_a_test_sets_gives_a_set_of_its_own() -> None:
    usable = answering("os.sched_getaffinity", [2])
    usable(0).clear()

    assert usable(0) == {0, 1}
    assert len(answering("os.sched_getaffinity", [10**15])(0)) == MOST_PROCESSORS
