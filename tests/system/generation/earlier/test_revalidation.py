"""Suites of units that use something which has changed."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from testloom.generation.earlier.revalidation import revalidated
from testloom.model.generation_request import Earlier, GenerationRequest, Target
from tests.projects import pyproject

TESTS = """\
from shop import price


def test_price():
    assert price(2) == 4


def test_none():
    assert price(0) == 1
"""


def request(folder: Path, *functions: str) -> GenerationRequest:
    folder.mkdir(exist_ok=True)
    (folder / "pyproject.toml").write_text(pyproject("shop"))
    (folder / "shop.py").write_text("def price(amount):\n    return amount * 2\n")
    (folder / "tests").mkdir()
    (folder / "tests" / "test_shop.py").write_text(TESTS)
    earlier = (Earlier("price", to_beat=(3, 2), to_revalidate=functions),)
    return GenerationRequest(
        (Target(folder / "shop.py", "price"),), Path(sys.executable), folder, earlier=earlier
    )


def beaten(folder: Path, *functions: str) -> tuple[int, int] | None:
    asked = request(folder, *functions)
    [entry] = revalidated(asked, folder / "shop.py", folder / "tests" / "test_shop.py").earlier
    return entry.to_beat


def test_a_suite_that_still_passes_has_to_be_beaten(tmp_path: Path) -> None:
    assert beaten(tmp_path, "test_price") == (3, 2)


def test_a_suite_of_which_a_test_fails_makes_way_for_any(tmp_path: Path) -> None:
    assert beaten(tmp_path, "test_none", "test_price") is None


def test_a_suite_that_is_not_in_its_file_makes_way_for_any(tmp_path: Path) -> None:
    assert beaten(tmp_path, "test_gone") is None


def test_only_a_suite_that_still_passes_may_grow(tmp_path: Path) -> None:
    grow = {}
    for name in ("test_price", "test_none"):
        asked = request(tmp_path / name, name)
        entry = replace(asked.earlier[0], to_beat=None, grows=True)
        tests = tmp_path / name / "tests" / "test_shop.py"
        [entry] = revalidated(replace(asked, earlier=(entry,)), tmp_path / name / "shop.py", tests).earlier
        grow[name] = entry.grows

    assert grow == {"test_price": True, "test_none": False}


def test_nothing_is_run_where_there_is_no_doubt(tmp_path: Path) -> None:
    asked = request(tmp_path)

    assert revalidated(asked, tmp_path / "shop.py", tmp_path / "none.py") is asked
