"""Keyword arguments for calls that accept any keyword."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial

from testloom.model.statements import CallStatement, TestCase
from testloom.search.operators.directed.guide import Step
from testloom.search.providers.arguments import keyword
from testloom.search.providers.experience.demands import calls_with
from testloom.search.providers.knowledge import Knowledge


def takes_any_keyword(called: CallStatement, knowledge: Knowledge) -> bool:
    """Check whether the callable has a `**` parameter."""
    known = knowledge.subject.callables.get(called.callable)
    return known is not None and any(parameter.kind == "kwargs" for parameter in known.parameters)


def with_keyword(
    case: TestCase, index: int, called: CallStatement, name: str, knowledge: Knowledge
) -> TestCase:
    """Add a keyword argument, of which only the name is known, to the call at `index`."""
    builder = knowledge.builder(case.statements[:index])
    value = keyword(builder.at(1), knowledge.subject.callables[called.callable], name)
    better = called.replace(kwargs=(*called.kwargs, (name, value)))
    return case.replaced(index, *builder.draft.statements[index:], better)


def without_keyword(case: TestCase, name: str, knowledge: Knowledge) -> Iterator[Step]:
    """Calls without an argument that something refused to which they hand it on, or without all such."""
    for index, called in calls_with(case, name):
        if takes_any_keyword(called, knowledge) and name in (given := gathered(called, knowledge)):
            yield partial(without, case, index, called, {name})
            yield partial(without, case, index, called, given)


def without(case: TestCase, index: int, called: CallStatement, names: Collection[str]) -> TestCase:
    """Remove the keyword arguments with these names from the call at `index`."""
    kept = tuple((name, value) for name, value in called.kwargs if name not in names)
    return case.replaced(index, called.replace(kwargs=kept))


def gathered(called: CallStatement, knowledge: Knowledge) -> set[str]:
    """Collect the names that the `**` parameter of a call gets."""
    own = {parameter.name for parameter in knowledge.subject.callables[called.callable].parameters}
    return {name for name, _ in called.kwargs} - own
