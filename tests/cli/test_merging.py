"""Generating again into a file that its user has worked on."""

from __future__ import annotations

import sys
from pathlib import Path

from .command import run

OPTIONS = ("--python", sys.executable, "--executions", "400", "--seed", "4")
FIXTURE = "@pytest.fixture\ndef   purse():  # an odd layout\n    return  Account( 3 )\n"


def generated(project: Path) -> Path:
    assert run(project, "generate", "shop.py", *OPTIONS).status == 0
    return project / "tests" / "test_shop.py"


def functions(text: str) -> list[str]:
    return [line.split("(")[0].removeprefix("def ") for line in text.splitlines() if line.startswith("def ")]


def test_generating_twice_changes_nothing(project: Path) -> None:
    first = generated(project).read_text()

    assert generated(project).read_text() == first


def test_what_a_user_edited_renamed_deleted_and_added_stays(project: Path) -> None:
    file = generated(project)
    text = file.read_text()
    renamed, edited, deleted, *_ = [name for name in functions(text) if name.startswith("test_")]
    text = text.replace(f"def {renamed}(", "def test_as_i_call_it(")
    start = text.index(f"def {edited}(")
    text = text[:start] + text[start:].replace("    ", "    # mine now\n    checked = True\n    ", 1)
    text = without(text, deleted) + "\n\n# what I need below\n\n\n" + FIXTURE
    file.write_text(text)

    generated(project)

    assert file.read_text() == text
    assert generated(project).read_text() == text


def without(text: str, name: str) -> str:
    """The file without a function, which its user has deleted."""
    blocks = text.split("\n\n\n")
    return "\n\n\n".join(block for block in blocks if f"def {name}(" not in block)


def test_tests_that_no_longer_pass_are_told_by_what_has_changed(project: Path) -> None:
    text = generated(project).read_text()
    shop = project / "shop.py"
    changed = shop.read_text().replace("number % 2 == 0", "number % 2 == 1")
    changed = changed.replace("amount: int)", "amount: int, fee: int)").replace(
        "-= amount", "-= amount + fee"
    )
    shop.write_text(changed)

    ended = run(project, "generate", "shop.py", *OPTIONS, "--json")

    reasons = {event["name"]: event["reason"] for event in ended.events if event["event"] == "outdated"}
    assert {reason for name, reason in reasons.items() if "even" in name} == {"behaviour-changed"}
    assert {reason for name, reason in reasons.items() if "withdraw" in name} == {"signature-changed"}
    assert set(reasons) <= set(functions(text))


def test_a_test_that_fails_beside_those_of_the_file_is_discarded(project: Path) -> None:
    file = project / "tests" / "test_shop.py"
    mine = (
        "import pytest\n\nimport shop\n\n\n"
        "@pytest.fixture(autouse=True)\ndef everything_is_even(monkeypatch):\n"
        '    monkeypatch.setattr("shop.Account.withdraw", lambda self, amount: 42)\n'
    )
    file.write_text(mine)

    ended = run(project, "generate", "shop.py", *OPTIONS, "--json")

    reasons = [event["reason"] for event in ended.events if event["event"] == "discarded"]
    assert reasons and all("together with the tests in test_shop.py" in reason for reason in reasons)
    assert "withdraw(" not in file.read_text().replace(mine, "")
    assert "is_even" in file.read_text()
