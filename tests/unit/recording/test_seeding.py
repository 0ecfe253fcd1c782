"""Recorded calls of a file are what a search for it begins with."""

from __future__ import annotations

from pathlib import Path

from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.recording import RecordedCall, Recording, seeds_of
from testloom.recording.seeding import MOST_SEEDS


def call(module: str, text: str) -> RecordedCall:
    path = f"{module}:f"
    return RecordedCall(path, TestCase((LiteralStatement(1, text), CallStatement(2, path, None, (1,)))))


def test_the_smallest_calls_of_the_file_are_seeds_once_each() -> None:
    files = {"m": Path("/p/m.py"), "other": Path("/p/other.py")}
    texts = ["x" * length for length in range(MOST_SEEDS + 9, 0, -1)]
    calls = [call("other", "o"), *(call("m", text) for text in [*texts, "x"])]

    seeds = seeds_of(Recording(Path("/p"), Path("python"), files, tuple(calls), {}), {Path("/p/m.py")})

    assert [seed.statements[0] for seed in seeds] == [
        LiteralStatement(1, text) for text in reversed(texts[-MOST_SEEDS:])
    ]
