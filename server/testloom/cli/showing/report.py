"""A report of the results of a job, for people to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from testloom.cli.showing.output import as_shown, counted
from testloom.measurement import place_in, reason_in
from testloom.model.events.jobs import (
    BEHAVIOUR_CHANGED,
    REMOVED,
    SIGNATURE_CHANGED,
    Candidate,
    Carving,
    Discarded,
    Event,
    Failed,
    FileReady,
    Finding,
    Outdated,
    PairSummary,
    SameName,
    SlowImport,
    Summary,
    Survivor,
    Unreached,
    Withheld,
)
from testloom.model.events.reasons import REASONS
from testloom.model.texts.foreign import shown
from testloom.model.texts.lines import plain_lines

MOST_SURVIVORS = 10
MOST_UNREACHED = 25
"""The maximum number of goals that are listed for one reason."""
MOST_COVERED = 2
"""The maximum number of goals that are listed for a test with doubles or private names."""
_OUTDATED = {
    BEHAVIOUR_CHANGED: "the code behaves differently; is that intended?",
    SIGNATURE_CHANGED: "the signature has changed",
    REMOVED: "what it tests was removed; delete the test",
}


def render_report(events: Sequence[Event], subjects: Sequence[Path] = ()) -> str:
    """Render the report: each file with its tests, findings, discarded tests, missed goals, and numbers.

    The `subjects` are the files that tests were wanted for, which are named if there is nothing to test.
    """
    parts = (_findings, _withheld, _slow_imports, _discarded, outdated, _unreached, _survivors)
    events = list(map(as_shown, events))
    blocks = [*_files(events), *(part(events) for part in parts), _numbers(events, subjects)]
    blocks += map(_same_name, (event for event in events if isinstance(event, SameName)))
    return "\n\n".join(block for block in blocks if block)


def is_complete(summary: Summary) -> bool:
    """Check whether all goals were covered and no test for them had to be discarded."""
    return summary.covered == summary.goals and not summary.discarded


def render_carving(events: Sequence[Event]) -> str:
    """Render the tests made from a recording, and why other calls produced no tests."""
    events = list(map(as_shown, events))
    summary = next((event for event in reversed(events) if isinstance(event, Carving)), Carving())
    lines = [f"  {count}: {reason}" for reason, count in sorted(summary.dropped.items())]
    dropped = "\n".join(["Calls that produced no tests", *lines]) if lines else ""
    tests = counted(summary.tests, "test") if summary.tests else "No tests"
    total = f"{tests} from {counted(summary.distinct_calls, 'distinct call')} ({summary.calls} recorded)."
    if summary.checks:
        total += f" {summary.checks} of them check answers of doubles."
    if summary.tests and not any(isinstance(event, Candidate) for event in events):
        total = f"Nothing new: {total}"
    parts = (*_files(events, is_recorded=True), _withheld(events), dropped, total)
    return "\n\n".join(part for part in parts if part)


def render_failure(failure: Failed) -> str:
    """Render why a target failed, where, and what to do."""
    message = f"{failure.what} {failure.advice}".strip()
    if not failure.target or Path(failure.target).name in message:
        return message
    return f"{_short(failure.target)}: {message}"


def render_reason(said: str, project: Path | None = None) -> str:
    """Render why something failed according to pytest; with a project, also where."""
    at = "" if project is None else place_in(said, project)
    told = reason_in(said) or "no output"
    return f"{told} ({at})" if at else told


def _files(events: Sequence[Event], is_recorded: bool = False) -> Iterator[str]:
    candidates = [event for event in events if isinstance(event, Candidate)]
    for file in (event for event in events if isinstance(event, FileReady)):
        names = [_candidate(entry, is_recorded) for entry in candidates if entry.file == file.path]
        state = "new" if file.created else "changed" if file.changed else "unchanged"
        yield "\n".join([f"{_short(file.path)} ({state})", *names, *_lacking(file), *_apart(file)])


def _same_name(event: SameName) -> str:
    """Explain why the tests of a module pass only apart from those of others, with advice."""
    files = ", ".join(map(_short, event.files))
    return (
        f"`{event.module}` is what {files} is imported as, too: pytest cannot run tests of both at once.\n"
        "Rename one, or make packages of their folders with an __init__.py; then generate their tests again."
    )


def _lacking(file: FileReady) -> Iterator[str]:
    """Yield advice if pytest would not find the imports of a test file."""
    if file.lacking:
        other = "run `python -m pytest`, or " if file.lacking == "." else ""
        yield "  `pytest` alone does not find what these tests import:"
        yield f"    {other}set `pythonpath = {file.lacking}` in the settings of pytest"


def _apart(file: FileReady) -> Iterator[str]:
    """Yield advice if pytest would not run the tests of a file."""
    if file.apart:
        yield "  `pytest` alone does not run these tests:"
        yield "    add their folder to `testpaths` in the settings of pytest, or name it: `pytest FOLDER`"


def _candidate(candidate: Candidate, is_recorded: bool) -> str:
    """Describe a test by its name, its doubles and its private names."""
    kinds = (("doubles for", candidate.doubles), ("private", candidate.private))
    parts = [f"{kind} {', '.join(map(_last, names))}" for kind, names in kinds if names]
    if not parts:
        return f"  {candidate.name}"
    if is_recorded:
        return f"  {candidate.name}\n    {' and '.join(parts)} answering as recorded"
    more = len(candidate.covers) - MOST_COVERED
    goals = f" for {'; '.join(candidate.covers[:MOST_COVERED])}" if candidate.covers else ""
    goals += f" and {more} more" if more > 0 else ""
    return f"  {candidate.name}\n    {' and '.join(parts)}: no alternative found{goals}"


def _last(path: str) -> str:
    return path.rpartition(":")[2]


def _findings(events: Sequence[Event]) -> str:
    """List crashes, contradictions and undocumented exceptions, each with the shortest test that shows it."""
    found = [event for event in events if isinstance(event, Finding)]
    parts = (
        ("Crashes", [event for event in found if event.is_crash]),
        ("Contradictions of documentation", [event for event in found if event.is_contradiction]),
        ("Undocumented exceptions", [e for e in found if not (e.is_crash or e.is_contradiction)]),
    )
    return "\n\n".join(
        "\n".join([title, *(line for event in some for line in _finding(event))])
        for title, some in parts
        if some
    )


def _finding(event: Finding) -> Iterator[str]:
    name, error = event.target.partition(":")[2], event.exception.rpartition(":")[2]
    said = f"{error} ends the interpreter" if event.is_crash else f"{error}: {event.message}".rstrip(": ")
    if event.is_contradiction:
        does = f"returns {event.returned}" if event.returned else f"raises {event.message}"
        said = f"the documentation says {event.said}, the code {does}"
    place = f" (line {event.line})" if event.line else ""
    yield f"  {name}{place}: {said}"
    yield from (f"    {text}".rstrip() for text in plain_lines(event.source))


def _withheld(events: Sequence[Event]) -> str:
    files = dict.fromkeys(file for event in events if isinstance(event, Withheld) for file in event.files)
    if not files:
        return ""
    return (
        f"Values read from {', '.join(files)} are left out of tests. "
        "To test code with such values, pass them as arguments."
    )


def _slow_imports(events: Sequence[Event]) -> str:
    return "\n".join(
        f"{_short(event.file)} takes {event.seconds:.0f} s to import, and so does each run of its tests."
        for event in events
        if isinstance(event, SlowImport)
    )


def _discarded(events: Sequence[Event]) -> str:
    counts = Counter(f"  {event.name}: {event.reason}" for event in events if isinstance(event, Discarded))
    lines = [f"{line} ({count} times)" if count > 1 else line for line, count in counts.items()]
    return "\n".join(["Discarded", *lines]) if lines else ""


def outdated(events: Sequence[Event]) -> str:
    """Render the tests of earlier runs that no longer pass, with the reasons."""
    lines = [
        f"  {event.name}: {_OUTDATED.get(event.reason, event.reason)} ({event.what})"
        for event in map(as_shown, events)
        if isinstance(event, Outdated)
    ]
    return "\n".join(["No longer passes", *lines]) if lines else ""


def _unreached(events: Sequence[Event]) -> str:
    by_reason: dict[str, list[Unreached]] = {}
    for event in events:
        if isinstance(event, Unreached):
            by_reason.setdefault(event.reason, []).append(event)
    lines = ["Not covered"] if by_reason else []
    for reason, goals in by_reason.items():
        shown = [
            f"    {_goal(goal)} ({goal.because})" if goal.because else f"    {_goal(goal)}"
            for goal in goals[:MOST_UNREACHED]
        ]
        lines += [f"  {REASONS.get(reason, reason)}:", *shown]
        if len(goals) > MOST_UNREACHED:
            lines.append(f"    and {len(goals) - MOST_UNREACHED} more; --json lists them all")
        denied = dict.fromkeys(what for goal in goals for what in goal.denied)
        lines += [f"    blocked: {what}" for what in denied]
    return "\n".join(lines)


def _survivors(events: Sequence[Event]) -> str:
    """List the mutants that tests reach but do not kill."""
    found = [event for event in events if isinstance(event, Survivor) and event.reached]
    lines = [
        f"  line {one.line}{_of(one, events)}: {one.before} → {one.after}" for one in found[:MOST_SURVIVORS]
    ]
    if len(found) > MOST_SURVIVORS:
        lines.append(f"  and {len(found) - MOST_SURVIVORS} more; --json lists them all")
    return "\n".join(["Surviving mutants", *lines]) if lines else ""


def _of(survivor: Survivor, events: Sequence[Event]) -> str:
    """Name the function of a mutant if it may be in either of two files; "" otherwise."""
    is_pair = any(isinstance(event, PairSummary) for event in events)
    return f" in {survivor.function}" if is_pair else ""


def _goal(goal: Unreached) -> str:
    place = f"line {goal.line}"
    return place if goal.label == place else f"{place}: {goal.label}"


def _numbers(events: Sequence[Event], subjects: Sequence[Path]) -> str:
    summary = next((event for event in reversed(events) if isinstance(event, Summary)), Summary())
    failed = any(isinstance(event, Failed) for event in events)
    if not summary.goals:
        where = f" in {', '.join(shown(_short(str(file))) for file in subjects)}" if subjects else ""
        return "" if failed else f"Nothing to cover{where}."
    if not summary.tests and is_complete(summary) and not failed:
        return "Nothing left to cover."
    tests = counted(summary.tests, "test") if summary.tests else "No tests"
    if summary.tests and not any(isinstance(event, Candidate) for event in events):
        tests = f"Nothing new ({tests} that you already have or have deleted)"
    coverage = "" if summary.coverage is None else f"; they cover {round(summary.coverage, 1):g}% of the file"
    reached = f"{summary.covered} of {counted(summary.goals, 'goal')} covered"
    if isinstance(summary, PairSummary):
        covered = summary.covered_coupled_branches
        reached = f"{covered} of {counted(summary.coupled_branches, 'coupled branch')} covered"
    executions = counted(summary.executions, "execution")
    return f"{tests}, {reached} in {summary.seconds:.1f} s ({executions}){coverage}."


def _short(path: str) -> str:
    """Return the path relative to the working directory, if it is below it."""
    here = Path.cwd()
    return str(Path(path).relative_to(here)) if Path(path).is_relative_to(here) else path
