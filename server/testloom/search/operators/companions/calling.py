"""Calls of public callers in place of private calls, with the same values.

A caller passes some of its parameters on as they are. These get the values that the private call had.
Where tests run the private code through public names, but get less far in it, the values go into these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from testloom.model.statements import CallStatement, CollectionStatement, Statement, TestCase
from testloom.model.subject import Callable
from testloom.search.minimisation.removal import without_unused
from testloom.search.operators.companions.transplanting import transplanted
from testloom.search.providers.builder import Builder
from testloom.search.providers.callables.callers import EACH, Way, positional
from testloom.search.providers.callables.given import arguments_of
from testloom.search.providers.knowledge import Knowledge

IN_HOST = 0.7
"""The probability that values go into a test that runs the private code, rather than to a new call."""


def privately_called(case: TestCase) -> CallStatement | None:
    """Find the last private call of a test case; None if there is none."""
    return next((call for call in reversed(case.calls) if call.is_private), None)


def called_publicly(
    case: TestCase, call: CallStatement, hosts: Sequence[TestCase], knowledge: Knowledge
) -> TestCase | None:
    """Have public code make a private call of a test case, with the same values.

    `hosts` are tests in which public code makes it with other values. Returns None if there is no way.
    """
    ways = knowledge.callers.of(call.callable)
    passing = [way for way in ways if way.given]
    if hosts and (not passing or knowledge.rng.random() < IN_HOST):
        return transplanted(case, call, knowledge.rng.choice(hosts), knowledge)
    return _through(knowledge.rng.choice(passing or ways), case, call, knowledge) if ways else None


def _through(way: Way, case: TestCase, call: CallStatement, knowledge: Knowledge) -> TestCase:
    """Replace a private call of a test case by one of a public caller; what follows it is dropped."""
    caller, passed = way
    before = case.statements[: case.statements.index(call)]
    builder = knowledge.builder(before)
    is_same = caller.owner is not None and caller.owner == knowledge.subject.callables[call.callable].owner
    is_of_object = is_same and caller.kind in ("method", "property")
    builder.call_of(caller, receiver=call.receiver if is_of_object else None)
    *made, last = builder.draft.statements
    if not isinstance(last, CallStatement) or last.callable != caller.id:
        return without_unused(TestCase(tuple(builder.draft.statements)))
    builder.draft.rewrite(0, made)
    given = _given(call, passed, caller, builder)
    changed = _with_given(last, caller, given, builder.draft.statements)
    return without_unused(TestCase((*builder.draft.statements, changed)))


def _given(
    call: CallStatement, passed: Mapping[str, str], caller: Callable, builder: Builder
) -> dict[str, int]:
    """The values for parameters of the caller: what the private call had, or a list of it."""
    given: dict[str, int] = {}
    for _, parameter, value in arguments_of(call, builder.subject):
        name = passed.get(parameter.name, "")
        if name.startswith(EACH):
            given.setdefault(name.removeprefix(EACH), builder.collection("list", value))
        elif name:
            given.setdefault(name, value)
    return given


def _with_given(
    call: CallStatement, caller: Callable, given: Mapping[str, int], before: Sequence[Statement]
) -> CallStatement:
    """The call of the public caller with these values for its parameters."""
    names = positional(caller.parameters)
    args = [given.get(name, value) for name, value in zip(names, call.args, strict=False)]
    by_place = set(names[: len(args)])
    rest = next((parameter.name for parameter in caller.parameters if parameter.kind == "args"), "")
    if rest in given and len(args) == len(names):
        args += _items(given[rest], before)
    else:
        args += call.args[len(names) :]
    named = {
        parameter.name: given[parameter.name]
        for parameter in caller.parameters
        if parameter.kind in ("either", "keyword") and parameter.name in given
        if parameter.name not in by_place
    }
    return call.replace(args=tuple(args), kwargs=tuple({**dict(call.kwargs), **named}.items()))


def _items(value: int, before: Sequence[Statement]) -> Iterator[int]:
    """The items of a collection, or the value itself if it is none."""
    made = next((statement for statement in before if statement.id == value), None)
    is_row = isinstance(made, CollectionStatement) and made.kind in ("list", "tuple")
    yield from made.items if isinstance(made, CollectionStatement) and is_row else (value,)
