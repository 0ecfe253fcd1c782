"""Arguments that a call does not need, and arguments that are used in too many places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from testloom.model.statements import (
    AssignmentStatement,
    CallStatement,
    DoubleStatement,
    FixedCallStatement,
    LiteralStatement,
    ReferenceStatement,
    TestCase,
    by_hand,
    enters,
)
from testloom.model.subject import Subject
from testloom.model.types import ANY, Scalar, alternatives
from testloom.search.minimisation.handing import handed, with_argument
from testloom.search.minimisation.plainness.plain import is_needed
from testloom.search.minimisation.removal import without_unused
from testloom.search.minimisation.values.fields import PLAIN_FIELDS
from testloom.search.providers.callables.given import arguments_of
from testloom.search.providers.inputs.types.library import is_of_library
from testloom.search.providers.inputs.types.plausibility import keywords_of, record_for

IN_MEMORY: Mapping[str, Scalar] = {"io:StringIO": "a", "io:BytesIO": b"a"}
"""Streams in memory, each with a plain content."""


def with_fewer_arguments(
    called: CallStatement, subject: Subject, command_lines: Collection[int | None]
) -> Iterator[CallStatement]:
    """Yield the call without an argument that has a default or belongs to `*args` or `**kwargs`.

    Command lines are not left out, since the default is that of whoever runs the test, nor are arguments
    that replace the clock, nor keywords that the call needs, such as the keys of a TypedDict.
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


def left_by_a_with(case: TestCase, _: Subject) -> Iterator[TestCase]:
    """Yield test cases that pass only None when leaving an entered context: a `with` does that."""
    calls = by_hand(case.statements)
    for index, left in enumerate(case.statements):
        if isinstance(left, CallStatement) and left.id in calls and not enters(left):
            nothing = LiteralStatement(case.fresh_id, None)
            plain = left.replace(args=(nothing.id,) * len(left.args), kwargs=())
            yield without_unused(case.replaced(index, nothing, plain))


def plainer_keywords(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with a plain name for a keyword that goes into `**kwargs`, if its name is free."""
    said = {s.value for s in case.statements if isinstance(s, LiteralStatement)}
    for index, called in enumerate(case.statements):
        if not isinstance(called, CallStatement):
            continue
        kept = said | _keywords(called, subject)
        plain = [name for name, _ in PLAIN_FIELDS if name not in kept]
        for name, _ in called.kwargs if plain else ():
            if name not in kept and name not in plain:
                taken = {known for known, _ in called.kwargs}
                other = next((known for known in plain if known not in taken), name)
                named = (((other if known == name else known), value) for known, value in called.kwargs)
                yield case.replaced(index, called.replace(kwargs=tuple(named)))


def _keywords(called: CallStatement, subject: Subject) -> set[str]:
    """The names of the parameters of what is called, and those that it looks up in its `**` parameter."""
    known = subject.callables.get(called.callable)
    if known is None or not any(parameter.kind == "kwargs" for parameter in known.parameters):
        return {name for name, _ in called.kwargs}
    return {parameter.name for parameter in known.parameters}.union(
        *(keywords_of(record_for(p, subject)) for p in known.parameters if p.kind == "kwargs")
    )


def flags_off(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases in which a flag is false that a call before the last has to be given.

    In one test it was true and in the next it was not: readers would look for a reason.
    """
    for call, place, parameter, given in handed(case, subject):
        is_true = isinstance(given, LiteralStatement) and given.value is True
        is_flag = any(kind.name == "bool" for kind in alternatives(parameter.type))
        if is_true and is_flag and not parameter.has_default and call < len(case.statements) - 1:
            yield with_argument(case, call, place, (LiteralStatement(case.fresh_id, False),))


def flags_by_name(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases in which truth values, and what follows them, go by the names of their parameters.

    Nobody sees what `connect("a", True)` switches on. First this is done to all calls at once.
    """
    named = {
        index: by_name
        for index, called in enumerate(case.statements)
        if isinstance(called, CallStatement)
        and (by_name := _with_named_flags(called, case, subject)) != called
    }
    if len(named) > 1:
        yield TestCase(tuple(named.get(index, statement) for index, statement in enumerate(case.statements)))
    for index, by_name in named.items():
        yield case.replaced(index, by_name)


def _with_named_flags(called: CallStatement, case: TestCase, subject: Subject) -> CallStatement:
    """The call with names from the first truth value on; the same call if that is all, or has no name."""
    known = subject.callables.get(called.callable)
    flags = {s.id for s in case.literals if isinstance(s.value, bool)}
    first = next((place for place, value in enumerate(called.args) if value in flags), None)
    if known is None or first is None or len(called.args) + len(called.kwargs) == 1:
        return called
    if known.request or known.name.endswith("__") or isinstance(called, FixedCallStatement):
        return called
    parameters = [p for p in known.parameters if p.kind in ("positional", "either", "args")]
    rest = list(zip(parameters[first:], called.args[first:], strict=False))
    if len(rest) < len(called.args) - first or any(parameter.kind != "either" for parameter, _ in rest):
        return called
    named = tuple((parameter.name, value) for parameter, value in rest)
    return called.replace(args=called.args[:first], kwargs=(*named, *called.kwargs))


def parted(case: TestCase, subject: Subject, plain: Sequence[Scalar]) -> Iterator[TestCase]:
    """Yield test cases with a plain value for one argument that shares its double, or name, with others."""
    uses = Counter(value for statement in case.statements for value in statement.references)
    shared = {s.id for s in case if isinstance(s, DoubleStatement | ReferenceStatement) and uses[s.id] > 1}
    for call, place, parameter, given in handed(case, subject):
        for value in plain if given.id in shared and parameter.type == ANY else ():
            yield with_argument(case, call, place, (LiteralStatement(case.fresh_id, value),))


def set_when_made(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases in which a constructor gets the value that an attribute is set to later."""
    places = {statement.id: place for place, statement in enumerate(case.statements)}
    for index, assigned in enumerate(case.statements):
        if not isinstance(assigned, AssignmentStatement):
            continue
        place = places[assigned.source]
        made, needed = case.statements[place], {assigned.value}
        for statement in reversed(case.statements[:index]):
            needed.update(statement.references if statement.id in needed else ())
        if isinstance(made, CallStatement) and made.id not in needed:
            later = case.statements[place + 1 :]
            first = [statement for statement in later if statement.id in needed]
            rest = [statement for statement in later if statement not in (assigned, *first)]
            for given in _given(made, assigned, subject):
                yield without_unused(TestCase((*case.statements[:place], *first, given, *rest)))


def _given(made: CallStatement, assigned: AssignmentStatement, subject: Subject) -> Iterator[CallStatement]:
    """The call of a constructor with what is assigned, if it has a parameter of that name."""
    known = subject.callables.get(made.callable)
    if known is None or known.kind != "constructor":
        return
    taken = {parameter.name: where for where, parameter, _ in arguments_of(made, subject)}
    match taken.get(assigned.name):
        case int(where):
            yield made.replace(args=(*made.args[:where], assigned.value, *made.args[where + 1 :]))
        case _ if any(p.name == assigned.name and p.kind in ("either", "keyword") for p in known.parameters):
            yield made.replace(kwargs=tuple({**dict(made.kwargs), assigned.name: assigned.value}.items()))


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
