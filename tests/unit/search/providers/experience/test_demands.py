"""What exceptions ask for by its name, later calls have."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.model.execution import ExecutionResult, RaisedException, Trace
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.model.subject import Callable, Parameter
from testloom.model.types import TypeRef
from testloom.search import Knowledge
from testloom.search.providers.arguments import arguments
from testloom.search.providers.experience.demands import Demands, left_out, named_by
from tests.unit.search.bank import bank

CALL = CallStatement(-1, "bank:transfer")
CALLABLES = bank().callables
TRANSFER = CALLABLES["bank:transfer"]
SECRET = "Required setting 'client_id' missing"


def failure(message: str, kind: str = "bank:Missing", *, explicit: bool = True) -> ExecutionResult:
    error = RaisedException(kind, message, explicit, in_subject=True)
    return ExecutionResult("raised", Trace(frozenset()), statement=-1, exception=error)


def asked(message: str, kind: str = "bank:Missing", *, explicit: bool = True) -> set[str]:
    demands = Demands()
    demands.note(TestCase((CALL,)), failure(message, kind, explicit=explicit), CALLABLES)
    return {name for seed in range(100) for name in demands.draw(TRANSFER, Random(seed))}


@pytest.mark.parametrize(
    ("message", "names"),
    [
        (SECRET, {"client_id"}),
        ("you must pass `timeout`", {"timeout"}),
        ("either 'note' or 'kind' must be provided", {"note", "kind"}),
        ("cannot read 'client_id'", set()),
        ("the 'source' parameter is empty", set()),
    ],
)
def test_names_in_messages_that_ask_for_something_are_remembered(message: str, names: set[str]) -> None:
    assert asked(message) == names


def test_what_the_interpreter_says_asks_for_nothing() -> None:
    message = "f() got an unexpected keyword argument 'client_id'"

    assert not asked(message, "builtins:TypeError", explicit=False)
    assert asked("'client_id'", "builtins:KeyError", explicit=False) == {"client_id"}


def test_what_a_call_turns_out_not_to_take_is_not_asked_for_again() -> None:
    demands, case = Demands(), TestCase((CALL,))
    unexpected = failure("open() got an unexpected keyword argument 'client_id'", "builtins:TypeError")

    for result in (failure(SECRET), unexpected, failure(SECRET)):
        demands.note(case, result, CALLABLES)

    assert not any(demands.draw(TRANSFER, Random(seed)) for seed in range(20))


def test_a_text_of_the_test_itself_is_no_name() -> None:
    demands = Demands()
    case = TestCase((LiteralStatement(-2, "client_id"), CALL))
    demands.note(case, failure("unknown option 'client_id'"), CALLABLES)

    assert not any(demands.draw(TRANSFER, Random(seed)) for seed in range(20))


def test_all_that_is_asked_for_is_given_and_one_of_what_may_stand_for_another() -> None:
    demands = Demands()
    for message in (SECRET, "'user' is required", "one of 'note' and 'kind' must be provided"):
        demands.note(TestCase((CALL,)), failure(message), CALLABLES)

    drawn = [demands.draw(TRANSFER, Random(seed)) for seed in range(50)]
    given = [names for names in drawn if names]
    assert len(given) < len(drawn)
    assert all(names[:2] == ["client_id", "user"] and len(names) == 3 for names in given)


def test_a_call_has_what_it_was_asked_for_and_never_none() -> None:
    options = Parameter("settings", "kwargs", TypeRef("union", (TypeRef("none"), TypeRef("int"))))
    connect = Callable("bank:connect", "function", parameters=(Parameter("note", has_default=True), options))
    knowledge = Knowledge(bank(), ["bank:transfer"], Random(1))
    for message in (SECRET, "you must pass 'note'"):
        case = TestCase((CallStatement(-1, connect.id),))
        knowledge.experience.demands.note(case, failure(message), {connect.id: connect})

    made = []
    for _ in range(100):
        builder = knowledge.builder()
        args, kwargs = arguments(builder, connect)
        if "client_id" in kwargs:
            assert args or "note" in kwargs
            made += [s for s in builder.draft.statements if s.id == kwargs["client_id"]]
    assert len(made) > 70
    assert not any(isinstance(s, LiteralStatement) and s.value is None for s in made)


def test_what_a_call_has_is_not_asked_for_again() -> None:
    call = CALL.replace(args=(1, 2, 3), kwargs=(("kind", 4),))
    names = named_by(RaisedException("bank:Missing", "needs 'note', 'kind', 'target' and 'user'", True, True))

    assert list(left_out(call, TRANSFER, names)) == ["user"]
    assert list(left_out(CALL, TRANSFER, names)) == ["note", "kind", "user"]


def test_a_call_that_was_refused_a_keyword_gets_seldom_others_that_nobody_asked_for() -> None:
    knowledge = Knowledge(bank(), ["bank:transfer"], Random(1))
    held = CallStatement(-1, "bank:transfer", None, (), (("client_id", -2),))
    used = CallStatement(-3, "bank:close")
    unexpected = failure("open() got an unexpected keyword argument 'client_id'", "builtins:TypeError")

    def gathered() -> int:
        own = {parameter.name for parameter in TRANSFER.parameters}
        given = (arguments(knowledge.builder(), TRANSFER)[1] for _ in range(100))
        return sum(bool(set(names) - own) for names in given)

    before = gathered()
    knowledge.experience.demands.note(
        TestCase((LiteralStatement(-2, 1), held, used)), replace(unexpected, statement=-3), CALLABLES
    )

    assert gathered() < before / 3
