"""Keyword arguments for calls that take any."""

from __future__ import annotations

from testloom.model.statements import CallStatement, TestCase
from testloom.model.subject import Parameter
from testloom.search.breeding.factory import TestFactory


def takes_any_keyword(called: CallStatement, factory: TestFactory) -> bool:
    """Whether the callable has a `**` parameter."""
    known = factory.subject.callables.get(called.callable)
    return known is not None and any(parameter.kind == "kwargs" for parameter in known.parameters)


def with_keyword(
    case: TestCase, index: int, called: CallStatement, name: str, factory: TestFactory
) -> TestCase:
    """The test case whose call at `index` has another argument, of which only the name is known."""
    draft = factory.draft_of(case.statements[:index])
    value = factory.argument(draft, Parameter(name), depth=1)
    better = called.replace(kwargs=(*called.kwargs, (name, value)))
    return case.replaced(index, *draft.statements[index:], better)


def gathered(called: CallStatement, factory: TestFactory) -> set[str]:
    """The names that the `**` parameter of a call gets."""
    own = {parameter.name for parameter in factory.subject.callables[called.callable].parameters}
    return {name for name, _ in called.kwargs} - own
