"""The unit tests that a pair has already, and what they spare its own tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from testloom.generation.mutants.analysis import Effort, MutationAnalysis
from testloom.generation.mutants.known import KnownTest
from testloom.generation.pairs.known import unit_tests
from testloom.generation.pairs.pairing import start_agent
from testloom.integration import Coupling
from testloom.measurement import never
from testloom.model.generation_request import GenerationRequest
from testloom.model.settings import Settings
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.oracle import Observed, observe_stable
from testloom.search import Budget, Chromosome, seeded
from testloom.search.run import make_knowledge
from testloom.subject import decode
from tests.projects import pyproject
from tests.unit.integration.projects import Project

FILES = {
    "pyproject.toml": pyproject("shop"),
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
                return -1
            return count
        """,
    "tests/test_stock.py": """
        from stock import take

        def test_there_are_nine_at_most():
            assert take(10) == -1
            assert take(9) == 9
            assert take(4) == 4
        """,
}


@pytest.fixture
def coupling(tmp_path: Path) -> Coupling:
    return Project(tmp_path, FILES).coupling("cart", "stock")


@pytest.fixture
def pair_request(tmp_path: Path) -> GenerationRequest:
    return GenerationRequest(
        (), Path(sys.executable), tmp_path, settings=Settings(seed=1), state=tmp_path / "state"
    )


def test_what_tests_of_the_callee_call_is_known(coupling: Coupling, pair_request: GenerationRequest) -> None:
    known = unit_tests(pair_request, coupling, None)
    calls = [s for test in known for s in test.case if isinstance(s, CallStatement)]

    assert {call.callable for call in calls} == {"stock:take"}


def test_each_result_of_the_test_of_a_user_is_looked_at() -> None:
    calls = ((LiteralStatement(n, n), CallStatement(n + 1, "stock:take", None, (n,))) for n in (1, 3, 5))
    whole = KnownTest(TestCase(tuple(statement for call in calls for statement in call)), asserts_all=True)
    lengths = [sum(isinstance(s, CallStatement) for s in part.case) for part in whole.parts]

    assert lengths == [1, 2, 3]
    assert KnownTest(whole.case).parts == (KnownTest(whole.case),)


def test_what_unit_tests_kill_need_not_be_killed_again(
    coupling: Coupling, pair_request: GenerationRequest
) -> None:
    known = unit_tests(pair_request, coupling, None)

    assert len(stronger(coupling, pair_request, known)) < len(stronger(coupling, pair_request, []))


def test_what_no_unit_test_asserts_is_still_to_be_killed(
    coupling: Coupling, pair_request: GenerationRequest
) -> None:
    asserting = unit_tests(pair_request, coupling, None)
    silent = [KnownTest(test.case, assertions=()) for test in asserting]

    assert len(stronger(coupling, pair_request, silent)) > len(stronger(coupling, pair_request, asserting))


def test_unit_tests_of_the_caller_are_varied_to_kill_what_they_do_not(
    tmp_path: Path, pair_request: GenerationRequest
) -> None:
    lengthy = {
        "cart.py": "import stock\n\ndef add(code):\n    return stock.rest(code) if code else code\n",
        "stock.py": "def rest(code):\n    return code[80:].strip() if len(code) > 80 else code\n",
    }
    coupling = Project(tmp_path, lengthy).coupling("cart", "stock")
    reaching = TestCase((LiteralStatement(1, "x" * 81), CallStatement(2, "cart:add", None, (1,))))

    found = [test.case for test in stronger(coupling, pair_request, [KnownTest(reaching)], "x")]

    values = [s.value for case in found for s in case if isinstance(s, LiteralStatement)]
    assert any(isinstance(value, str) and len(value) >= 80 for value in values)


def test_what_code_of_the_project_raises_is_noticed_too(
    tmp_path: Path, pair_request: GenerationRequest
) -> None:
    raising = {
        "cart.py": "import stock\n\ndef add(count):\n    return stock.take(count) if count else 0\n",
        "stock.py": "def take(count):\n    if count > 9:\n        raise ValueError\n    return count\n",
    }
    coupling = Project(tmp_path, raising).coupling("cart", "stock")

    assert "raised" in {test.result.end for test in stronger(coupling, pair_request, [])}


def test_tests_are_led_to_the_bound_of_a_comparison(tmp_path: Path, pair_request: GenerationRequest) -> None:
    bounded = {
        "cart.py": "import stock\n\ndef add(count):\n    return stock.take(count) if count else 0\n",
        "stock.py": "def take(count):\n    return 'all' if count > len('abc') * 4321 else 'some'\n",
    }
    coupling = Project(tmp_path, bounded).coupling("cart", "stock")

    found = stronger(coupling, pair_request, [])

    assert 12963 in [s.value for test in found for s in test.case if isinstance(s, LiteralStatement)]


def test_what_kills_a_fault_calls_the_caller(coupling: Coupling, pair_request: GenerationRequest) -> None:
    for test in stronger(coupling, pair_request, []):
        assert "cart:add" in {s.callable for s in test.case if isinstance(s, CallStatement)}


def stronger(
    coupling: Coupling, pair_request: GenerationRequest, known: list[KnownTest], argument: int | str = 5
) -> list[Chromosome]:
    """The tests that join one of the pair, which is far from the bound."""
    call = TestCase((LiteralStatement(1, argument), CallStatement(2, "cart:add", None, (1,))))
    with start_agent(pair_request, coupling) as agent:
        knowledge = make_knowledge(
            decode(agent.description), ["cart:add"], pair_request.settings, Budget(9.0)
        )
        [weak] = seeded([call], knowledge)
        file = coupling.callee.module.file
        with MutationAnalysis(pair_request, file, None, never, coupling, known) as analysis:
            [observations] = observe_stable([weak], agent)
            assert observations is not None
            [assessment] = analysis.assess([Observed(weak, observations)])
            observed = [Observed(weak, observations, assessment)]
            return analysis.strengthen(observed, (), knowledge, agent, Effort(executions=2_000))
