"""Tests are run with each mutant that they reach, and what they see of it is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from testloom.execution import Agent, AgentSettings
from testloom.model.errors import AgentError
from testloom.model.mutation import Difference, Effect
from testloom.model.statements import AttributeStatement, CallStatement, CollectionStatement, LiteralStatement
from testloom.model.statements import TestCase as Case
from tests.agent.cases import call, case
from tests.agent.conftest import SUBJECTS

ACCOUNT = (LiteralStatement(0, 10), CallStatement(1, "faults:Account", None, (0,)), LiteralStatement(2, 4))
WITHDRAWAL = case(*ACCOUNT, CallStatement(3, "faults:Account.withdraw", 1, (2,)))


@pytest.fixture(scope="module")
def agent(python: Path) -> Iterator[Agent]:
    with Agent.start(python, SUBJECTS / "faults.py", SUBJECTS, AgentSettings(with_mutants=True)) as started:
        yield started


def effects(agent: Agent, test: Case) -> dict[tuple[str, str], Effect]:
    """What each mutant does to the test, by its source before and after."""
    [assessment] = agent.assess([test])
    assert assessment is not None
    by_id = {mutant.id: (mutant.before, mutant.after) for mutant in agent.mutants}
    return {by_id[key]: effect for key, effect in assessment.effects.items()}


def test_a_mutant_that_changes_nothing_survives(agent: Agent) -> None:
    assert effects(agent, call("faults:unused", 5))["a or 0", "a and 0"] == Effect("survived")


def test_a_mutant_that_changes_nothing_where_it_is_reached_is_not_run(agent: Agent) -> None:
    found = effects(agent, WITHDRAWAL)

    assert found["amount > self.balance", "amount >= self.balance"] == Effect("survived", infects=False)
    assert found["amount > self.balance", "amount != self.balance"].infects


def test_another_address_in_a_message_is_no_difference(agent: Agent) -> None:
    found = effects(agent, call("faults:refuse", 5))

    assert found["n + 1", "n - 1"] == Effect("survived")


def test_a_changed_result_is_told(agent: Agent) -> None:
    found = effects(agent, call("faults:first", "ab"))

    assert found["return items[0]", "return None"] == Effect("differs", (Difference(1, "value"),))


def test_changed_attributes_are_told_by_name(agent: Agent) -> None:
    found = effects(agent, WITHDRAWAL)

    assert found["self.balance -= amount", "self.balance += amount"] == Effect(
        "differs", (Difference(3, "receiver", (1, "balance")),)
    )


def test_what_differs_before_the_last_statement_is_told_where_that_still_shows_it(agent: Agent) -> None:
    found = effects(agent, WITHDRAWAL)

    assert found["'nobody'", "''"].differences == (Difference(3, "receiver", (1, "owner")),)


def test_a_changed_argument_and_output_are_told(agent: Agent) -> None:
    found = effects(
        agent, case(CollectionStatement(0, "list", ()), CallStatement(1, "faults:fill", None, (0,)))
    )

    assert found["items.append(len(items) * 2)", "pass"].differences == (
        Difference(1, "output"),
        Difference(1, "argument", (0,)),
    )


def test_an_exception_that_is_missing_is_told(agent: Agent) -> None:
    test = case(LiteralStatement(9, 99), *ACCOUNT, CallStatement(3, "faults:Account.withdraw", 1, (9,)))
    found = effects(agent, test)

    raising = "raise ValueError(f'balance is {self.balance}')"
    assert Difference(3, "exception") in found[raising, "pass"].differences
    assert found[raising, "raise LookupError"].differences == (Difference(3, "exception"),)


def test_an_exception_that_was_not_there_needs_no_assertion(agent: Agent) -> None:
    found = effects(agent, call("faults:first", ""))

    assert found["IndexError", "()"] == Effect("raised")


def test_a_mutant_that_hangs_is_stopped(agent: Agent) -> None:
    assert effects(agent, call("faults:countdown", 3))["n -= 1", "pass"] == Effect("timeout")


def test_a_mutant_that_hangs_is_left_out_of_later_tests(agent: Agent) -> None:
    assessments = agent.assess([call("faults:countdown", n) for n in (1, 2, 3, 4)])
    [hanging] = [one.id for one in agent.mutants if (one.before, one.after) == ("n -= 1", "pass")]

    assert [hanging in one.effects for one in assessments if one] == [True, True, False, False]


def test_a_mutant_that_ends_the_process_is_killed_and_the_rest_goes_on(agent: Agent) -> None:
    found = effects(agent, call("faults:leave", 3))

    assert found["n == 3", "False"] == Effect("killed")
    assert found["return 1", "return None"].end == "differs"


def test_only_mutants_that_a_test_reaches_are_run(agent: Agent) -> None:
    [assessment] = agent.assess([call("faults:unused", 5)])

    assert assessment is not None
    functions = {mutant.function for mutant in agent.mutants if mutant.id in assessment.effects}
    assert functions == {"unused"}


def test_each_run_begins_with_the_same_state(agent: Agent) -> None:
    [first, second] = agent.assess([call("faults:remember", 1)] * 2)

    assert first == second
    assert first is not None
    assert [effect.end for effect in first.effects.values()].count("survived") == 0


def test_a_test_that_does_not_end_is_not_assessed(agent: Agent) -> None:
    died, alive = agent.assess([call("faults:leave", 4), call("faults:unused", 5)])

    assert died is None and alive is not None


def test_when_the_time_is_over_the_rest_is_not_assessed(agent: Agent) -> None:
    assert agent.assess([WITHDRAWAL] * 3, seconds=0.000001) == [None] * 3


def test_statements_of_any_kind_are_compared(agent: Agent) -> None:
    test = case(*ACCOUNT, AttributeStatement(3, 1, "owner"))

    assert Difference(3, "value") in effects(agent, test)["'nobody'", "''"].differences


def test_an_agent_without_mutants_assesses_nothing(python: Path) -> None:
    with Agent.start(python, SUBJECTS / "faults.py", SUBJECTS) as plain, pytest.raises(AgentError):
        plain.assess([WITHDRAWAL])


def test_only_the_wanted_mutants_are_tried(agent: Agent) -> None:
    wanted = next(mutant.id for mutant in agent.mutants if mutant.function == "first")

    [assessment] = agent.assess([call("faults:first", "ab")], None, {wanted})

    assert assessment is not None and list(assessment.effects) == [wanted]


def test_a_test_that_has_to_kill_all_is_done_with_at_the_first_mutant_that_survives(agent: Agent) -> None:
    ends = {mutant: effect.end for mutant, effect in assessed(agent, call("faults:unused", 5)).items()}
    first = next(mutant for mutant, end in ends.items() if end in ("survived", "idle"))

    found = assessed(agent, call("faults:unused", 5), set(ends))

    assert list(found) == [mutant for mutant in ends if mutant <= first]
    assert len(found) < len(ends)


def test_a_test_that_has_to_kill_all_runs_with_none_if_it_does_not_reach_one(agent: Agent) -> None:
    reached, elsewhere = (
        next(mutant.id for mutant in agent.mutants if mutant.function == name) for name in ("unused", "first")
    )

    assert assessed(agent, call("faults:unused", 5), {reached, elsewhere}) == {}


def assessed(agent: Agent, test: Case, all_of: set[int] | None = None) -> Mapping[int, Effect]:
    """The effects of mutants on a test; if it has `all_of` them to kill, until one survives."""
    [assessment] = agent.assess([test], None, all_of, until_survived=all_of is not None)
    assert assessment is not None
    return assessment.effects
