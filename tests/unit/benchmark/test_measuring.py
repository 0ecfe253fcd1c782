"""Generators on modules: measured once, kept, and put beside each other."""

from __future__ import annotations

import csv
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.quality.environments.packages import Installation
from tests.quality.environments.revisions import Program
from tests.quality.judgement.court import Verdict
from tests.quality.measuring import generators, showing
from tests.quality.measuring.generators import Command, Task
from tests.quality.measuring.measurement import Measurement, load
from tests.quality.measuring.pairing import METRICS, Job, Pair, Pairing, difference
from tests.quality.measuring.shelf import RECORD, Shelf, found
from tests.quality.measuring.trial import Trial

PYTHON = Path(sys.executable)
TALKING = """
import json, pathlib, sys
module, out = sys.argv[1:3]
print(json.dumps({"event": "progress", "phase": "load"}), flush=True)
pathlib.Path(out, f"{module}_test.py").write_text(
    f"import {module}\\n\\ndef test_double():\\n    assert {module}.double(2) == 4\\n"
)
summary = {"executions_per_second": 250.0, "unreached": {"no-time": 2}, "discarded": {"flaky": 1}}
print(json.dumps({"event": "summary", **summary}), flush=True)
print("a warning", file=sys.stderr)
"""
COUNTING = """
import pathlib, sys
module, out, key, runs = sys.argv[1:]
with open(runs, "a") as file:
    file.write(f"{key}-{module}\\n")
sys.exit("no idea")
"""


@pytest.fixture
def place(tmp_path: Path) -> Installation:
    root = tmp_path / "root"
    root.mkdir()
    for name in ("first", "second"):
        (root / f"{name}.py").write_text("def double(x):\n    if x:\n        return 2 * x\n    return 0\n")
    return Installation("here", PYTHON, root)


def trial(place: Installation, folder: Path, key: str = "a", code: str = COUNTING) -> Trial:
    script = folder / "generator.py"
    script.write_text(code)
    words = (sys.executable, str(script), "{module}", "{out}", key, str(folder / "runs.txt"))
    return Trial(Command(words), place, 1, 1, Shelf.of(folder / "cache", key, place.key, 1, 1))


def runs(folder: Path) -> list[str]:
    return (folder / "runs.txt").read_text().split()


def measured(module: str = "m", percent: float = 50.0, **further: float) -> Measurement:
    known = {"status": 0, "began": 1000.0, "seconds": 5.0, "processor_seconds": 4.0, **further}
    return Measurement(module, ("generate",), Verdict(percent=percent, tests=3), **known)  # type: ignore[arg-type]


@pytest.mark.process
def test_what_a_generator_wrote_is_judged_and_what_it_said_is_kept(
    place: Installation, tmp_path: Path
) -> None:
    done = trial(place, tmp_path, code=TALKING).measure("first")

    assert (done.status, done.verdict.tests, done.verdict.failing, done.verdict.unstable) == (0, 1, 0, 0)
    assert 0 < done.verdict.percent < 100
    assert done.import_seconds is not None
    assert (done.executions_per_second, done.unreached, done.discarded) == (
        250.0,
        {"no-time": 2},
        {"flaky": 1},
    )
    assert list(done.phases) == ["start", "load", "end"]
    [folder] = found(tmp_path / "cache", "a", "first")
    assert load(folder / RECORD) == done
    assert (folder / "tests" / "first_test.py").is_file()
    assert {file.name for file in (folder / "judged" / "first").iterdir()} == {
        "coverage.json",
        "junit.xml",
        "pytest.log",
    }


@pytest.mark.process
def test_what_is_known_is_not_measured_again(place: Installation, tmp_path: Path) -> None:
    one = trial(place, tmp_path)

    assert one.measure("first") == one.measure("first")
    assert runs(tmp_path) == ["a-first"]

    replace(one, again=True).measure("first")
    assert runs(tmp_path) == ["a-first", "a-first"]


def test_other_circumstances_are_another_measurement(tmp_path: Path) -> None:
    shelves = {
        Shelf.of(tmp_path, *key)
        for key in [("a", "e", 3, 1), ("b", "e", 3, 1), ("a", "f", 3, 1), ("a", "e", 4, 1), ("a", "e", 3, 2)]
    }

    assert len(shelves) == 5


def test_a_measurement_that_was_interrupted_is_not_there(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)

    with pytest.raises(KeyboardInterrupt), shelf.making("module") as folder:
        measured().save(folder / RECORD)
        raise KeyboardInterrupt

    assert shelf.read("module") is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.process
def test_a_generator_that_fails_counts_and_says_so(place: Installation, tmp_path: Path) -> None:
    done = trial(place, tmp_path).measure("first")

    assert (done.verdict.percent, done.verdict.tests, done.note) == (0.0, 0, "exit 1, no tests")
    [folder] = found(tmp_path / "cache", "a", "first")
    assert (folder / "stderr.log").read_text() == "no idea\n"


@pytest.mark.process
def test_an_interrupted_comparison_goes_on_where_it_was(place: Installation, tmp_path: Path) -> None:
    pairing = Pairing(trial(place, tmp_path, "a"), trial(place, tmp_path, "b"))
    pairing.first.measure("first")  # and then it was interrupted

    pair = pairing.measure(Job(0, "first"))

    assert (pair.first.module, pair.second.module) == ("first", "first")
    assert runs(tmp_path) == ["a-first", "b-first"]


