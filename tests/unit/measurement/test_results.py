"""The outcome of a test goes by its name, whatever a plugin has added to its id."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.measurement import CaseOutcome, TestRun, place_in

RUN = TestRun(
    {
        "test_plain": CaseOutcome("passed"),
        "test_table[row 1]": CaseOutcome("passed", ids=("row 1",)),
        "test_fetch[asyncio]": CaseOutcome("passed", ids=("asyncio",)),
        "test_send[asyncio]": CaseOutcome("passed", ids=("asyncio",)),
        "test_send[trio]": CaseOutcome("failed", "no", ids=("trio",)),
        "test_rows[asyncio-row 1]": CaseOutcome("passed", ids=("asyncio", "row 1")),
        "test_rows[asyncio-row 2]": CaseOutcome("skipped", ids=("asyncio", "row 2")),
        "test_rows[asyncio-row 2-row 3]": CaseOutcome("failed", ids=("asyncio", "row 2-row 3")),
    }
)


@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        ("test_plain", "passed"),
        ("test_table[row 1]", "passed"),
        ("test_fetch", "passed"),
        ("test_send", "failed"),
        ("test_rows[row 1]", "passed"),
        ("test_rows[row 2]", "skipped"),
    ],
)
def test_the_worst_of_several_runs_counts(name: str, outcome: str) -> None:
    ended = RUN.case(name)

    assert ended is not None and ended.outcome == outcome


@pytest.mark.parametrize("name", ["test_table[row 2]", "test_fetch[row 1]", "test_fet", "test_plain[x]"])
def test_what_did_not_run_has_none(name: str) -> None:
    assert RUN.case(name) is None


FROZEN = '  File "<frozen importlib._bootstrap>", line 1324, in _find_and_load_unlocked\n'


@pytest.mark.parametrize(
    ("frames", "place"),
    [
        ([], ""),
        (["/lib/importlib/__init__.py"], "/lib/importlib/__init__.py:1"),
        (["/shop/conftest.py", "/lib/importlib/__init__.py"], "conftest.py:1"),
    ],
)
def test_code_without_a_file_is_no_place_of_a_failure(frames: list[str], place: str) -> None:
    lines = [f'  File "{file}", line 1, in <module>\n' for file in frames]

    assert place_in("".join([*lines, FROZEN, "ModuleNotFoundError: no"]), Path("/shop")) == place
