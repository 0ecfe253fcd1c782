"""How source is taken apart: its lines as the editor and the parser count them, its tree without warnings."""

from __future__ import annotations

import ast
from pathlib import Path

SERVER = Path(__file__).parents[2] / "server"
NO_SOURCE = {
    "testloom/cli/showing/reached.py": "a table that rich has drawn",
    "testloom/cli/showing/table.py": "words of ours for a terminal",
    "testloom/continuous/detection/since.py": "what git says on standard error",
    "testloom/execution/load_failures.py": "what an interpreter says on standard error",
    "testloom/lsp/jobs/idle_generation.py": "what a program prints",
    "testloom/lsp/testing/project_tests.py": "what pytest prints",
    "testloom/measurement/reports.py": "messages and tracebacks of pytest",
    "testloom/measurement/runs.py": "what pytest prints",
    "testloom/measurement/results.py": "what pytest prints",
    "testloom/measurement/tools.py": "what an interpreter prints",
    "testloom/model/texts/messages.py": "messages of exceptions, of which a test holds a part",
    "testloom/repository/ignored.py": "what git says on standard error",
    "testloom/search/providers/inputs/types/plausibility.py": "a table of ours",
    "testloom/search/providers/inputs/values.py": "lines as a value of a test",
    "testloom/search/minimisation/plainness/simplicity.py": "lines of a value of a test",
    "testloom/capabilities/files/inputs.py": "lines of a file that a test writes",
    "testloom/subject/interpreters/interpreter.py": "what an interpreter says on standard error",
    "testloom/subject/interpreters/tools.py": "what tools print",
    "testloom_agent/loading_failures.py": "the message of an exception",
    "testloom_agent/redaction/documents.py": "a document that the code under test reads",
    "testloom_agent/execution/reporting/frameworks/responses.py": "what commands print, split as tests do it",
    "testloom_agent/redaction/withheld.py": "a document that the code under test reads",
    "testloom_agent/reflection/modules/constants.py": "words of a docstring",
}
"""What calls `splitlines` all the same, and on what: it ends lines at form feeds and U+2028, too."""


def splits(module: Path) -> bool:
    calls = (node.func for node in ast.walk(ast.parse(module.read_bytes())) if isinstance(node, ast.Call))
    return any(isinstance(called, ast.Attribute) and called.attr == "splitlines" for called in calls)


def test_nothing_splits_source_at_what_is_no_line_end_in_python() -> None:
    found = {
        path.relative_to(SERVER).as_posix()
        for package in ("testloom", "testloom_agent")
        for path in (SERVER / package).rglob("*.py")
        if splits(path)
    }

    assert found <= set(NO_SOURCE), "use split_lines or plain_lines of testloom.model.texts.lines"


QUIET = {
    "testloom/model/texts/trees.py",
    "testloom/measurement/plugins/under_coverage.py",  # runs where Testloom cannot be imported
    "testloom/measurement/plugins/failures.py",  # reads what it has written itself
    "testloom/search/providers/inputs/texts/patterns.py",  # regular expressions
}


def parses(module: Path) -> bool:
    calls = (node.func for node in ast.walk(ast.parse(module.read_bytes())) if isinstance(node, ast.Call))
    found = {ast.unparse(called) for called in calls}
    return not found.isdisjoint({"ast.parse", "ast.literal_eval", "parser.parse", "re._parser.parse"})


def test_what_python_warns_of_in_the_source_of_a_project_is_not_told() -> None:
    found = {
        path.relative_to(SERVER).as_posix() for path in (SERVER / "testloom").rglob("*.py") if parses(path)
    }

    assert found <= QUIET, "use testloom.model.texts.trees"
