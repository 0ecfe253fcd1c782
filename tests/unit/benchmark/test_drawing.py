"""Modules that are drawn: the same for the same seed, part and packages."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.quality.drawing.candidates import can_import, candidates, packages, suitable_size
from tests.quality.drawing.choice import Part, draw
from tests.quality.drawing.manifest import CODAMOSA, DRAWN, Entry, Manifest, read
from tests.quality.drawing.selection import listed
from tests.quality.environments.errors import BenchError
from tests.quality.environments.packages import PINNED

GOLDEN = Path(__file__).parents[2] / "golden" / "drawn" / "part_1_of_6.json"
"""The modules that suit of the packages of a part, and what was drawn of them for the first results."""

FUNCTIONS = "".join(f"def f{number}():\n    x = 1\n    return x\n" for number in range(15))
PYTHON = Path(sys.executable)


@pytest.fixture(scope="module")
def golden() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(GOLDEN.read_text())
    return content


@pytest.mark.parametrize("seed", [1, 7])
def test_a_seed_draws_what_it_has_always_drawn(seed: int, golden: dict[str, Any]) -> None:
    found = {name: [Entry(module) for module in modules] for name, modules in golden["candidates"].items()}

    drawn = draw(found, seed, 15, 3, lambda entry: entry.module not in golden["not_importable"])

    assert [entry.module for entry in drawn] == golden["drawn"][str(seed)]


def test_a_part_has_the_packages_that_it_has_always_had(golden: dict[str, Any]) -> None:
    names = Part(1, 6).take(packages(PINNED / f"{DRAWN}.in"))

    assert set(golden["candidates"]) == set(names) - {"autopep8", "sh"}  # each is one large module


def test_parts_share_no_package_and_leave_none_out() -> None:
    names = packages(PINNED / f"{DRAWN}.in")

    parts = [Part(which, 6).take(names) for which in range(1, 7)]

    assert sorted(name for part in parts for name in part) == sorted(names)


@pytest.mark.parametrize("text", ["0/6", "7/6", "1", "one/two"])
def test_what_is_no_part_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        Part.parse(text)


def test_few_modules_of_a_package_are_drawn() -> None:
    found = {name: [Entry(f"{name}.m{number}") for number in range(9)] for name in ("one", "two")}

    drawn = draw(found, 1, 40, 2, lambda entry: True)

    assert sorted(entry.module.partition(".")[0] for entry in drawn) == ["one", "one", "two", "two"]


def test_what_runs_the_tests_is_not_drawn_from() -> None:
    assert not {"pytest", "coverage", "pytest-randomly"} & set(packages(PINNED / f"{DRAWN}.in"))


@pytest.mark.parametrize(
    ("text", "size"),
    [
        (FUNCTIONS, 45),
        ("def f():\n    return 1\n" * 3, 0),
        ("x = 1\n" * 50, 0),
        ("# Generated: do not edit.\n" + FUNCTIONS, 0),
        (FUNCTIONS + "x = 1\n" * 700, 0),
        ("def broken(:\n", 0),
    ],
    ids=["suits", "small", "no functions", "generated", "large", "no Python"],
)
def test_modules_suit_by_size_and_content(text: str, size: int, tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(text)

    assert suitable_size(tmp_path / "module.py") == size


@pytest.mark.process
def test_candidates_are_modules_of_installed_packages_without_their_tests() -> None:
    found = candidates(PYTHON, ["pytest", "not-installed-anywhere"])

    modules = [entry.module for entry in found["pytest"]]
    assert list(found) == ["pytest"]
    assert "_pytest.tmpdir" in modules
    assert modules == sorted(modules)
    assert found["pytest"][0].package == f"pytest=={pytest.__version__}"


@pytest.mark.process
def test_a_module_that_lacks_a_package_cannot_be_imported() -> None:
    assert can_import(PYTHON, "json.decoder")
    assert not can_import(PYTHON, "no_such_package.module")


def test_a_list_is_read_as_it_was_written(tmp_path: Path) -> None:
    drawn = Manifest("two", (Entry("a.b", "a==1", 50), Entry("c", "c==2", 60)))

    drawn.save(tmp_path / "drawn.json")

    assert read(tmp_path / "drawn.json") == drawn


def test_the_modules_of_the_published_benchmark_are_listed() -> None:
    listed = read(CODAMOSA)

    assert len(listed.modules) == 65
    assert listed.environment == "codamosa"


def test_a_few_modules_are_taken_from_all_of_a_list() -> None:
    listed = Manifest("ten", tuple(Entry(str(number)) for number in range(10)))

    assert [entry.module for entry in listed.spread(4).modules] == ["0", "2", "5", "7"]
    assert listed.spread(None) == listed.spread(11) == listed


def test_what_is_no_list_is_refused_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text("{}")

    with pytest.raises(BenchError, match=r"other.json is no list of modules .* `bench draw --out`"):
        read(tmp_path / "other.json")


@pytest.mark.process
def test_modules_that_are_not_installed_are_named(tmp_path: Path) -> None:
    Manifest("two", (Entry("pytest"), Entry("no_such.module"))).save(tmp_path / "list.json")

    with pytest.raises(BenchError, match=r"^Not installed for .*: no_such.module\."):
        listed(tmp_path / "list.json", "", None, tmp_path, PYTHON)


@pytest.mark.process
def test_modules_of_a_package_are_chosen_before_they_are_counted(tmp_path: Path) -> None:
    Manifest("two", (Entry("pytest"), Entry("coverage"))).save(tmp_path / "list.json")

    assert listed(tmp_path / "list.json", "cov", 1, tmp_path, PYTHON).modules == ("coverage",)
    with pytest.raises(BenchError, match="No module begins with flask of two"):
        listed(tmp_path / "list.json", "flask", None, tmp_path, PYTHON)
