"""Tests of the first release on all later ones: which of their failures are false alarms."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..environments.checkout import events, testloom
from ..environments.process import confined, run
from ..judgement import junit
from .releases import Release

CHANGES = Path(__file__).with_name("changes.json")
LIMIT = 120.0
LAST_RESORT, PLAIN = "with doubles or private access", "without"


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
    """How many tests of a kind there are, and how often they passed, were skipped and so on."""

    tests: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)

    def cells(self, kind: str) -> tuple[str, ...]:
        """The tally as a row of the table."""
        runs = sum(self.outcomes.values())
        ran = runs - self.outcomes["skipped"]
        share = f"{100 * self.outcomes['false alarm'] / ran:.1f}%" if ran else "-"
        counts = (self.outcomes[name] for name in ("passed", "skipped", "changed", "false alarm"))
        return (kind, str(self.tests), str(runs), *map(str, counts), share)


def alarm_rate(tally: Tally) -> float:
    """False alarms a run that did not skip."""
    ran = sum(tally.outcomes.values()) - tally.outcomes["skipped"]
    return tally.outcomes["false alarm"] / max(1, ran)


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
    command: list[str | Path] = ["generate", release.folder / module, "--root", release.folder]
    command += ["--python", sys.executable, "--out", folder, "--json", "--budget", str(budget)]
    for event in events(testloom(command, folder, budget * 3 + LIMIT), "candidate"):
        is_last_resort = bool(event["doubles"] or event["private"])
        yield Test(Path(event["file"]), event["name"], event["target"], is_last_resort)


def ended(release: Release, folder: Path) -> dict[tuple[str, str], str]:
    """How each test ended with a release, by the name of its file and its own."""
    report = folder / "report.xml"
    report.unlink(missing_ok=True)
    command: list[str | Path] = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", folder]
    command += ["--continue-on-collection-errors", f"--junitxml={report}"]
    run(confined(command), folder, LIMIT, PYTHONPATH=str(release.folder))
    found = ((test.partition("::"), outcome) for test, outcome in junit.outcomes(report).items())
    return {(module.rpartition(".")[2], name): outcome for (module, _, name), outcome in found}
