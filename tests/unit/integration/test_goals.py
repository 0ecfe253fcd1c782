"""Coupled branches among the probes of loaded modules, and the calls that lead there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from testloom.execution import Agent, AgentSettings, Companions
from testloom.integration import Coupling, branch_goals, coupled_goals, traced, ways_of, with_results
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.model.subject import Callable, ProbedModule, Subject, SubjectClass
from testloom.search import Goal, GoalIndex
from testloom.subject import decode
from tests.unit.integration.projects import Project

pytestmark = pytest.mark.process
FILES = {
    "shop/__init__.py": "",
    "shop/desk.py": """
        from shop.rules import Rules

        class Desk:
            def __init__(self, rules: Rules):
                self.rules = rules

            def greet(self, name):
                return name

            def ask(self, amount):
                if amount and not amount > 9:
                    return self._decide(amount)

            def _decide(self, amount):
                return self.rules.allow(amount)

            def skip(self, amount):  # pragma: no cover
                if amount:
                    return self.rules.allow(amount)
        """,
    "shop/rules.py": """
        class Rules:
            def __init__(self):
                self.most = 5

            def allow(self, amount):
                for _ in range(amount):
                    if not amount < self.most:
                        return False
                return True

            def relax(self, most):
                self.most = most
        """,
}


@pytest.fixture(scope="module")
def coupling(tmp_path_factory: pytest.TempPathFactory) -> Coupling:
    return Project(tmp_path_factory.mktemp("shop"), FILES).coupling("shop.desk:Desk", "shop.rules:Rules")


@pytest.fixture(scope="module")
def agent(coupling: Coupling) -> Iterator[Agent]:
    file = coupling.caller.module.file
    companions = Companions([coupling.callee.module.file], traced(coupling.caller))
    with Agent.start(
        Path(sys.executable), file, file.parents[1], AgentSettings(companions=companions)
    ) as started:
        yield started


@pytest.fixture(scope="module")
def subject(agent: Agent) -> Subject:
    return decode(agent.description)


def asking(amount: int, most: int | None = None) -> TestCase:
    relaxing = [LiteralStatement(9, most), CallStatement(10, "shop.rules:Rules.relax", 1, (9,))]
    return TestCase(
        (
            CallStatement(1, "shop.rules:Rules"),
            *(relaxing if most is not None else ()),
            CallStatement(2, "shop.desk:Desk", None, (1,)),
            LiteralStatement(3, amount),
            CallStatement(4, "shop.desk:Desk.ask", 2, (3,)),
        )
    )


def met(goals: list[Goal], agent: Agent, case: TestCase) -> set[str]:
    [result] = agent.execute([case])
    hits = GoalIndex.of(goals).reached(case, result)
    return {goal.label for goal in goals if goal.index in hits}


def test_there_is_a_goal_for_each_pair_that_can_be_seen(coupling: Coupling, subject: Subject) -> None:
    goals = coupled_goals(subject, coupling)

    caller = "amount > 9 is false in Desk.ask"
    assert {goal.label for goal in goals} == {
        f"{caller}, then `for _ in range(amount)` is entered in Rules.allow",
        f"{caller}, then `for _ in range(amount)` ends in Rules.allow",
        f"{caller}, then not amount < self.most is true in Rules.allow",
        f"{caller}, then not amount < self.most is false in Rules.allow",
    }


def test_a_test_covers_the_pairs_of_which_it_reaches_both(
    coupling: Coupling, subject: Subject, agent: Agent
) -> None:
    goals = coupled_goals(subject, coupling)

    assert {
        label.rpartition(" in ")[0].partition(", then ")[2] for label in met(goals, agent, asking(2))
    } == {
        "`for _ in range(amount)` is entered",
        "`for _ in range(amount)` ends",
        "not amount < self.most is false",
    }
    assert any("self.most is true" in label for label in met(goals, agent, asking(7)))
    assert not any("self.most is true" in label for label in met(goals, agent, asking(7, 9)))
    assert met(goals, agent, asking(10)) == set()


def test_a_branch_that_no_condition_of_the_caller_leads_to_is_a_goal_by_itself(tmp_path: Path) -> None:
    files = {
        "cart.py": "import stock\n\ndef add(count):\n    return stock.take(count)\n",
        "stock.py": "def take(count):\n    return 9 if count > 9 else count\n",
    }
    coupling = Project(tmp_path, files).coupling("cart", "stock")
    companions = Companions([coupling.callee.module.file], traced(coupling.caller))
    with Agent.start(
        Path(sys.executable), coupling.caller.module.file, tmp_path, AgentSettings(companions=companions)
    ) as one:
        subject = decode(one.description)

    assert not coupled_goals(subject, coupling)
    assert {goal.label for goal in branch_goals(subject, coupling)} == {
        "count > 9 is true",
        "count > 9 is false",
        "add is called",
    }


def test_tests_call_the_caller_and_may_prepare_the_callee(coupling: Coupling, subject: Subject) -> None:
    ways = ways_of(coupling, subject)

    assert set(ways.targets) == {f"shop.desk:Desk{name}" for name in ("", ".greet", ".ask", ".skip")}
    assert set(ways.covering) == {"shop.desk:Desk.ask", "shop.desk:Desk.skip"}
    assert set(ways.preparing) == {"shop.rules:Rules.allow", "shop.rules:Rules.relax"}
    assert ways.hidden == ("shop.desk:Desk._decide",)


def test_what_a_private_module_defines_is_heard_where_the_package_offers_it(tmp_path: Path) -> None:
    project = Project(tmp_path, {"a/__init__.py": "", "a/_b.py": "class C:\n    def f(self): pass"})
    module = project.sources.module("a._b")
    assert module is not None

    found = traced(project.coupling("a._b:C", "a._b:C").caller)

    assert set(found) == {"a._b:C", "a:C"}


MAKING = {
    "a/__init__.py": "from a._b import C, made, several",
    "a/_b.py": """
        class C:
            @classmethod
            def of(cls, size):
                return cls()

        def made(size):
            return _made(size)

        def _made(size):
            return C()

        def several(size):
            return C() if size else D()

        async def later():
            return C()

        class D: pass
        """,
}


def test_functions_return_what_their_source_makes(tmp_path: Path) -> None:
    project = Project(tmp_path, MAKING)
    callables = (
        Callable("a:C.of", "classmethod"),
        Callable("a:made", "function"),
        Callable("a:several", "function"),
        Callable("a._b:later", "function", is_coroutine=True),
    )
    subject = Subject(
        "a._b",
        "b.py",
        callables={known.id: known for known in callables},
        classes={name: SubjectClass(name) for name in ("a:C", "a:D")},
        parts=(ProbedModule("a._b", range(0), range(0)),),
    )

    found = with_results(subject, project.sources, project.resolver)

    assert [known.returns.name for known in found.callables.values()] == ["a:C", "a:C", "any", "any"]


def test_watching_tells_who_calls_whom(agent: Agent) -> None:
    [watched] = agent.watch([asking(3)])

    calls = {(Path(c.file).name, c.line, Path(c.callee_file).name, c.callee_line) for c in watched.calls}
    assert ("desk.py", 16, "rules.py", 6) in calls
