"""A test case leaves nothing behind in the modules of the project."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testloom.execution import Agent
from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement, TestCase
from tests.agent.cases import call
from tests.values import listed, scalar

Agents = Callable[[str], Agent]

CHANGES = [
    call("stateful:increment"),
    call("stateful:append", 1),
    call("stateful:nest"),
    call("stateful:rotate"),
    call("stateful:enrol"),
    call("stateful:collect", 1),
    call("stateful:tally"),
    call("stateful:closed"),
    call("stateful:cached"),
    call("stateful:register", "n"),
    call("stateful:patch"),
    call("stateful:rebind"),
    call("stateful:plug", 1),
    call("stateful:set_variable"),
    call("stateful:draw"),
    call("stateful:redirect"),
]


def test_a_name_that_stands_for_an_equal_container_is_put_back(agent_of: Agents) -> None:
    unplug, plug = call("stateful:unplug"), call("stateful:plug", 1)
    revealed = reveal(plug, 0)

    [_, after] = agent_of("stateful").execute([unplug, revealed])

    assert after == agent_of("stateful").execute([revealed])[0]
    assert after.exception is not None
    assert after.exception.message == "1"


def reveal(test: TestCase, times: int) -> TestCase:
    """The test so that a difference in its last value shows as a KeyError with that value as message."""
    last = test.statements[-1].id
    repeats = tuple(CallStatement(last + 1 + n, _path(test), None, _arguments(test)) for n in range(times))
    end = repeats[-1].id if repeats else last
    empty, key = (
        CollectionStatement(end + 1, "dict", ()),
        CallStatement(end + 2, "stateful:dict.__getitem__", end + 1, (end,)),
    )
    return TestCase((*test.statements, *repeats, empty, key))


def _path(test: TestCase) -> str:
    statement = test.statements[-1]
    assert isinstance(statement, CallStatement)
    return statement.callable


def _arguments(test: TestCase) -> tuple[int, ...]:
    statement = test.statements[-1]
    assert isinstance(statement, CallStatement)
    return statement.args


def message(agent: Agent, tests: list[TestCase]) -> list[Any]:
    """What each test reveals."""
    return [result.exception and result.exception.message for result in agent.execute(tests)]


@pytest.mark.parametrize("test", CHANGES, ids=lambda test: _path(test).partition(":")[2])
def test_each_test_case_finds_the_state_of_the_import(agent_of: Agents, test: TestCase) -> None:
    agent = agent_of("stateful")

    [alone] = message(agent, [reveal(test, 0)])

    assert message(agent, [reveal(test, 2), *[reveal(test, 0)] * 3])[1:] == [alone] * 3


def test_state_changes_within_a_test_case(agent_of: Agents) -> None:
    once, thrice = message(
        agent_of("stateful"), [reveal(call("stateful:increment"), 0), reveal(call("stateful:increment"), 2)]
    )

    assert (once, thrice) == ("1", "3")


def test_large_containers_are_restored_after_a_batch(agent_of: Agents) -> None:
    agent = agent_of("stateful")
    test = reveal(call("stateful:overwrite_big"), 0)

    first = message(agent, [test])

    assert message(agent, [test]) == first == ["6"]
    assert message(agent, [test, test]) == ["6", "6"]


def test_files_and_the_working_directory_are_restored(agent_of: Agents) -> None:
    agent = agent_of("hazards")
    listing = TestCase((LiteralStatement(0, "f.txt"), CallStatement(1, "hazards:write", None, (0,))))

    written, shown = agent.observe([listing]), agent.observe([call("hazards:listing")])
    ran = agent.execute([listing, call("hazards:change_directory"), call("hazards:directory"), listing])

    assert written[0][1].value == listed(scalar("f.txt"))
    assert shown[0][0].value == listed()
    assert [result.end for result in ran] == ["passed"] * 4


HOOK = """
def __getattr__(name):
    import importlib
    return importlib.import_module("shop." + name)
"""


@pytest.mark.parametrize("hook", [False, True], ids=["import", "hook"])
def test_a_submodule_that_a_test_case_imports_is_there_for_the_next_one(
    python: Path, tmp_path: Path, hook: bool
) -> None:
    package, file = tmp_path / "shop", tmp_path / "subject.py"
    package.mkdir()
    (package / "__init__.py").write_text(HOOK if hook else "open_at = 9\n")
    (package / "prices.py").write_text("lowest = 3\n")
    file.write_text("import shop\n\ndef lowest():\n    import shop.prices\n    return shop.prices.lowest\n")

    with Agent.start(python, file, tmp_path) as agent:
        results = agent.execute([call("subject:lowest")] * 3)

    assert [result.end for result in results] == ["passed"] * 3


def test_a_hook_of_a_package_is_asked_for_a_submodule_in_each_test_case(python: Path, tmp_path: Path) -> None:
    package = tmp_path / "shop"
    package.mkdir()
    file = package / "__init__.py"
    file.write_text(f"{HOOK}\ndef lowest():\n    import shop\n    return shop.prices.lowest\n")
    (package / "prices.py").write_text("lowest = 3\n")

    with Agent.start(python, file, tmp_path) as agent:
        first, *others = agent.execute([call("shop:lowest")] * 3)

    assert first.end == "passed"
    assert all(result.trace.hits == first.trace.hits for result in others)


FREED = """
freed = []

class Entries:
    def __init__(self, entries):
        self.entries = entries

    def __del__(self):
        freed.append(self.entries)

def count():
    raise LookupError(len(freed))
"""


def test_what_a_watched_value_does_when_it_is_freed_is_undone(python: Path, tmp_path: Path) -> None:
    file = tmp_path / "freed.py"
    file.write_text(FREED)
    made = TestCase((CollectionStatement(1, "dict", ()), CallStatement(2, "freed:Entries", None, (1,))))

    with Agent.start(python, file, tmp_path) as agent:
        agent.watch([made])
        [after] = agent.execute([call("freed:count")])

    assert after.exception is not None and after.exception.message == "0"


COMPARED = """
class Compared:
    def __eq__(self, other):
        for _ in range(200_000):
            pass
        return self is other

    __hash__ = None

HELD = [Compared()]

def change():
    HELD[0] = Compared()

def is_zero(number):
    if number == 0:
        return True
"""


def test_watching_goes_on_after_a_change_of_what_takes_long_to_compare(python: Path, tmp_path: Path) -> None:
    file = tmp_path / "compared.py"
    file.write_text(COMPARED)

    with Agent.start(python, file, tmp_path) as agent:
        _, watched = agent.watch([call("compared:change"), call("compared:is_zero", 1)])

    assert watched.comparisons


LAZY = """
import importlib.util, sys

def load(number):
    if number == 1:
        spec = importlib.util.find_spec("later")
        spec.loader = importlib.util.LazyLoader(spec.loader)
        sys.modules["later"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules["later"])
"""


def test_a_module_that_is_loaded_at_its_first_use_is_not_loaded_by_undoing_a_test(
    python: Path, tmp_path: Path
) -> None:
    file = tmp_path / "lazy.py"
    file.write_text(LAZY)
    (tmp_path / "later.py").write_text("raise LookupError('it was loaded')")

    with Agent.start(python, file, tmp_path) as agent:
        watched = [agent.watch([call("lazy:load", 1), call("lazy:load", 2)]) for _ in range(2)]

    assert all(one.comparisons for tests in watched for one in tests)
