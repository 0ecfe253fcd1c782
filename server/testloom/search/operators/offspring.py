"""The operators of the search, the most general last."""

from __future__ import annotations

from collections.abc import Sequence

from testloom.model.statements import CallStatement, TestCase
from testloom.search.aiming.comparisons import aim
from testloom.search.aiming.guidance import guided
from testloom.search.aiming.retyping import TYPE_TESTS, aim_at_type
from testloom.search.breeding.companions.covering import is_broken
from testloom.search.breeding.creation import random_test
from testloom.search.breeding.crossover import cross
from testloom.search.breeding.environment import replaced, stated, surrounded
from testloom.search.breeding.mutation import followed, mutate
from testloom.search.goals.distances import is_returned
from testloom.search.operators.operator import Operator, Situation

NEW_TEST = "new test"
UNCHANGED = 0.7
"""How often a test that was aimed at a goal is left as it is: most often one change is what it takes."""


def _only(case: TestCase | None, at: Situation) -> Sequence[TestCase]:
    return (case,) if case is not None and at.fits(case) else ()


def _mutated(case: TestCase, at: Situation) -> TestCase:
    return mutate(case, at.factory, at.settings.max_statements)


# New tests


def _new(at: Situation) -> Sequence[TestCase]:
    """A new test, with something that its calls were seen to touch."""
    case = random_test(at.factory)
    called = (s.callable for s in case.statements if isinstance(s, CallStatement))
    touched = [touch for name in called for touch in at.touched.get(name, ())]
    return ((surrounded(case, touched, at.factory) if touched else None) or case,)


# Towards a goal


def _has_misses(at: Situation) -> bool:
    return bool(at.misses)


def _aimed(at: Situation) -> Sequence[TestCase]:
    """Input-to-state: what a comparison saw is rewritten in the input to what it was compared with."""
    if at.parent is None:
        return ()
    operands, wanted = at.factory.rng.choice(at.misses)
    aimer = aim_at_type if operands.op in TYPE_TESTS else aim
    children = _only(aimer(at.parent.case, operands, wanted, at.factory), at)
    is_done = at.factory.rng.random() < UNCHANGED
    return children if is_done else [_mutated(child, at) for child in children]


def _is_in_function_returned(at: Situation) -> bool:
    return (
        at.parent is not None
        and at.goal is not None
        and is_returned(at.goal.steps[-1])
        and not at.parent.covers(at.goal)
    )


def _followed(at: Situation) -> Sequence[TestCase]:
    """Call or enter what the test's calls returned."""
    return () if at.parent is None else _only(followed(at.parent.case, at.factory), at)


# After what the last run said


def _failed(at: Situation) -> bool:
    return at.parent is not None and at.parent.result.exception is not None


def _is_worth_repair(at: Situation) -> bool:
    """Whether the parent failed in a new way, with a hint, or where nothing more decides about its goal."""
    if at.parent is None or at.parent.result.exception is None:
        return False
    is_in_vain = at.goal is not None and at.goal.parent is None and at.parent.covers(at.goal)
    return at.is_failure or is_in_vain or bool(at.parent.result.exception.hint)


def _guided(at: Situation) -> Sequence[TestCase]:
    """Do what the exception that ended the test suggests."""
    error = None if at.parent is None else at.parent.result.exception
    if at.parent is None or error is None:
        return ()
    return _only(guided(at.parent.case, error, at.factory), at)


def _touched(at: Situation) -> bool:
    return at.parent is not None and bool(at.parent.result.touched) and at.settings.has("environment")


def _surrounded(at: Situation) -> Sequence[TestCase]:
    """Prepare a part of the environment that the test touched."""
    if at.parent is None:
        return ()
    return _only(surrounded(at.parent.case, at.parent.result.touched, at.factory), at)


def _has_state(at: Situation) -> bool:
    return at.parent is not None and bool(at.factory.subject.state) and at.settings.has("environment")


def _stated(at: Situation) -> Sequence[TestCase]:
    """Give a variable of the module another value."""
    return () if at.parent is None else _only(stated(at.parent.case, at.factory), at)


def _has_collaborators(at: Situation) -> bool:
    return at.parent is not None and bool(at.factory.subject.collaborators)


def _replaced(at: Situation) -> Sequence[TestCase]:
    """Put a double where the subject calls something imported, when doubles are due."""
    if at.parent is None or not at.factory.last_resort.doubles(at.factory.rng):
        return ()
    return _only(replaced(at.parent.case, at.factory), at)


# Blind changes


def _may_cross(at: Situation) -> bool:
    return at.parent is not None and at.goal is None


def _crossed(at: Situation) -> Sequence[TestCase]:
    """Exchange the tails of two tests, and mutate both."""
    other = at.mate()
    if at.parent is None or other is None:
        return ()
    parents = (at.parent.case, other.case)
    children = cross(*parents, at.factory, at.settings.max_statements)
    whole = (
        parent if is_broken(child, at.factory) else child
        for child, parent in zip(children, parents, strict=True)
    )
    return [_mutated(case, at) for case in whole]


def _has_parent(at: Situation) -> bool:
    return at.parent is not None


def _changed(at: Situation) -> Sequence[TestCase]:
    """Delete, change and insert statements."""
    return () if at.parent is None else (_mutated(at.parent.case, at),)


OPERATORS: tuple[Operator, ...] = (
    Operator("aim at comparison", 4.0, _has_misses, _aimed),
    Operator("repair", 6.0, _is_worth_repair, _guided),
    Operator("use result", 1.5, _is_in_function_returned, _followed),
    Operator("follow exception", 0.7, _failed, _guided),
    Operator("prepare environment", 0.8, _touched, _surrounded),
    Operator("set module variable", 0.1, _has_state, _stated),
    Operator("replace collaborator", 0.4, _has_collaborators, _replaced),
    Operator("crossover", 1.5, _may_cross, _crossed),
    Operator("mutate", 1.0, _has_parent, _changed),
    Operator(NEW_TEST, 0.3, lambda at: at.goal is None, _new),
)
"""The weights follow how often each was chosen when the search was tuned by hand.

New tests are the dearest to make, and win most at the beginning: with a larger weight they take over.
"""
