"""What functions change in the whole process is told, and put back before the next test case."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from types import ModuleType

import pytest

from testloom.capabilities.settings import RestoreStatement
from testloom.execution import Agent
from testloom.model.execution import Touch
from testloom_agent.execution.isolation.state.registries import Registries
from tests.agent.cases import call, case

Agents = Callable[[str], Agent]


@pytest.mark.parametrize(
    ("function", "settings"),
    [
        ("ignore_signal", ["signal.signal:SIGUSR1"]),
        ("be_precise", ["decimal.setcontext"]),
        ("limit_waiting", ["socket.setdefaulttimeout"]),
        ("hide_files", ["os.umask"]),
        ("go_deep", ["sys.setrecursionlimit"]),
        ("go_elsewhere", ["os.chdir"]),
        ("leave_nowhere", ["os.chdir"]),
        ("switch_often", ["sys.setswitchinterval"]),
        ("read_long_numbers", ["sys.set_int_max_str_digits"]),
        ("log_nothing", ["logging.disable"]),
        ("pipe_on", ["signal.signal:SIGPIPE"]),
        ("provide", ["sys.modules:made_here"]),
        (
            "log_more",
            ["logging.handlers:root", "logging.setLevel:registries", "logging.handlers:registries"],
        ),
        ("say_level", []),
    ],
)
def test_settings_that_are_left_changed_are_told(
    agent_of: Agents, function: str, settings: list[str]
) -> None:
    assert [touch[1] for touch in touched(agent_of, function) if touch[0] == "restore"] == settings


def test_an_import_path_that_is_left_changed_is_to_be_copied(agent_of: Agents) -> None:
    [state] = [touch for touch in touched(agent_of, "extend_path") if touch[0] == "state"]

    assert state == ("state", "sys:path", '{"kind": "copied", "type": "list"}')


@pytest.mark.parametrize(
    "function",
    [
        *("extend_path", "provide", "ignore_signal", "be_precise", "limit_waiting", "hide_files", "go_deep"),
        *("forget", "go_elsewhere", "switch_often", "read_long_numbers", "log_nothing", "pipe_on"),
    ],
)
def test_each_test_case_finds_settings_as_they_were(agent_of: Agents, function: str) -> None:
    test = call(f"registries:{function}")

    first, second, *_ = agent_of("registries").vary([test] * 4)

    assert first is not None
    assert second is not None
    assert first.observations[0].value == second.observations[0].value


def test_loggers_are_as_they_were_in_each_test_case(agent_of: Agents) -> None:
    said = call("registries:say_level")
    [alone] = agent_of("registries").vary([said])

    _, after = agent_of("registries").vary([call("registries:log_more"), said])

    assert alone is not None
    assert after is not None
    assert after.observations[0].value == alone.observations[0].value


def test_a_test_may_say_that_it_restores_a_setting(agent_of: Agents) -> None:
    test = case(RestoreStatement(0, "os.umask"), *call("registries:hide_files"))

    assert agent_of("registries").execute([test])[0].end == "passed"


def test_no_folder_of_this_machine_is_told_as_an_operand(agent_of: Agents) -> None:
    [watched] = agent_of("registries").watch([call("registries:is_importable_from", "a")])

    told = [comparison.right for comparison in watched.comparisons]
    assert told
    assert not [value for value in told if "/python" in str(value)]


def test_of_comparisons_only_those_are_told_that_decide_what_is_wanted(agent_of: Agents) -> None:
    agent, test = agent_of("registries"), call("registries:is_importable_from", "a")
    [whole] = agent.watch([test])

    [nothing] = agent.watch([test], [])
    [same] = agent.watch([test], {comparison.predicate for comparison in whole.comparisons})

    assert (nothing.comparisons, nothing.types) == ([], whole.types)
    assert same.comparisons == whole.comparisons


def touched(agent_of: Agents, function: str) -> tuple[Touch, ...]:
    [[observation]] = agent_of("registries").observe([call(f"registries:{function}")])
    return observation.touched


def test_what_a_compiled_module_makes_when_it_is_imported_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    before = Registries([])
    monkeypatch.setitem(sys.modules, "runtime_of_compiled", ModuleType("runtime_of_compiled"))
    assert before.changed() == ["sys.modules:runtime_of_compiled"]

    compiled = ModuleType("compiled_here")
    compiled.__spec__ = ModuleSpec("compiled_here", ExtensionFileLoader("compiled_here", "compiled_here.so"))
    monkeypatch.setitem(sys.modules, "compiled_here", compiled)

    assert before.changed() == []
