"""What the last statement of a test changes in modules is seen under public names."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import pytest

from testloom.capabilities.event_loop import LoopStatement
from testloom.execution import Agent
from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement, TestCase
from testloom.model.statements.environment import StateStatement
from testloom_agent.execution.isolation.state.module_state import ModuleState
from testloom_agent.execution.isolation.state.state_names import StateNames
from testloom_agent.execution.state_changes import changes
from tests.agent.cases import call, case
from tests.values import plain

Agents = Callable[[str], Agent]


def states(agent_of: Agents, test: TestCase) -> Mapping[str, Any]:
    [observations] = agent_of("stateful").observe([test])
    return {path: plain(value) for path, value in observations[-1].states.items()}


@pytest.mark.parametrize(
    ("test", "held"),
    [
        (call("stateful:increment"), {"stateful:count": 1}),
        (call("stateful:append", 1), {"stateful:calls": [1]}),
        (
            call("stateful:register", "n"),
            {
                "stateful:Registry.latest": "n",
                "stateful:Registry.members": ["n"],
                "stateful:registry.names": {"n": 0},
            },
        ),
        (call("stateful:patch"), {"stateful:Registry.extra": 1}),
        (call("stateful:make_counter"), {}),
    ],
)
def test_what_public_names_hold_that_a_call_has_changed_is_told(
    agent_of: Agents, test: TestCase, held: Mapping[str, Any]
) -> None:
    assert states(agent_of, test) == held


def test_what_an_earlier_call_has_changed_is_not_told(agent_of: Agents) -> None:
    counted = CallStatement(0, "stateful:increment", None, ())
    appended = CallStatement(2, "stateful:append", None, (1,))

    assert states(agent_of, case(counted, LiteralStatement(1, "a"), appended)) == {"stateful:calls": ["a"]}


def test_what_is_as_it_was_at_first_is_told_if_the_last_call_brought_it_back(agent_of: Agents) -> None:
    added = CallStatement(1, "stateful:append", None, (0,))
    emptied = CallStatement(2, "stateful:forget_calls", None, ())

    assert states(agent_of, case(LiteralStatement(0, 5), added, emptied)) == {"stateful:calls": []}


def test_what_private_names_hold_is_told_if_the_test_sets_them(agent_of: Agents) -> None:
    given = LiteralStatement(0, "b"), CollectionStatement(1, "set", ())
    switched = CallStatement(3, "stateful:switch_on", None, (0,))

    assert states(agent_of, case(*given, switched)) == {}
    assert states(agent_of, case(*given, StateStatement(2, "stateful:switches._on", 1), switched)) == {
        "stateful:switches._on": ["b"]
    }


def test_names_are_told_of_a_test_with_a_statement_that_is_only_a_mark(agent_of: Agents) -> None:
    marked = case(LoopStatement(0), CallStatement(1, "stateful:increment", None, ()))

    assert states(agent_of, marked) == {"stateful:count": 1}


def test_what_a_library_keeps_in_a_class_under_a_name_of_its_own_is_no_state() -> None:
    handlers: dict[str, int] = {}
    known: dict[str, int] = {}
    module = ModuleType("kept_in_classes")
    held = {"__handlers__": handlers, "known": known, "__module__": module.__name__}
    vars(module)["Line"] = type("Line", (), held)
    state = ModuleState([module])

    handlers["price"] = 1
    assert state.dirty() == []

    known["price"] = 1
    assert [one.live for one in state.dirty()] == [{"price": 1}]


def test_a_builtin_function_that_is_replaced_is_told_as_such_and_not_as_one_of_each_module(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    modules = [ModuleType("first"), ModuleType("second")]
    for module in modules:
        vars(module)["__builtins__"] = vars(builtins)
    names = StateNames(ModuleState(modules))

    monkeypatch.setattr(builtins, "license", None, raising=False)

    assert [changed.path for changed in names.changed()] == ["builtins:license"]


def test_an_object_whose_class_another_module_of_the_project_defines_has_state() -> None:
    classes, module = ModuleType("storing"), ModuleType("serving")
    vars(classes)["Store"] = kind = type("Store", (), {"__module__": classes.__name__})
    vars(module)["store"] = store = kind()
    store.files, store.limit = {}, 1
    names = StateNames(ModuleState([module, classes]))
    names.prepare()

    store.files["a"] = 1
    store.limit = 2

    changed = {one.path: one.before for one in names.changed()}
    assert changed == {"serving:store.files": {}, "serving:store.limit": 1}


def test_where_a_library_says_that_a_class_belongs_is_no_state() -> None:
    module = ModuleType("moved")
    vars(module)["Line"] = kind = type("Line", (), {"__module__": module.__name__, "size": 1})
    names = StateNames(ModuleState([module]))

    kind.__module__ = "lines"
    kind.size = 2  # type: ignore[attr-defined]

    assert [changed.name for changed in names.changed()] == ["size"]


def test_what_is_added_to_a_class_is_told_if_it_is_plain_and_cannot_be_set_back() -> None:
    module = ModuleType("marked")
    vars(module)["Line"] = kind = type("Line", (), {"__module__": module.__name__})
    names = StateNames(ModuleState([module]))

    kind.size = 2  # type: ignore[attr-defined]
    kind.mapper = object()  # type: ignore[attr-defined]
    kind.__doc__ = "A line."
    changed = list(names.changed())

    assert [(one.path, one.held) for one in changed] == [("marked:Line.size", 2)]
    assert list(changes(changed, (), "")) == []


@pytest.mark.parametrize(("home", "told"), [("forms", ["_size"]), ("moved", ["_size", "_fields"])])
def test_what_a_metaclass_of_a_library_notes_in_a_class_is_no_state(home: str, told: list[str]) -> None:
    class Noting(type):
        """A metaclass as that of WTForms: it notes in each class what it has found out of it."""

        __module__ = home

        def __call__(cls, *args: object) -> object:
            cls._fields = len(vars(cls))
            return object()

    module = ModuleType("moved")
    kind = Noting("Line", (), {"__module__": module.__name__, "_size": 1, "_fields": None})
    vars(module)["Line"] = kind
    names = StateNames(ModuleState([module]))

    kind()
    kind._size = 2  # type: ignore[attr-defined]

    assert [changed.name for changed in names.changed()] == told
