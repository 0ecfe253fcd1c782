"""The operators of the search, the most general last."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from testloom.model.execution import Touch
from testloom.model.statements import CallStatement, TestCase
from testloom.model.statements.environment import EnvironmentStatement
from testloom.search.goals.distances import is_returned
from testloom.search.operators.companions.calling import called_publicly, privately_called
from testloom.search.operators.companions.covering import is_broken
from testloom.search.operators.companions.detouring import detoured, fails_in_vain
from testloom.search.operators.companions.preparing import followed_up, is_prepared, preparing
from testloom.search.operators.creation import followed, private_test, random_test, uncalled_test
from testloom.search.operators.crossover import cross
from testloom.search.operators.directed.comparisons.matching import aim
from testloom.search.operators.directed.comparisons.retyping import TYPE_TESTS, aim_at_type
from testloom.search.operators.directed.comparisons.stepping import is_numeric, stepped
from testloom.search.operators.directed.exceptions.repair import repaired
from testloom.search.operators.directed.handlers import handler_of, with_failure
from testloom.search.operators.directed.supplying import seeks_in_vain, supplying
from testloom.search.operators.directed.violating import violated
from testloom.search.operators.operator import Operator
from testloom.search.operators.replacing import replaced, stated
from testloom.search.operators.situation import Situation
from testloom.search.providers.environment import surrounded
from testloom.search.providers.knowledge import Knowledge

NEW_TEST = "new test"
UNCHANGED = 0.7
"""The probability that a directed change is not followed by a mutation: mostly one change is enough."""
NEAR = 0.5
"""The probability that values of a private call go into a test that only runs what may make such a call.

