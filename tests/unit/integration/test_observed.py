"""What a source does not tell of its calls, runs do."""

from __future__ import annotations

from pathlib import Path

from testloom.integration import couple, open_calls, with_observed
from testloom.model.execution import SeenCall
from tests.unit.integration.projects import Project, lines

FILES = {
    "a/__init__.py": "",
    "a/desk.py": """
        def ask(rules, amount, decide):
            if amount:
                return rules.allow(amount)
            if decide:
                return decide(amount)
            return str(amount)
        """,
    "a/rules.py": """
        class Rules:
            def allow(self, amount):
                return 1 if amount else 2

        class Others:
            def allow(self, amount):
                return 3
        """,
}


def seen(project: Project, line: int, callee_line: int) -> SeenCall:
    files = [str(project.sources.root / name) for name in ("a/desk.py", "a/rules.py")]
    return SeenCall(files[0], line, files[1], callee_line)


def test_a_call_that_was_seen_is_a_site(tmp_path: Path) -> None:
    project = Project(tmp_path, FILES)
    coupling = project.coupling("a.desk", "a.rules:Rules")
    assert "does not call Rules" in coupling.reason
    caller, callee = coupling.caller, coupling.callee
    assert [call.node.lineno for call in open_calls(caller, callee)] == [4, 6]

    found = couple(with_observed(caller, callee, [seen(project, 4, 3), seen(project, 7, 3)]), callee)

    assert not found.reason
    assert lines(found) == {(3, True, 4, True), (3, True, 4, False)}


def test_a_variable_may_run_anything(tmp_path: Path) -> None:
    project = Project(tmp_path, FILES)
    coupling = project.coupling("a.desk", "a.rules:Rules")

    found = couple(with_observed(coupling.caller, coupling.callee, [seen(project, 6, 3)]), coupling.callee)

    assert lines(found) == {(5, True, 4, True), (5, True, 4, False)}


def test_what_was_not_seen_to_run_the_callee_is_no_site(tmp_path: Path) -> None:
    project = Project(tmp_path, FILES)
    coupling = project.coupling("a.desk", "a.rules:Rules")

    found = couple(with_observed(coupling.caller, coupling.callee, [seen(project, 5, 3)]), coupling.callee)

    assert found.reason
