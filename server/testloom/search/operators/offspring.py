"""The operators of the search, the most general last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from testloom.model.execution import Touch
from testloom.model.statements import CallStatement, TestCase
from testloom.search.breeding.companions.covering import is_broken
from testloom.search.breeding.creation import private_test, random_test
from testloom.search.breeding.crossover import cross
from testloom.search.breeding.factory import TestFactory
from testloom.search.breeding.mutation import followed, mutate
from testloom.search.breeding.replacing import replaced, stated
from testloom.search.breeding.surroundings import surrounded
from testloom.search.directed.comparisons import aim
from testloom.search.directed.repair import repaired
from testloom.search.directed.retyping import TYPE_TESTS, aim_at_type
from testloom.search.directed.stepping import is_numeric, stepped
from testloom.search.directed.violating import violated
from testloom.search.goals.distances import is_returned
from testloom.search.operators.operator import Operator, Situation

NEW_TEST = "new test"
UNCHANGED = 0.7
"""How often a test that was aimed at a goal is left as it is: most often one change is what it takes."""


def _mutated(case: TestCase, at: Situation) -> TestCase:
    return mutate(case, at.factory, at.settings.max_statements)


# New tests


def new_test(factory: TestFactory, touched: Mapping[str, Mapping[Touch, None]]) -> TestCase:
    """Make a new test, with something that its calls were seen to touch before."""
    case = random_test(factory)
    called = (s.callable for s in case.statements if isinstance(s, CallStatement))
    touches = [touch for name in called for touch in touched.get(name, ())]
    return (surrounded(case, touches, factory) if touches else None) or case


def _has_no_goal(at: Situation) -> bool:
    return at.goal is None


def _new(at: Situation) -> Sequence[TestCase]:
    return (new_test(at.factory, at.touched),)


def _has_private_targets(at: Situation) -> bool:
    return at.goal is None and bool(at.factory.private_targets)


def _private(at: Situation) -> Sequence[TestCase]:
    """Call something private, when that is due."""
    return at.fitting(private_test(at.factory))


# Towards a goal


def _has_misses(at: Situation) -> bool:
    return bool(at.misses)


def _aimed(at: Situation) -> Sequence[TestCase]:
    """Input-to-state: what a comparison saw is rewritten in the input to what it was compared with."""
    operands, wanted = at.factory.rng.choice(at.misses)
    aimer = aim_at_type if operands.op in TYPE_TESTS else aim
    children = at.fitting(aimer(at.parent.case, operands, wanted, at.factory))
    is_done = at.factory.rng.random() < UNCHANGED
    return children if is_done else [_mutated(child, at) for child in children]


def _has_numeric_misses(at: Situation) -> bool:
    return is_numeric(at.misses)


def _stepped(at: Situation) -> Sequence[TestCase]:
    """Move one number of the test in both directions."""
    children = stepped(at.parent.case, at.misses, at.factory.rng)
    return [child for case in children for child in at.fitting(case)]


def _is_in_function_returned(at: Situation) -> bool:
    return at.goal is not None and is_returned(at.goal.steps[-1]) and not at.parent.covers(at.goal)


def _followed(at: Situation) -> Sequence[TestCase]:
    """Call or enter what the test's calls returned."""
    return at.fitting(followed(at.parent.case, at.factory))


def _has_limits(at: Situation) -> bool:
    return any(called.rejects for called in at.factory.subject.callables.values())


def _violated(at: Situation) -> Sequence[TestCase]:
    """Give an object that the test makes one value beyond its limits."""
    return at.fitting(violated(at.parent.case, at.factory))


# After what the last run said


def _failed(at: Situation) -> bool:
    return at.parent.result.exception is not None


def _is_worth_repair(at: Situation) -> bool:
    """Whether the parent failed in a new way, with a hint, or where nothing more decides about its goal."""
    error = at.parent.result.exception
    is_in_vain = at.goal is not None and at.goal.parent is None and at.parent.covers(at.goal)
    return error is not None and (at.is_failure or is_in_vain or bool(error.hint))


def _repaired(at: Situation) -> Sequence[TestCase]:
    """Do what the exception that ended the test suggests."""
    error = at.parent.result.exception
    return () if error is None else at.fitting(repaired(at.parent.case, error, at.factory))


def _touched(at: Situation) -> bool:
    return bool(at.parent.result.touched) and at.settings.has("environment")


def _surrounded(at: Situation) -> Sequence[TestCase]:
    """Prepare a part of the environment that the test touched."""
    return at.fitting(surrounded(at.parent.case, at.parent.result.touched, at.factory))


def _has_state(at: Situation) -> bool:
    return bool(at.factory.subject.state) and at.settings.has("environment")


def _stated(at: Situation) -> Sequence[TestCase]:
    """Give a variable of the module another value."""
    return at.fitting(stated(at.parent.case, at.factory))


def _has_collaborators(at: Situation) -> bool:
    return bool(at.factory.subject.collaborators)


def _replaced(at: Situation) -> Sequence[TestCase]:
    """Put a double where the subject calls something imported, when doubles are due."""
    if not at.factory.last_resort.doubles(at.factory.rng):
        return ()
    return at.fitting(replaced(at.parent.case, at.factory))


# Blind changes


def _crossed(at: Situation) -> Sequence[TestCase]:
    """Exchange the tails of two tests, and mutate both."""
    parents = (at.parent.case, at.mate().case)
    children = cross(*parents, at.factory, at.settings.max_statements)
    whole = (
        parent if is_broken(child, at.factory) else child
        for child, parent in zip(children, parents, strict=True)
    )
    return [_mutated(case, at) for case in whole]


def _always(at: Situation) -> bool:
    return True


def _changed(at: Situation) -> Sequence[TestCase]:
    """Delete, change and insert statements."""
    return (_mutated(at.parent.case, at),)


OPERATORS: tuple[Operator, ...] = (
    Operator("aim at comparison", 4.0, _has_misses, _aimed),
    Operator("step towards number", 1.0, _has_numeric_misses, _stepped),
    Operator("repair", 6.0, _is_worth_repair, _repaired),
    Operator("use result", 1.5, _is_in_function_returned, _followed),
    Operator("follow exception", 0.7, _failed, _repaired),
    Operator("prepare environment", 0.8, _touched, _surrounded),
    Operator("set module variable", 0.1, _has_state, _stated),
    Operator("replace collaborator", 0.4, _has_collaborators, _replaced),
    Operator("violate limit", 0.4, _has_limits, _violated),
    Operator("call private name", 1.0, _has_private_targets, _private),
    Operator("crossover", 1.5, _has_no_goal, _crossed),
    Operator("mutate", 1.0, _always, _changed),
    Operator(NEW_TEST, 0.3, _has_no_goal, _new),
)
"""The weights follow how often each was chosen when the search was tuned by hand.

New tests are the dearest to make, and win most at the beginning: with a larger weight they take over.
"""
