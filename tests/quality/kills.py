"""Count the mutants of cosmic-ray that tests kill, for each tool on each module.

What is judged are the tests that a benchmark run has kept (`python -m tests.quality`): run that first.
Results go to the terminal and, as JSON, to build/quality/kills.json.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from .environments.checkout import BUILD
from .environments.circumstances import command_line, today
from .environments.packages import environment, libraries, version_of
from .environments.subjects import MODULES, Subject
from .judgement.mutants import Kills, Trial, test_files
from .reporting.page import markdown, put_on_page

PART = "kills"
TOOLS = ("Testloom", "Pynguin-0.48")
EIGHT = (
    "inflection",
    "isodate.duration",
    "jmespath.lexer",
    "markdown_it.ruler",
    "pyrsistent._pdeque",
    "semver.version",
    "slugify.slugify",
    "sortedcontainers.sortedset",
)
"""Modules that both tools write tests for."""
HEADER = ("module", "tool", "mutants", "tried", "killed", "lines of test")


@dataclass(frozen=True, slots=True)
class Assize:
    """The tests that a benchmark run kept below `runs`, and the interpreters to judge them with."""

    runs: Path
    python: Path
    cosmic_ray: Path
    most: int

    def kills(self, module: str) -> list[Kills]:
        """What the tests of each tool for one module are worth; a tool without tests kills nothing."""
        found = [self._kills(module, tool) for tool in TOOLS]
        tried = max(found, key=lambda kills: kills.tried)
        return [kills if kills.tried else tried.of_none(kills.tool) for kills in found]

    def _kills(self, module: str, tool: str) -> Kills:
        tests = self.runs / tool / module / "tests"
        if not test_files(tests):
            return Kills(module, tool)
        with tempfile.TemporaryDirectory(prefix="kills-", ignore_cleanup_errors=True) as place:
            subject = Subject(module, libraries(self.python))
            kills = Trial(subject, tests, Path(place), self.python, self.cosmic_ray, self.most).kills(tool)
        print(*cells(kills), file=sys.stderr, flush=True)
        return kills


def main() -> int:
    """Judge what is kept of a benchmark run."""
    options = _options()
    start = time.monotonic()
    assize = Assize(options.runs, environment("subjects"), environment("cosmic-ray"), options.most)
    with ThreadPoolExecutor(options.jobs) as pool:
        found = [kills for entry in pool.map(assize.kills, options.modules) for kills in entry]
    options.json.write_text(json.dumps([asdict(kills) for kills in found], indent=1) + "\n")
    facts = [
        f"Measured on {today()} in {(time.monotonic() - start) / 60:.0f} minutes with "
        f"`{command_line('tests.quality.kills')}`.",
        f"cosmic-ray {version_of('cosmic-ray', assize.cosmic_ray)}, with at most {options.most} mutants per "
        "module, chosen at random, the same for both tools.",
        *comparison(found),
    ]
    print("\n".join(facts))
    if options.page:
        table = markdown(HEADER, [cells(kills) for kills in (*found, *totals(found))])
        put_on_page(PART, ["\n".join(f"- {fact}" for fact in facts), table])
    return 0


def cells(kills: Kills) -> tuple[str, ...]:
    """A row of the table."""
    numbers = (kills.mutants, kills.tried, kills.killed, kills.lines)
    return (kills.module, kills.tool.replace("-", " "), *(str(number) for number in numbers))


def totals(found: Sequence[Kills]) -> Iterator[Kills]:
    """A row for each tool with its sums."""
    for tool in TOOLS:
        own = [kills for kills in found if kills.tool == tool]
        sums = [
            sum(column)
            for column in zip(*((k.mutants, k.tried, k.killed, k.lines) for k in own), strict=True)
        ]
        yield Kills("all", tool, *sums)


def comparison(found: Sequence[Kills]) -> Iterator[str]:
    """What the first tool has ahead of the second, in all and where; nothing is compared with no tests."""
    first, second = totals(found)
    if not second.lines:
        yield (
            f"{first.tool} kills {first.killed} of {first.tried} mutants with {first.lines:,} lines of test "
            f"code; there are no tests of {second.tool.replace('-', ' ')} to compare with."
        )
        return
    pairs = list(zip(found[::2], found[1::2], strict=True))
    ahead = sum(one.killed > other.killed for one, other in pairs)
    behind = ", ".join(one.module for one, other in pairs if one.killed < other.killed) or "none"
    yield (
        f"{first.tool} kills {first.killed} of {first.tried} mutants with {first.lines:,} lines of test "
        f"code; {second.tool.replace('-', ' ')} kills {second.killed} with {second.lines:,}. "
        f"{first.tool} kills {first.killed / max(1, second.killed):.2f} times as many: more on {ahead} of "
        f"{len(pairs)} modules, fewer on {behind}."
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.quality.kills", description=__doc__)
    parser.add_argument("--modules", nargs="+", choices=MODULES, default=EIGHT, metavar="MODULE")
    parser.add_argument(
        "--most", type=int, default=10_000, metavar="N", help="mutants a module (default: all)"
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="modules at a time (default: 1)")
    parser.add_argument("--runs", type=Path, default=BUILD / "runs", metavar="DIR", help="what a run kept")
    parser.add_argument("--json", type=Path, default=BUILD / "kills.json", metavar="FILE")
    parser.add_argument("--page", action="store_true", help="put the results into docs/benchmarks.md, too")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
