"""The passes of minimisation, in their order: what removes most comes first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from testloom.model.statements import TestCase
from testloom.model.subject import Subject
from testloom.search.minimisation.objects.classes import (
    existing_classes,
    first_names,
    plainer_classes,
    plainer_members,
)
from testloom.search.minimisation.objects.doubles import (
    bare_doubles,
    namespaces_for_doubles,
    originals_for_doubles,
    values_for_doubles,
)
from testloom.search.minimisation.objects.functions import stubs_for_doubles, usual_functions
from testloom.search.minimisation.removal import without_unused
from testloom.search.minimisation.statements.at_once import (
    bare_at_once,
    fewer_items,
    fewer_keywords,
    fewer_members,
    plain_at_once,
    shorter_texts,
)
from testloom.search.minimisation.statements.cutting import fewer_statements, only_one_end
from testloom.search.minimisation.statements.fitting import fitting_at_once
from testloom.search.minimisation.statements.parts import emptied, fewer_arguments
from testloom.search.minimisation.values.arguments import (
    flags_by_name,
    flags_off,
    left_by_a_with,
    plainer_keywords,
    set_when_made,
)
from testloom.search.minimisation.values.conformance import conforming, filled, texts_for_bytes
from testloom.search.minimisation.values.fields import fitting_fields, mappings_for_doubles, plainer_fields
from testloom.search.minimisation.values.nesting import flattened
from testloom.search.minimisation.values.sharing import unshared
from testloom.search.minimisation.values.simpler import simpler_values
from testloom.search.providers.callables.command_lines import handed_over
from testloom.search.providers.environment import EnvironmentInput
from testloom.search.providers.upkeep import Upkeep

Pass: TypeAlias = Callable[[TestCase, Subject], Iterator[TestCase]]
"""Yields smaller or plainer variants of a test case, the most promising first."""


def _tidied(shorten: Pass) -> Pass:
    """Create the pass that yields the variants of another without what nothing uses then."""
    return lambda case, subject: map(without_unused, shorten(case, subject))


def _plainer_provided(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    for known in subject.capabilities.of(Upkeep):
        yield from known.plainer(case, subject)


def _plainer_environment(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    for known in subject.capabilities.of(EnvironmentInput):
        yield from known.plainer(case, subject)


CUTTING: tuple[Pass, ...] = (
    handed_over,
    only_one_end,
    existing_classes,
    bare_at_once,
    fewer_keywords,
    fewer_members,
    fewer_items,
    fewer_statements,
    _plainer_provided,
)
"""Passes that remove most of a test case, in few executions."""
MAKING_PLAIN: tuple[Pass, ...] = (fitting_at_once, texts_for_bytes, plain_at_once, shorter_texts)
"""Passes that make most values of a test case plain, or short, also in few executions."""
REPLACING_DOUBLES: tuple[Pass, ...] = (
    values_for_doubles,
    originals_for_doubles,
    namespaces_for_doubles,
    stubs_for_doubles,
    usual_functions,
)
"""Passes that put values, objects and functions in place of doubles and stubs.

They take no executions where there are none.
"""
PASSES: tuple[Pass, ...] = (
    *CUTTING,
    *MAKING_PLAIN,
    left_by_a_with,
    unshared,
    fewer_arguments,
    emptied,
    _tidied(flattened),
    bare_doubles,
    *REPLACING_DOUBLES,
    plainer_classes,
    mappings_for_doubles,
    plainer_fields,
    plainer_members,
    fitting_fields,
    first_names,
    plainer_keywords,
    _tidied(conforming),
    _tidied(filled),
    unshared,
    emptied,
    fewer_statements,
    set_when_made,
    _plainer_environment,
    simpler_values,
    flags_off,
    flags_by_name,
)
MAKING_NO_DIFFERENCE = frozenset({emptied, flags_off})
"""Passes whose results are accepted only if they make no difference to the subject."""
