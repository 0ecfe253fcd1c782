"""Arguments that a call can do without."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from testloom.model.statements import CallStatement
from testloom.model.subject import Subject
from testloom.search.inputs.library import is_of_library
from testloom.search.reduction.conformance import arguments_of
from testloom.search.reduction.plain import is_needed

IN_MEMORY = ("io:StringIO", "io:BytesIO")


def with_fewer_arguments(
    called: CallStatement, subject: Subject, command_lines: Collection[int | None]
) -> Iterator[CallStatement]:
    """The call without an argument that has a default or belongs to `*args` or `**kwargs`.

    Command lines are not left out, since the default is that of whoever runs the test, nor is what takes the
    place of the clock; nor are keywords that the call needs, such as the keys of a TypedDict.
    """
    taken = list(arguments_of(called, subject))
    outward = {value for _, parameter, value in taken if parameter.is_outward}
    kept = outward.union(value for value in command_lines if value is not None)
    needed = {place for place, parameter, _ in taken if parameter.kind == "keyword" and is_needed(parameter)}
    for name in (name for name, value in called.kwargs if value not in kept and name not in needed):
        yield called.replace(kwargs=tuple(pair for pair in called.kwargs if pair[0] != name))
    if len(called.args) > _required(called, subject) and called.args[-1] not in kept:
        yield called.replace(args=called.args[:-1])
    yield from (shorter for shorter in _by_name(called, subject) if kept.issubset(shorter.references))


def _required(called: CallStatement, subject: Subject) -> int:
    """How many positional arguments stay; what a plain value of the standard library is made of says more.

    A stream in memory may be empty.
    """
    if called.callable in IN_MEMORY:
        return 0
    known = subject.callables.get(called.callable)
    if known is None or is_of_library(called.callable):
        return len(called.args)
    return sum(p.kind in ("positional", "either") and not p.has_default for p in known.parameters)


def _by_name(called: CallStatement, subject: Subject) -> Iterator[CallStatement]:
    """The call without a positional argument before others, which go by their names then."""
    known = subject.callables.get(called.callable)
    positional = [p for p in known.parameters if p.kind in ("positional", "either")] if known else []
    for place in range(_required(called, subject), len(called.args) - 1):
        behind = list(zip(positional[place + 1 :], called.args[place + 1 :], strict=False))
        is_named = all(parameter.kind == "either" for parameter, _ in behind)
        if is_named and len(behind) == len(called.args) - place - 1:
            named = tuple((parameter.name, value) for parameter, value in behind)
            yield called.replace(args=called.args[:place], kwargs=(*named, *called.kwargs))
