"""The resolution of targets: the callables and probes of a loaded module that a target means."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from testloom.model.errors import UsageError
from testloom.model.generation_request import Target
from testloom.model.subject import Predicate, Probe, Subject
from testloom.repository import read_bytes
from testloom.subject.lines import LinePlace, find_place

_CONSTRUCTING = frozenset({"__init__", "__new__", "__post_init__"})


@dataclass(frozen=True, slots=True)
class TargetScope:
    """The scope of a target: ids of callables to call, indexes of probes to reach.

    `callables` are the entry points: for a private function, the public callables around it. `failures`
    are failures of assertions, for which the agent has no probes: their numbers come after those of the
    probes.
    """

    callables: frozenset[str]
    probes: frozenset[int]
    failures: tuple[Probe, ...] = ()


def resolve(target: Target, subject: Subject) -> TargetScope:
    """Resolve `target` to the callables and probes that it means.

    A class means its methods and its constructor; a line means the probes of the run of statements it
    belongs to, a line of a function's header the entry of the function; a line with an outcome means the
    conditions on it turning out so.

    Raises:
        UsageError: if the module holds no such name (the message has those like it), or if the line holds
            no code or lies outside the name.
    """
    if target.qualname is None:
        named = TargetScope(
            _ways(subject), frozenset(probe.index for probe in subject.probes if not probe.excluded)
        )
    else:
        named = _named(target, target.qualname, subject)
    return named if target.line is None else _on_line(target, target.line, subject, named)


def resolve_all(targets: Iterable[Target], subject: Subject) -> TargetScope:
    """Resolve targets of one module to all that any of them means."""
    scopes = [resolve(target, subject) for target in targets]
    return TargetScope(
        frozenset[str]().union(*(scope.callables for scope in scopes)),
        frozenset[int]().union(*(scope.probes for scope in scopes)),
        tuple(failure for scope in scopes for failure in scope.failures),
    )


def _ways(subject: Subject) -> frozenset[str]:
    """Return the callables that tests call: the public ones, or the private ones if there are no others."""
    own = [entry for entry in subject.callables.values() if entry.in_subject]
    public = [entry for entry in own if not entry.is_private]
    return frozenset(entry.id for entry in public or own)


def _named(target: Target, qualname: str, subject: Subject) -> TargetScope:
    probes = frozenset(
        probe.index for probe in subject.probes if not probe.excluded and _is_within(probe.code, qualname)
    )
    callables = frozenset(
        entry.id
        for entry in subject.callables.values()
        if entry.in_subject and not entry.is_private and _is_within(entry.qualname, qualname)
    )
    if not callables and qualname not in _names(subject):
        raise UsageError(f"{target.file} has no {qualname!r}.", _suggestion(qualname, subject))
    return TargetScope(callables or _ways_in(qualname, subject), probes)


def _on_line(target: Target, line: int, subject: Subject, named: TargetScope) -> TargetScope:
    """The part of `named` that belongs to `line`."""
    source = _read(Path(subject.file))
    probes = frozenset(_run(find_place(source, line), line, subject.probes))
    failures: tuple[Probe, ...] = ()
    if target.outcome is not None:
        conditions = _conditions(source, line, subject)
        failures = () if target.outcome else tuple(_failures(line, conditions, subject))
        deciding = frozenset(failure.parent for failure in failures if failure.parent is not None)
        probes = deciding or _turning_out(target, line, conditions, subject)
    if not probes:
        raise UsageError(f"{target.file} has no code on line {line}.", "Choose a line with a statement.")
    wanted = named.probes & probes
    if not wanted:
        what = f"is outside {target.qualname}" if target.qualname else "is excluded from coverage"
        raise UsageError(f"Line {line} of {target.file} {what}.", "Choose another line.")
    ways = (_ways_in(subject.probes[index].code, subject) for index in wanted)
    called = frozenset[str]().union(*ways) & named.callables or named.callables
    return TargetScope(called, frozenset(), failures) if failures else TargetScope(called, wanted)


def _conditions(source: bytes, line: int, subject: Subject) -> list[Predicate]:
    """The conditions on a line; of a statement whose condition begins further down (`if (`), that one."""
    if on_line := [condition for condition in subject.predicates if condition.line == line]:
        return on_line
    place = find_place(source, line)
    if place is None or place.statement != line:
        return []
    below = [condition for condition in subject.predicates if condition.line > line]
    first = min(((condition.line, condition.column) for condition in below), default=None)
    if first is None or find_place(source, first[0]) != place:
        return []
    return [condition for condition in below if (condition.line, condition.column) == first]


def _failures(line: int, conditions: list[Predicate], subject: Subject) -> Iterator[Probe]:
    """What would be the probes of assertions on a line that fail."""
    known = {(probe.predicate, probe.outcome) for probe in subject.probes}
    for at in conditions:
        is_asserted = (at.index, True) in known and (at.index, False) not in known
        if is_asserted and at.leaves and at.fixed is None:
            index, label = len(subject.probes), f"{at.text} is false"
            yield Probe(index, "outcome", line, at.code, at.probe, at.index, outcome=False, label=label)


def _turning_out(target: Target, line: int, conditions: list[Predicate], subject: Subject) -> frozenset[int]:
    """Indexes of the probes behind the outcome of the `conditions` on `line`.

    Raises:
        UsageError: if no condition on the line can have this outcome.
    """
    predicates = {condition.index for condition in conditions}
    found = (probe for probe in subject.probes if probe.predicate in predicates)
    probes = frozenset(probe.index for probe in found if probe.outcome is target.outcome)
    if not probes:
        outcome = str(target.outcome).lower()
        what = f"{target.file} has no condition on line {line} that can be {outcome}."
        raise UsageError(what, "Choose the line that a condition starts on.")
    return probes


def _run(place: LinePlace | None, line: int, probes: tuple[Probe, ...]) -> list[int]:
    """Return the indexes of the probes for a place, whose statements include `line`.

    Outcomes without statements of their own count if they are decided there.
    """
    if place is None:  # syntax unknown to this Python: the nearest statement above
        known = {start for probe in probes for start in (probe.line, *probe.lines)}
        place = LinePlace(max((start for start in known if start <= line), default=None))
    if place.function is not None:
        name, lines = place.function
        inside = [probe for probe in probes if probe.kind == "entry" and probe.line in lines]
        return [probe.index for probe in inside if probe.code.rpartition(".")[2] == name][:1]
    return [probe.index for probe in probes if place.statement in (probe.lines or (probe.line,))]


def _ways_in(code: str, subject: Subject) -> frozenset[str]:
    """Return the callables through which the function `code` may run; private ones only if all are private.

    That is the function itself, or the constructor that it is part of; if that is not callable, the
    callables of its class; else all of the module.
    """
    public = {_qualname(identity): identity for identity in _ways(subject)}
    name = code.partition(".<locals>")[0]
    owner, _, last = name.rpartition(".")
    if own := public.get(owner if last in _CONSTRUCTING else name):
        return frozenset({own})
    while owner:
        if inside := frozenset(public[entry] for entry in public if _is_within(entry, owner)):
            return inside
        owner = owner.rpartition(".")[0]
    return frozenset(public.values())


def _names(subject: Subject) -> set[str]:
    """Return all qualified names that a target may have."""
    entries = [entry.qualname for entry in subject.callables.values() if entry.in_subject]
    entries += [_qualname(entry.id) for entry in subject.classes.values() if entry.in_subject]
    entries += [probe.code for probe in subject.probes if "<" not in probe.code]
    return {name for name in entries if name}


def _suggestion(qualname: str, subject: Subject) -> str:
    names = sorted(_names(subject))
    last = qualname.rpartition(".")[2].lower()
    alike = [name for name in names if name.rpartition(".")[2].lower() == last]
    alike += [name for name in difflib.get_close_matches(qualname, names, n=3) if name not in alike]
    if alike:
        return f"Did you mean {' or '.join(alike[:3])}?"
    if not names:
        return "It contains no classes or functions."
    return f"It contains {', '.join(names[:8])}{', …' if len(names) > 8 else ''}."


def _is_within(name: str, outer: str) -> bool:
    return name == outer or name.startswith(f"{outer}.")


def _qualname(identity: str) -> str:
    return identity.partition(":")[2]


def _read(file: Path) -> bytes:
    try:
        return read_bytes(file)
    except OSError as error:
        raise UsageError(
            f"{file} cannot be read: {error.strerror}.", "Check that it is still there."
        ) from None
