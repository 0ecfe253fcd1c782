"""The commands of the bench, with a generator that writes no tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.quality import bench
from tests.quality.drawing.manifest import Entry, Manifest
from tests.quality.environments.revisions import Program, Revision

TESTLOOM = """
import json, pathlib, sys
with open(pathlib.Path(__file__).with_name("runs.txt"), "a") as file:
    file.write(pathlib.Path(sys.argv[2]).stem + "\\n")
print(json.dumps({"event": "summary", "executions_per_second": 10.0}), flush=True)
"""


@pytest.fixture
def arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Two revisions that are no commits, and a list of two modules; what is run is written to runs.txt."""

    def resolve(name: str) -> Revision:
        return Revision(name, f"commit-of-{name.partition('~')[0]}")

    def check_out(revision: Revision, cache: Path) -> Program:
        folder = tmp_path / revision.commit
        folder.mkdir(exist_ok=True)
        (folder / "testloom.py").write_text(TESTLOOM)
        return Program(folder, Path(sys.executable))

    monkeypatch.setattr(bench, "resolve", resolve)
    monkeypatch.setattr(bench, "check_out", check_out)
    Manifest("two modules", (Entry("pytest"), Entry("coverage"))).save(tmp_path / "list.json")
    return ["--modules", str(tmp_path / "list.json"), "--python", sys.executable]


def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["bench", "--cache", str(tmp_path / "cache"), *words])
    return bench.main()


def runs(tmp_path: Path, name: str) -> int:
    return len((tmp_path / f"commit-of-{name}" / "runs.txt").read_text().split())


def test_two_commits_are_compared_and_what_is_known_is_not_run_again(
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(tmp_path, monkeypatch, "ab", "old", "new", *arguments, "--jobs", "2") == 0
    assert run(tmp_path, monkeypatch, "ab", "old", "newer", *arguments) == 0

    said = capsys.readouterr().out
    assert "A old (commit-o), B new (commit-o)\ntwo modules; 10 s, seed 1\n" in said
    assert "executions/s  10.0  10.0" in said
    assert {name: runs(tmp_path, name) for name in ("old", "new", "newer")} == {
        "old": 2,
        "new": 2,
        "newer": 2,
    }


def test_a_commit_is_not_compared_with_itself(
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(tmp_path, monkeypatch, "ab", "main", "main~0", *arguments) == 2

    assert "are the same commit: there is nothing to compare" in capsys.readouterr().err


def test_a_quick_run_takes_fewer_modules_and_seconds(
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    run(tmp_path, monkeypatch, "measure", "--rev", "new", *arguments, "--quick", "--count", "1")

    assert "modules 1 · mean 0.0" in capsys.readouterr().out
    assert list((tmp_path / "cache" / "measured" / "commit-of-new").glob("*/budget-3-seed-1/pytest"))


def test_another_generator_is_measured_anew_each_time(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "generator.py"
    script.write_text("import pathlib; pathlib.Path(__file__).with_name('count').open('a').write('x')")
    words = ("measure", *arguments, "--only", "cov", "--", sys.executable, str(script), "{module}")

    for _ in range(2):
        assert run(tmp_path, monkeypatch, *words) == 0

    assert (tmp_path / "count").read_text() == "xx"


def test_what_was_measured_is_shown_for_a_commit(
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    run(tmp_path, monkeypatch, "measure", "--rev", "new", *arguments, "--only", "coverage")

    assert run(tmp_path, monkeypatch, "show", "coverage", "--rev", "new") == 0
    assert run(tmp_path, monkeypatch, "show", "coverage", "--rev", "old") == 2

    said = capsys.readouterr()
    assert "10 executions/s" in said.out
    assert "Nothing is kept of coverage at old" in said.err


def test_only_profile_takes_options_of_generate(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run(tmp_path, monkeypatch, "show", "coverage", "--executions", "5")
    assert "unrecognized arguments: --executions 5" in capsys.readouterr().err

    file = tmp_path / "list.json"
    words = ("profile", str(file), "--rev", "new", "--no-functions", "--executions", "5")
    assert run(tmp_path, monkeypatch, *words) == 0
    assert "exit 0 after" in capsys.readouterr().out
