"""Run tests of a release on ten later ones, and tell false alarms from changes of behaviour.

A failing test is no false alarm where evolution.json says that what it tests behaves differently from that
release on, and why. Tests that skip are counted apart.

python -m tests.quality.evolution [--budget SECONDS] [--publish] [PACKAGE …]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .environments import BUILD, HERE, ROOT
from .process import confined, run
from .report import markdown, put_on_page

PINS, CHANGES = HERE / "evolution.txt", HERE / "evolution.json"
MODULES: Mapping[str, Sequence[str]] = {
    "tenacity": ("tenacity/stop.py", "tenacity/retry.py"),
    "tomlkit": ("tomlkit/source.py", "tomlkit/_utils.py"),
    "python-dotenv": ("dotenv/main.py", "dotenv/parser.py"),
}
LIMIT = 120.0
LAST_RESORT, PLAIN = "with doubles or private access", "without"
HEADER = (
    "tests",
    "number",
    "runs",
    "passed",
    "skipped",
    "behaviour changed",
    "false alarms",
    "of those that ran",
)


@dataclass(frozen=True, slots=True)
class Release:
    """A version of a package, where its files lie, and its place among the pinned ones."""

    package: str
    version: str
    folder: Path
    rank: int


@dataclass(frozen=True, slots=True)
class Test:
    """A test of the first release: what pytest calls it, what it is about, if it is a last resort."""

    __test__ = False  # pytest collects classes whose name starts with Test

    file: Path
    name: str
    target: str
    is_last_resort: bool


@dataclass(slots=True)
class Tally:
    """How often tests of a kind passed, skipped and so on; `alarms` are the false ones."""

    tests: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)

    def cells(self, kind: str) -> tuple[str, ...]:
        """The tally as a row of the table."""
        runs = sum(self.outcomes.values())
        ran = runs - self.outcomes["skipped"]
        share = f"{100 * self.outcomes['false alarm'] / ran:.1f} %" if ran else "-"
        counts = (self.outcomes[name] for name in ("passed", "skipped", "changed", "false alarm"))
        return (kind, str(self.tests), str(runs), *map(str, counts), share)


def main() -> int:
    """Run it; exit 1 if tests with doubles or private access give more false alarms than those without."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packages", nargs="*", default=list(MODULES))
    parser.add_argument("--budget", type=float, default=10.0, help="seconds a module")
    parser.add_argument("--publish", action="store_true", help="put the table into docs/benchmarks.md")
    options = parser.parse_args()
    changes = json.loads(CHANGES.read_text(encoding="utf-8"))
    tallies = {LAST_RESORT: Tally(), PLAIN: Tally()}
    for package in options.packages:
        follow(releases(package), MODULES[package], options.budget, changes, tallies)
    rows = [tally.cells(kind) for kind, tally in tallies.items()]
    for row in (HEADER, *rows):
        print("  ".join(text.ljust(18) for text in row).rstrip())
    if options.publish:
        put_on_page(ROOT / "docs" / "benchmarks.md", "evolution", [markdown(HEADER, rows)])
    rates = [alarm_rate(tallies[kind]) for kind in (LAST_RESORT, PLAIN)]
    return 0 if rates[0] <= rates[1] else 1


def alarm_rate(tally: Tally) -> float:
    """False alarms a run that did not skip."""
    ran = sum(tally.outcomes.values()) - tally.outcomes["skipped"]
    return tally.outcomes["false alarm"] / max(1, ran)


def releases(package: str) -> list[Release]:
    """The pinned releases of a package, installed if need be, oldest first."""
    pins = [line for line in PINS.read_text(encoding="utf-8").splitlines() if line.startswith(f"{package}==")]
    return [installed(package, pin, rank) for rank, pin in enumerate(pins)]


def installed(package: str, pin: str, rank: int) -> Release:
    """A release in a folder of its own below build/.

    Raises:
        subprocess.CalledProcessError: if pip cannot install exactly this.
    """
    version = pin.partition(" ")[0].partition("==")[2]
    folder = BUILD / "evolution" / f"{package}-{version}"
    if not folder.is_dir():
        with tempfile.TemporaryDirectory() as place:
            requirements = Path(place, "pin.txt")
            requirements.write_text(pin, encoding="utf-8")
            exact = ["--require-hashes", "--no-deps", "--only-binary=:all:", "--no-compile", "--quiet"]
            command = [sys.executable, "-m", "pip", "install", *exact, "--target", str(folder)]
            subprocess.run([*command, "--requirement", str(requirements)], check=True)
    return Release(package, version, folder, rank)


def follow(
    found: Sequence[Release],
    modules: Sequence[str],
    budget: float,
    changes: Sequence[Mapping[str, str]],
    tallies: Mapping[str, Tally],
) -> None:
    """Write tests for the first release, run them on all later ones, and count how they end."""
    ranks = {release.version: release.rank for release in found}
    with tempfile.TemporaryDirectory() as folder:
        tests = [test for module in modules for test in generated(found[0], module, Path(folder), budget)]
        for test in tests:
            tallies[LAST_RESORT if test.is_last_resort else PLAIN].tests += 1
        for release in found[1:]:
            outcomes = ended(release, Path(folder))
            for test in tests:
                outcome = outcomes.get((test.file.stem, test.name), "failed")
                if outcome == "failed":
                    known = any(explains(change, test, release, ranks) for change in changes)
                    outcome = "changed" if known else "false alarm"
                    if not known:
                        print(f"{release.package} {release.version}: {test.target} {test.name}", flush=True)
                tallies[LAST_RESORT if test.is_last_resort else PLAIN].outcomes[outcome] += 1


def explains(change: Mapping[str, str], test: Test, release: Release, ranks: Mapping[str, int]) -> bool:
    """Whether a recorded change of behaviour is about what the test tests, and is there in that release."""
    if change["package"] != release.package or not test.target.startswith(change["target"]):
        return False
    last = ranks[change["until"]] if "until" in change else release.rank
    return ranks[change["since"]] <= release.rank <= last


def generated(release: Release, module: str, folder: Path, budget: float) -> Iterator[Test]:
    """Tests for a module of a release."""
    command: list[str | Path] = [sys.executable, "-m", "testloom", "generate", release.folder / module]
    command += ["--root", release.folder, "--python", sys.executable, "--out", folder, "--json"]
    done = run(
        [*command, "--budget", str(budget)], folder, budget * 3 + LIMIT, PYTHONPATH=str(ROOT / "server")
    )
    for line in done.output.splitlines():
        event = json.loads(line) if line.startswith('{"event": "candidate"') else None
        if event is not None:
            is_last_resort = bool(event["doubles"] or event["private"])
            yield Test(Path(event["file"]), event["name"], event["target"], is_last_resort)


def ended(release: Release, folder: Path) -> dict[tuple[str, str], str]:
    """How each test ended with a release, by the name of its file and its own."""
    report = folder / "report.xml"
    report.unlink(missing_ok=True)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--continue-on-collection-errors",
        f"--junitxml={report}",
    ]
    run(confined([*command, folder]), folder, LIMIT, PYTHONPATH=str(release.folder))
    if not report.is_file():
        return {}
    cases = ElementTree.parse(report).getroot().iter("testcase")
    return {
        (case.get("classname", "").rpartition(".")[2], case.get("name", "")): outcome_of(case)
        for case in cases
    }


def outcome_of(case: ElementTree.Element) -> str:
    """How a test of a JUnit report ended."""
    kinds = {child.tag for child in case}
    if kinds & {"failure", "error"}:
        return "failed"
    return "skipped" if "skipped" in kinds else "passed"


if __name__ == "__main__":
    sys.exit(main())
