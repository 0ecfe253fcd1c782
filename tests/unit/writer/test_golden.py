from __future__ import annotations

import ast
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from testloom.writer import render

from .building import STYLE, SUBJECT
from .examples import EXAMPLES

GOLDEN = Path(__file__).parents[2] / "golden" / "written"
HABITS = {
    "asyncio": replace(STYLE, asynchronous="asyncio"),
    "asyncio_auto": replace(STYLE, asynchronous="asyncio-auto"),
    "anyio": replace(STYLE, asynchronous="anyio"),
    "type_hints": replace(STYLE, type_hints=True),
    "single_quotes": replace(STYLE, single_quotes=True, line_length=70),
    "imports": replace(STYLE, homes=frozenset({("shop", "fetch"), ("shop", "Account")})),
    "modules": replace(STYLE, whole=frozenset({"shop"})),
}
"""Ways of projects to write tests, which new tests follow."""


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_an_example_is_rendered_as_its_golden_file(name: str, update_golden: bool) -> None:
    text = render(EXAMPLES[name](), SUBJECT, None, STYLE).text
    golden = GOLDEN / f"test_{name}.py"
    if update_golden:
        golden.write_text(text, encoding="utf-8")

    assert text == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("habit", HABITS)
def test_a_habit_of_a_project_is_followed_as_in_its_golden_file(habit: str, update_golden: bool) -> None:
    tests = [*EXAMPLES["a_class_with_rules"](), *EXAMPLES["iteration_and_coroutines"]()]
    text = render(tests, SUBJECT, None, HABITS[habit]).text
    golden = GOLDEN.parent / "habits" / f"{habit}.txt"
    if update_golden:
        golden.write_text(text, encoding="utf-8")

    assert text == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_rendering_again_into_the_same_file_changes_nothing(name: str) -> None:
    first = render(EXAMPLES[name](), SUBJECT, None, STYLE)

    second = render(EXAMPLES[name](), SUBJECT, first.text, STYLE)

    assert second.text == first.text
    assert not any(test.is_new for test in second.tests)
    assert [test.case for test in second.tests] == [test.case for test in first.tests]


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_every_test_is_found_under_its_name(name: str) -> None:
    rendered = render(EXAMPLES[name](), SUBJECT, None, STYLE)

    functions = [node.name for node in ast.parse(rendered.text).body if isinstance(node, ast.FunctionDef)]

    assert {test.name for test in rendered.tests} == set(functions)
    assert len(functions) == len(set(functions))
    assert {test.id for test in rendered.tests} == {test.id for test in EXAMPLES[name]()}


@pytest.mark.process
def test_the_golden_files_pass_on_their_subject(tmp_path: Path) -> None:
    options = [
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:asyncio",
        "-W",
        "error",
        f"--basetemp={tmp_path}",
        "--rootdir",
        str(GOLDEN),
    ]

    done = _run("pytest", *options, "-c", "/dev/null", str(GOLDEN))

    assert done.returncode == 0, done.stdout


@pytest.mark.process
def test_the_golden_files_please_black() -> None:
    assert _run("black", "--check", "--quiet", str(GOLDEN), "--exclude", "shop").returncode == 0


ALIASES = ("--ignore", "UP017")
"""`datetime.UTC` is there from Python 3.11 on; tests run wherever their project may."""


@pytest.mark.parametrize(
    "rules", [ALIASES, ("--select", "E4,E7,E9,F")], ids=["today's rules", "the classic rules"]
)
@pytest.mark.process
def test_the_golden_files_please_ruff(rules: tuple[str, ...]) -> None:
    files = sorted(str(path) for path in GOLDEN.glob("test_*.py"))

    done = _run("ruff", "check", "--isolated", "--no-cache", "--config", f"src=['{GOLDEN}']", *rules, *files)

    assert done.returncode == 0, done.stdout


def _run(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-B", "-m", module, *arguments]
    return subprocess.run(command, cwd=GOLDEN, capture_output=True, text=True, timeout=120, check=False)