Such a test prepares what is read before the call is made.
"""


def _mutated(case: TestCase, at: Situation) -> TestCase:
    return at.mutator.mutated(case, at.knowledge, at.settings.max_statements)


def _changed_by(
    change: Callable[[TestCase, Knowledge], TestCase | None],
) -> Callable[[Situation], Sequence[TestCase]]:
    """Propose what a change makes of the parent that asks for nothing but the test."""
    return lambda at: at.fitting(change(at.parent.case, at.knowledge))


# New tests


def new_test(knowledge: Knowledge, touched: Mapping[str, Mapping[Touch, None]]) -> TestCase:
    """Make a new test, with something that its calls were seen to touch before."""
    case = random_test(knowledge)
    called = (s.callable for s in case.calls)
    touches = [touch for name in called for touch in touched.get(name, ())]
    return (surrounded(case, touches, knowledge) if touches else None) or case


def _has_no_goal(at: Situation) -> bool:
    return at.goal is None


def _new(at: Situation) -> Sequence[TestCase]:
    return (new_test(at.knowledge, at.touched),)


def _has_private_targets(at: Situation) -> bool:
    return at.goal is None and bool(at.knowledge.targets.private)


def _private(at: Situation) -> Sequence[TestCase]:
    """Call something private, when that is due."""
    return at.fitting(private_test(at.knowledge))


def _has_uncalled_targets(at: Situation) -> bool:
    return at.goal is None and bool(at.knowledge.targets.uncalled)


def _uncalled(at: Situation) -> Sequence[TestCase]:
    """Call a target that no test has run."""
    return at.fitting(uncalled_test(at.knowledge))


def _called_privately(at: Situation) -> list[tuple[TestCase, CallStatement]]:
    """The tests that are kept although they call something private, and their private calls."""
    kept = dict.fromkeys(test.case for test in at.kept() if test.is_last_resort)
    return [(case, call) for case in kept if (call := privately_called(case)) is not None]


def _calls_privately(at: Situation) -> bool:
    return at.goal is None and at.knowledge.callers.is_any and bool(_called_privately(at))


def _through_callers(at: Situation) -> Sequence[TestCase]:
    """Have something public make the private call of a test that is kept."""
    case, call = at.knowledge.rng.choice(_called_privately(at))
    hosts = _running(at.knowledge.callers.probes_of(call.callable), at) or _reading(call, at)
    return at.fitting(called_publicly(case, call, hosts, at.knowledge))


def _reading(call: CallStatement, at: Situation) -> Sequence[TestCase]:
    """The tests that run a public caller and prepare what it may read before the private call."""
    callers = at.knowledge.callers
    near = (callers.probes_of(way.caller.id) for way in callers.of(call.callable))
    running = _running(frozenset[int]().union(*near), at)
    hosts = [case for case in running if any(isinstance(s, EnvironmentStatement) for s in case)]
    return hosts if hosts and at.knowledge.rng.random() < NEAR else ()


def _running(probes: frozenset[int], at: Situation) -> list[TestCase]:
    """The tests without last resorts that are kept and run some code."""
    hosts = (t.case for t in at.kept() if not t.is_last_resort and not probes.isdisjoint(t.hits))
    return list(dict.fromkeys(hosts))


# Towards a goal


def _may_be_prepared(at: Situation) -> bool:
    return is_prepared(at.parent.case, at.knowledge)


def _keeps_state(at: Situation) -> bool:
    return at.knowledge.preparers.is_any


def _followed_up(at: Situation) -> Sequence[TestCase]:
    """Go on where a test that is kept has got its objects to: with a call that looks at what it changed."""
    ended = [kept.case for kept in at.kept() if kept.result.exception is None]
    if not ended:
        return ()
    codes = () if at.goal is None else at.goal.codes
    return at.fitting(followed_up(at.knowledge.rng.choice(ended), codes, at.knowledge))


def _prepared(at: Situation) -> Sequence[TestCase]:
    """Insert a call that prepares the one which failed, if there are such, or any other."""
    case, knowledge = at.parent.case, at.knowledge
    failed = at.parent.result.statement
    ways = list(preparing(case, knowledge, failed)) if failed is not None else []
    ways = ways or list(preparing(case, knowledge))
    return at.fitting(knowledge.rng.choice(ways)()) if ways else ()


def _has_misses(at: Situation) -> bool:
    return bool(at.misses)


def _aimed(at: Situation) -> Sequence[TestCase]:
    """Input-to-state: what a comparison saw is rewritten in the input to what it was compared with."""
    operands, wanted = at.knowledge.rng.choice(at.misses)
    aimer = aim_at_type if operands.op in TYPE_TESTS else aim
    children = at.fitting(aimer(at.parent.case, operands, wanted, at.knowledge))
    is_done = at.knowledge.rng.random() < UNCHANGED
    return children if is_done else [_mutated(child, at) for child in children]


def _has_numeric_misses(at: Situation) -> bool:
    return is_numeric(at.misses)


def _stepped(at: Situation) -> Sequence[TestCase]:
    """Move one number of the test in both directions."""
    children = stepped(at.parent.case, at.misses, at.knowledge.rng)
    return [child for case in children for child in at.fitting(case)]


def _is_in_function_returned(at: Situation) -> bool:
    return at.goal is not None and is_returned(at.goal.steps[-1]) and not at.parent.covers(at.goal)


def _has_limits(at: Situation) -> bool:
    return at.knowledge.has_limits


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
    return () if error is None else at.fitting(repaired(at.parent.case, error, at.knowledge))


def _fails_in_vain(at: Situation) -> bool:
    return fails_in_vain(at.parent.case, at.parent.result.statement, at.knowledge)


def _detoured(at: Situation) -> Sequence[TestCase]:
    """Call something else of the object than what fails whatever it is given."""
    return at.fitting(detoured(at.parent.case, at.parent.result.statement, at.knowledge))


def _touched(at: Situation) -> bool:
    return bool(at.parent.result.touched) and at.settings.has("environment")


def _surrounded(at: Situation) -> Sequence[TestCase]:
    """Prepare a part of the environment that the test touched."""
    return at.fitting(surrounded(at.parent.case, at.parent.result.touched, at.knowledge))


def _seeks_in_vain(at: Situation) -> bool:
    return seeks_in_vain(at.parent.result.touched, at.knowledge)


def _supplied(at: Situation) -> Sequence[TestCase]:
    """Put into the test what it was seen to look for in vain."""
    steps = supplying(at.parent.case, at.parent.result.touched, at.knowledge)
    return at.fitting(at.knowledge.rng.choice(steps)()) if steps else ()


def _has_state(at: Situation) -> bool:
    return bool(at.knowledge.subject.state) and at.settings.has("environment")


def _has_collaborators(at: Situation) -> bool:
    return bool(at.knowledge.subject.collaborators)


def _replaced(at: Situation) -> Sequence[TestCase]:
    """Put a double where the subject calls something imported, when doubles are due."""
    if not at.knowledge.last_resort.doubles(at.knowledge.rng):
        return ()
    return at.fitting(replaced(at.parent.case, at.knowledge))


def _is_handled(at: Situation) -> bool:
    return at.goal is not None and handler_of(at.goal, at.knowledge.subject) is not None


def _failing(at: Situation) -> Sequence[TestCase]:
    """Have a call fail that the handler which the goal waits for is there for."""
    return () if at.goal is None else at.fitting(with_failure(at.parent.case, at.goal, at.knowledge))


# Blind changes


def _crossed(at: Situation) -> Sequence[TestCase]:
    """Exchange the tails of two tests, and mutate both."""
    parents = (at.parent.case, at.mate().case)
    children = cross(*parents, at.knowledge, at.settings.max_statements)
    whole = (
        parent if is_broken(child, at.knowledge) else child
        for child, parent in zip(children, parents, strict=True)
    )
    return [_mutated(case, at) for case in whole]


def _always(at: Situation) -> bool:
    return True


def _changed(at: Situation) -> Sequence[TestCase]:
    """Make a few mutations in a row."""
    return (_mutated(at.parent.case, at),)


OPERATORS: tuple[Operator[Situation], ...] = (
    Operator("aim at comparison", 4.0, _has_misses, _aimed),
    Operator("step towards number", 1.0, _has_numeric_misses, _stepped),
    Operator("repair", 6.0, _is_worth_repair, _repaired),
    Operator("prepare call", 1.0, _may_be_prepared, _prepared),
    Operator("follow up call", 1.0, _keeps_state, _followed_up),
    Operator("call by detour", 2.0, _fails_in_vain, _detoured),
    Operator("use result", 1.5, _is_in_function_returned, _changed_by(followed)),
    Operator("follow exception", 0.7, _failed, _repaired),
    Operator("prepare environment", 0.8, _touched, _surrounded),
    Operator("supply what is sought", 2.0, _seeks_in_vain, _supplied),
    Operator("set module variable", 0.1, _has_state, _changed_by(stated)),
    Operator("replace collaborator", 0.4, _has_collaborators, _replaced),
    Operator("fail call", 1.0, _is_handled, _failing),
    Operator("violate limit", 0.4, _has_limits, _changed_by(violated)),
    Operator("call uncalled target", 1.0, _has_uncalled_targets, _uncalled),
    Operator("call private name", 1.0, _has_private_targets, _private),
    Operator("call public caller", 0.7, _calls_privately, _through_callers),
    Operator("crossover", 1.5, _has_no_goal, _crossed),
    Operator("mutate", 1.0, _always, _changed),
    Operator(NEW_TEST, 0.3, _has_no_goal, _new),
)
"""The weights follow how often each operator was chosen when the search was tuned by hand.

New tests are the most expensive to make, and win most at the beginning: with a larger weight they take
over.
"""