@pytest.mark.process
def test_who_goes_first_changes_from_module_to_module(place: Installation, tmp_path: Path) -> None:
    pairing = Pairing(trial(place, tmp_path, "a"), trial(place, tmp_path, "b"))

    for number, module in enumerate(("first", "second")):
        pairing.measure(Job(number, module))

    assert runs(tmp_path) == ["a-first", "b-first", "b-second", "a-second"]


def test_testloom_runs_with_the_code_of_its_commit(place: Installation) -> None:
    generator = generators.Testloom("abc", Program(Path("/checkout/server"), Path("/venv/python")))
    task = Task("first", place.root / "first.py", place, Path("/out"), 3.0, 7)

    assert generator.variables == {"PYTHONPATH": "/checkout/server"}
    assert (
        generator.command(task)
        == (
            f"/venv/python -m testloom generate {task.file} --python {PYTHON} --root {place.root} --out /out "
            "--budget 3 --seed 7 --json"
        ).split()
    )


def test_the_words_of_a_command_are_filled_in(place: Installation) -> None:
    task = Task("first", place.root / "first.py", place, Path("/out"), 2.5, 7)

    words = Command(("run", "{module}", "{file}", "-b{budget}", "{seed}", "{root}", "{x}")).command(task)

    assert words == ["run", "first", str(task.file), "-b2.5", "7", str(place.root), "{x}"]


def test_differences_are_those_of_pairs() -> None:
    pairs = [
        Pair(number, measured(percent=before), measured(percent=after))
        for number, (before, after) in enumerate([(10, 12), (90, 91), (50, 50), (70, 69)])
    ]

    found = difference(pairs, METRICS[0])

    assert found is not None
    assert (found.first, found.second, found.mean) == (55.0, 55.5, 0.5)
    assert (found.higher, found.equal, found.lower, found.superiority) == (2, 1, 1, 0.625)
    assert found.interval[0] < 0.5 < found.interval[1]


def test_a_metric_counts_where_both_have_it() -> None:
    [rate] = [metric for metric in METRICS if metric.name == "executions/s"]
    without, with_rate = measured(), measured(executions_per_second=100.0)

    assert difference([Pair(0, without, with_rate)], rate) is None
    both = difference([Pair(0, without, with_rate), Pair(1, with_rate, with_rate)], rate)
    assert both is not None
    assert (both.first, both.equal) == (100.0, 1)


def test_pairs_that_were_not_measured_in_turn_are_marked() -> None:
    soon = Pair(0, measured(began=1000.0), measured(began=1060.0))
    late = Pair(1, measured("n", began=1000.0), measured("n", began=9000.0))

    assert (soon.is_in_turn, late.is_in_turn) == (True, False)
    first, second = showing.pair_table([soon, late]).splitlines()[1:]
    assert "not in turn" not in first
    assert "not in turn" in second
    assert any(
        "1 of 2 pairs were not measured in turn" in remark for remark in showing.pair_remarks([soon, late])
    )


def test_a_search_that_never_began_is_told() -> None:
    starved = replace(measured(), phases={"start": 2.0, "load": 4.0, "end": 0.5})

    assert starved.note == "no search"
    assert any(
        remark.startswith("Measurements that ended before their search had begun: 1.")
        for remark in showing.pair_remarks([Pair(0, measured(), starved)])
    )
    assert replace(starved, phases={"start": 2.0, "load": 4.0, "search": 1.0}).note == ""


def test_tables_show_both_sides_and_how_far_they_are_apart() -> None:
    pair = Pair(0, measured(percent=50.0), measured(percent=52.0, status=1))

    [row] = showing.pair_table([pair]).splitlines()[1:]
    coverage = showing.difference_table([pair]).splitlines()[1]

    assert " ".join(row.split()) == "m B: exit 1 50.0 → 52.0 3 → 3 - → - 5.0 → 5.0 4.0 → 4.0 +2.0"
    assert " ".join(coverage.split()) == "coverage 50.00 52.00 +2.00 +2.00 … +2.00 1 0 0 1.00"


def test_rows_for_spreadsheets_have_numbers_of_both_kinds(tmp_path: Path) -> None:
    showing.save_rows(tmp_path / "rows.csv", [measured(percent=50.0, status=1)])

    with (tmp_path / "rows.csv").open() as file:
        [row] = csv.DictReader(file)
    assert (row["module"], row["percent"], row["seconds"], row["note"]) == ("m", "50.0", "5.0", "exit 1")


def test_a_page_has_a_row_a_module_and_the_means() -> None:
    table, total = showing.paragraphs([measured(percent=50.0, status=1)])

    assert table.splitlines()[2] == "| m | 50.0% | 3 | 0 | 0 | 5 | exit 1 |"
    assert total.startswith("modules 1 · mean 50.0 ·") and total.endswith(".")


@pytest.mark.process
def test_details_say_where_everything_is_and_what_went_wrong(place: Installation, tmp_path: Path) -> None:
    one = trial(place, tmp_path, code=TALKING)
    one.measure("first")

    said = "\n".join(showing.details(one.shelf.place("first")))

    assert str(one.shelf.place("first")) in said
    assert "unreached: no-time 2" in said
    assert "discarded: flaky 1" in said
    assert "exit 0 after" in said
    assert said.endswith("stderr, all 1 lines:\n    a warning")
