"""Measure commits of Testloom on modules that nobody has tuned to, in minutes.

    python -m tests.quality.bench draw --part 1/6 --seed 7          modules, the same for the same seed
    python -m tests.quality.bench measure --part 1/6 --seed 7       what Testloom does on them
    python -m tests.quality.bench ab main . --quick                 a commit beside the work tree
    python -m tests.quality.bench show tomlkit.api                  what is kept of a measurement
    python -m tests.quality.bench profile FILE                      where the time goes

Each command has a --help. Measurements are kept by commit, module, budget and seed: a run that was
interrupted goes on where it was, and what was measured once is not measured again.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path

from .drawing.choice import MOST_OF_A_PACKAGE, Part, draw_from_packages
from .drawing.manifest import CODAMOSA, DRAWN
from .drawing.selection import Selection, drawn, listed
from .environments.circumstances import load
from .environments.cores import cores, each_on_a_core
from .environments.errors import BenchError
from .environments.options import add_cache, add_measurements, command_line
from .environments.packages import installation, interpreter
from .environments.revisions import WORK_TREE, Revision, check_out, resolve
from .environments.subjects import module_file
from .measuring import showing
from .measuring.generators import Command, Generator, Testloom
from .measuring.measurement import Measurement
from .measuring.pairing import Job, Pair, Pairing
from .measuring.shelf import Shelf, found
from .measuring.trial import Trial
from .profiling.report import profile
from .reporting.page import put_on_page

MODULES, QUICK_MODULES = 40, 15
SECONDS, QUICK_SECONDS = 10.0, 3.0
INTERRUPTED = 130


def main() -> int:
    """Run a command; exit 2 if its user can put right why it did not run."""
    options = _options()
    try:
        options.run(options)
    except BenchError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Interrupted; the same command goes on where it was stopped.", file=sys.stderr)
        return INTERRUPTED
    return 0


def _options() -> argparse.Namespace:
    parser = command_line("bench", __doc__)
    add_cache(parser)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_draw(commands.add_parser("draw", help="draw modules that nobody has tuned to"))
    _add_measure(commands.add_parser("measure", help="measure one commit, or any generator of tests"))
    _add_ab(commands.add_parser("ab", help="measure two commits, module by module in turn"))
    _add_show(commands.add_parser("show", help="show what is kept of a module's measurements"))
    _add_profile(commands.add_parser("profile", help="tell where `testloom generate` spends its time"))
    options, rest = parser.parse_known_args()
    if rest and options.run is not _profile:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    options.rest = rest
    return options


def _add_draw(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--part", type=Part.parse, default=Part(1, 1), metavar="K/N", help="default: all")
    parser.add_argument("--seed", type=int, required=True, metavar="N")
    parser.add_argument("--count", type=int, default=MODULES, metavar="N", help=f"default: {MODULES}")
    parser.add_argument(
        "--most", type=int, default=MOST_OF_A_PACKAGE, metavar="N", help="modules of one package at most"
    )
    parser.add_argument("--python", type=interpreter, help="with the packages (default: an own environment)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="default: the terminal")
    parser.set_defaults(run=_draw)


def _add_measure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rev", default=WORK_TREE, help="a commit (default: the work tree)")
    _add_modules(parser)
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write a row a module there, too")
    parser.add_argument("--page", action="store_true", help="write the table into docs/benchmarks.md")
    parser.add_argument(
        "words",
        nargs="*",
        metavar="-- COMMAND",
        help="another generator, in whose words {file}, {module}, {python}, {root}, {out}, {budget} and "
        "{seed} are replaced; it is measured anew each time",
    )
    parser.set_defaults(run=_measure)


def _add_ab(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("first", metavar="REV", help="a commit (A); . is the work tree")
    parser.add_argument("second", metavar="REV", help="the commit to compare with it (B)")
    _add_modules(parser)
    parser.set_defaults(run=_ab)


def _add_modules(parser: argparse.ArgumentParser) -> None:
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument(
        "--modules", type=Path, default=CODAMOSA, metavar="FILE", help=f"a list (default: {CODAMOSA.name})"
    )
    chosen.add_argument("--part", type=Part.parse, metavar="K/N", help="modules drawn of the K-th of N parts")
    add_measurements(parser)
    parser.add_argument(
        "--count", type=int, metavar="N", help=f"default: {MODULES} drawn ones, all of a list"
    )
    parser.add_argument("--budget", type=float, metavar="SECONDS", help=f"of search (default: {SECONDS:g})")
    parser.add_argument(
        "--quick",
        action="store_true",
        help=f"{QUICK_MODULES} modules with {QUICK_SECONDS:g} s of search, unless said otherwise",
    )
    parser.add_argument("--jobs", type=int, metavar="N", help="modules at a time (default: one a processor)")


def _add_show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("module")
    parser.add_argument("--rev", default=WORK_TREE, help="a commit (default: the work tree)")
    parser.set_defaults(run=_show)


def _add_profile(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Runs `testloom generate TARGET`, with all options that are not listed here, and tells the time of "
        "the clock and of processors by phase and process. Where py-spy is installed, it runs again for "
        "functions."
    )
    parser.add_argument("target", help="what generate takes, or a module of the drawn packages by its name")
    parser.add_argument("--rev", default=WORK_TREE, help="a commit (default: the work tree)")
    parser.add_argument(
        "--no-functions", dest="functions", action="store_false", help="run once, without py-spy"
    )
    parser.set_defaults(run=_profile)


def _draw(options: argparse.Namespace) -> None:
    python = installation(DRAWN, options.cache, options.python).python
    drawn = draw_from_packages(python, options.part, options.seed, options.count, options.most)
    if options.out:
        drawn.save(options.out)
        print(drawn.about)
    else:
        print(drawn.text, end="")


def _measure(options: argparse.Namespace) -> None:
    chosen = _selection(options)
    if options.words:
        trial = replace(_trial(Command(tuple(options.words)), chosen, options), again=True)
    else:
        trial = _trial(_testloom(resolve(options.rev), options), chosen, options)
    done: list[Measurement] = []
    for measurement in each_on_a_core(chosen.modules, trial.measure, cores(options.jobs)):
        done.append(measurement)
        print(showing.measurement_line(measurement), flush=True)
    if options.csv:
        showing.save_rows(options.csv, done)
    if options.page:
        put_on_page("drawn", showing.paragraphs(done))
    print(showing.summary_line(done))


def _ab(options: argparse.Namespace) -> None:
    start, busy = time.monotonic(), load()
    first, second = resolve(options.first), resolve(options.second)
    if first.commit == second.commit:
        raise BenchError(f"{first} and {second} are the same commit: there is nothing to compare.")
    chosen = _selection(options)
    pairing = Pairing(*(_trial(_testloom(each, options), chosen, options) for each in (first, second)))
    jobs = [Job(number, module) for number, module in enumerate(chosen.modules)]
    print(f"A {first}, B {second}, on {chosen.about}; kept in {options.cache}", file=sys.stderr)
    pairs: list[Pair] = []
    for pair in each_on_a_core(jobs, pairing.measure, cores(options.jobs)):
        pairs.append(pair)
        print(f"{len(pairs)}/{len(jobs)} {showing.pair_line(pair)}", file=sys.stderr, flush=True)
    pairs.sort(key=lambda pair: pair.number)
    print(f"A {first}, B {second}\n{chosen.about}; {pairing.first.budget:g} s, seed {options.seed}\n")
    print(f"{showing.pair_table(pairs)}\n\n{showing.difference_table(pairs)}\n")
    print(*showing.pair_remarks(pairs), sep="\n")
    minutes = (time.monotonic() - start) / 60
    print(f"Took {minutes:.1f} minutes; load average {busy} before, {load()} at the end.")


def _show(options: argparse.Namespace) -> None:
    revision = resolve(options.rev)
    places = found(options.cache, revision.commit, options.module)
    if not places:
        raise BenchError(
            f"Nothing is kept of {options.module} at {revision}: `bench measure` or `ab` measure it."
        )
    for place in places:
        print(*showing.details(place), sep="\n")


def _profile(options: argparse.Namespace) -> None:
    revision = resolve(options.rev)
    words = [options.target, *options.rest]
    if not Path(options.target.partition(":")[0]).exists():
        place = installation(DRAWN, options.cache)
        file = module_file(place.root, options.target)
        if not file.is_file():
            raise BenchError(f"{options.target} is neither a file nor a module installed for {place.python}.")
        words = [str(file), "--python", str(place.python), "--root", str(place.root), *options.rest]
    kept = options.cache / "profile"
    for paragraph in profile(check_out(revision, options.cache), words, kept, options.functions):
        print(f"{paragraph}\n", flush=True)
    print(f"Events, errors and stacks are in {kept}.")


def _selection(options: argparse.Namespace) -> Selection:
    """The modules that the command line means."""
    count = options.count or (QUICK_MODULES if options.quick else None)
    if options.part:
        known = (options.only, count or MODULES, options.cache, options.python)
        return drawn(options.part, options.seed, *known)
    return listed(options.modules, options.only, count, options.cache, options.python)


def _testloom(revision: Revision, options: argparse.Namespace) -> Testloom:
    return Testloom(revision.commit, check_out(revision, options.cache))


def _trial(generator: Generator, chosen: Selection, options: argparse.Namespace) -> Trial:
    """A generator under the circumstances that the command line names."""
    budget = options.budget or (QUICK_SECONDS if options.quick else SECONDS)
    shelf = Shelf.of(options.cache, generator.key, chosen.place.key, budget, options.seed)
    return Trial(generator, chosen.place, budget, options.seed, shelf, options.again)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends what was started, as Ctrl+C does
    sys.exit(main())
