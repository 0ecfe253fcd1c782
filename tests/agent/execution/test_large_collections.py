"""Of a large collection in which something is looked for, a comparison tells members."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.execution import Agent
from tests.agent.cases import call

WORDS = """
KNOWN = {holder}
PLACES = [object() for _ in range(1_000)]

def is_known(word):
    if word in KNOWN:
        return True
    return False

def is_unknown(word):
    if word not in KNOWN:
        return True
    return False

def is_place(place):
    if place in PLACES:
        return True
    return False
"""


@pytest.mark.parametrize(
    "holder",
    [
        "{f'word{number}' for number in range(1_000)}",
        "[f'word{number}' for number in range(1_000)]",
        "{f'word{number}': number for number in range(1_000)}",
    ],
)
def test_members_are_told_of_what_has_many(holder: str, python: Path, tmp_path: Path) -> None:
    file = tmp_path / "subject.py"
    file.write_text(WORDS.format(holder=holder))

    with Agent.start(python, file, tmp_path) as agent:
        tests = [call(f"subject:{name}", "a") for name in ("is_known", "is_unknown", "is_place")]
        found, missed, places = (seen.comparisons for seen in agent.watch(tests))

    for [operands] in (found, missed):
        assert 50 <= len(operands.right) <= 64
        assert all(member.startswith("word") for member in operands.right)
    assert places[0].right.type == "builtins:list"


def test_the_same_members_are_told_whatever_the_order_of_hashes_is(python: Path, tmp_path: Path) -> None:
    file = tmp_path / "subject.py"
    file.write_text(WORDS.format(holder="{f'word{number}' for number in range(1_000)}"))
    told = []
    for _ in range(2):
        with Agent.start(python, file, tmp_path) as agent:
            [seen] = agent.watch([call("subject:is_known", "a")])
            told.append(seen.comparisons[0].right)

    assert told[0] == told[1]
