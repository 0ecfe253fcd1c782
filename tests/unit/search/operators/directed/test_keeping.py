"""What an object is to have under a key is told to it before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from testloom.model.execution import Operands
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.model.subject import Callable, Parameter, Predicate
from testloom.search.operators.directed.comparisons.matching import aim
from testloom.search.operators.directed.exceptions.repair import repaired
from testloom.search.operators.directed.keeping import keeping
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

from .raising import without

OPTION = Parameter("option", uses=("==:'mode'", "==:'limit'"))
MACHINE = "bank:Machine"
SUBJECT = replace(
    bank(),
    callables={
        MACHINE: Callable(MACHINE, "constructor", MACHINE),
        f"{MACHINE}.set": Callable(
            f"{MACHINE}.set",
            "method",
            MACHINE,
            (OPTION, Parameter("value"), Parameter("note", "keyword", has_default=True)),
            writes=("options",),
        ),
        f"{MACHINE}.run": Callable(f"{MACHINE}.run", "method", MACHINE, reads=("options",)),
    },
)
RUN = TestCase((CallStatement(-1, MACHINE), CallStatement(-2, f"{MACHINE}.run", -1)))


def told(condition: str) -> Iterator[tuple[object, object]]:
    """The keys and values that a machine is told before it runs, over a few draws."""
    subject = replace(SUBJECT, predicates=(Predicate(0, 1, "run", condition, 0, ((0, False),)),))
    missed = Operands(0, ">", 0, 5, False)
    for seed in range(9):
        case = aim(RUN, missed, True, Knowledge(subject, [f"{MACHINE}.run"], Random(seed)))
        assert case is not None and case.is_valid()
        *_, call, last = case.statements
        assert isinstance(call, CallStatement) and (call.receiver, last.id) == (-1, -2)
        literals = {s.id: s.value for s in case if isinstance(s, LiteralStatement)}
        key, value = (literals[argument] for argument in call.args)
        yield key, value


def test_the_value_that_is_wanted_is_put_under_the_key_that_the_condition_names() -> None:
    assert set(told('self.options.get("limit", 0) > 5')) == {("limit", 6)}


def test_what_stands_behind_a_parameter_that_is_left_out_is_given_by_its_name() -> None:
    setting = SUBJECT.callables[f"{MACHINE}.set"]
    values = Parameter("value", has_default=True), replace(OPTION, has_default=True)
    callables = {**SUBJECT.callables, setting.id: replace(setting, parameters=values)}
    knowledge = Knowledge(replace(SUBJECT, callables=callables), [f"{MACHINE}.run"], Random(1))

    [kept, *_] = [step() for step in keeping(RUN, "mode", knowledge)]
    assert kept is not None

    [call] = [s for s in kept if isinstance(s, CallStatement) and s.callable == setting.id]
    assert call.args == ()
    assert [name for name, _ in call.kwargs] == ["option"]


def test_any_key_is_tried_where_the_condition_names_none() -> None:
    assert set(told("limit > 5")) == {("limit", 6), ("mode", 6)}


def test_a_key_that_an_object_lacks_is_told_to_it() -> None:
    factories = [Knowledge(SUBJECT, [f"{MACHINE}.run"], Random(seed)) for seed in range(9)]

    [keys] = {
        tuple(s.value for s in case if isinstance(s, LiteralStatement))[:1]
        for knowledge in factories
        if (case := repaired(RUN, without("mode"), knowledge)) is not None
    }

    assert keys == ("mode",)
