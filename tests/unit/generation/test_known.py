"""The unit tests that a pair has already, and what they spare its own tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from testloom.generation.known import unit_tests
from testloom.generation.mutation import Effort, MutationAnalysis
from testloom.generation.pairing import start_agent
from testloom.integration import Coupling
from testloom.measurement import never
from testloom.model.settings import Settings
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.model.wish import Wish
from testloom.oracle import Observed, observe_stable
from testloom.search import Budget, Chromosome
from testloom.search.run import make_factory
from testloom.subject import decode
from tests.unit.integration.projects import Project

FILES = {
    "pyproject.toml": "[project]\nname = 'shop'\n",
    "cart.py": """
        import stock

        def add(count):
            if count > 3:
                return stock.take(count)
            return 0
        """,
    "stock.py": """
        def take(count):
            if count > 9:
                return 9
            return count
        """,
    "tests/test_stock.py": """
        from stock import take

        def test_there_are_nine():
            assert take(10) == 9
            assert take(9) == 9
            assert take(4) == 4
        """,
}


@pytest.fixture
def coupling(tmp_path: Path) -> Coupling:
    return Project(tmp_path, FILES).coupling("cart", "stock")


@pytest.fixture
def wish(tmp_path: Path) -> Wish:
    return Wish((), Path(sys.executable), tmp_path, settings=Settings(seed=1), state=tmp_path / "state")


def test_handwritten_tests_of_the_callee_are_known(coupling: Coupling, wish: Wish) -> None:
    calls = [s for test in unit_tests(wish, coupling, None) for s in test if isinstance(s, CallStatement)]

    assert {call.callable for call in calls} == {"stock:take"}


def test_what_unit_tests_notice_need_not_be_noticed_again(coupling: Coupling, wish: Wish) -> None:
    known = unit_tests(wish, coupling, None)

    assert len(stronger(coupling, wish, known)) < len(stronger(coupling, wish, []))


def stronger(coupling: Coupling, wish: Wish, known: list[TestCase]) -> list[Chromosome]:
    """The tests that join one of the pair, which is far from the bound."""
    weak = TestCase((LiteralStatement(1, 5), CallStatement(2, "cart:add", None, (1,))))
    with (
        start_agent(wish, coupling) as agent,
        MutationAnalysis(wish, coupling.callee.module.file, None, never, coupling, known) as analysis,
    ):
        factory = make_factory(decode(agent.description), ["cart:add"], wish.settings, Budget(9.0))
        [assessment] = analysis.assess([weak])
        [observations] = observe_stable([weak], agent)
        assert observations is not None
        observed = [Observed(weak, observations, assessment)]
        return analysis.strengthen(observed, (), factory, agent, Effort(executions=2_000))
