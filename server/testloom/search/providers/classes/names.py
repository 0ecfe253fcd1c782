"""Names for the classes that a test defines."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Sequence

from testloom.model.statements import ClassStatement, Statement, TestCase
from testloom.model.subject import Subject
from testloom.search.providers.builder import Builder
from testloom.search.providers.classes.kinds import ENUM

ITEMS = ("Item", "Order", "Part", "Entry", "Record")
ENUMS = ("Colour", "Level", "Mode")
FORMS = ("Custom{}", "Other{}", "Another{}")


def class_named(
    names: Iterable[str],
    builder: Builder,
    bases: tuple[str, ...] = (),
    decorators: tuple[str, ...] = (),
    metaclass: str = "",
) -> ClassStatement:
    """Create a class without a body; its name hides nothing that the test may use."""
    taken = {known.name for known in builder.draft.statements if isinstance(known, ClassStatement)}
    taken |= names_of(builder.subject)
    return ClassStatement(builder.next_id(), free_name(names, taken), bases, decorators, metaclass)


def named_apart(case: TestCase) -> TestCase:
    """Rename each class that has the same name as one before it."""
    if ClassStatement not in case.kinds:
        return case
    own = [statement.name for statement in case.statements if isinstance(statement, ClassStatement)]
    if len(own) == len(set(own)):
        return case
    taken: set[str] = set()
    return TestCase(tuple([_apart(statement, taken, own) for statement in case.statements]))


def _apart(statement: Statement, taken: set[str], own: Iterable[str]) -> Statement:
    """A class with a name that is not taken, which then is; any other statement as it is."""
    if not isinstance(statement, ClassStatement):
        return statement
    name = statement.name
    if name in taken:
        name = free_name([name, *usual_names(statement)], {*taken, *own})
    taken.add(name)
    return statement.replace(name=name)


def free_name(names: Iterable[str], taken: Iterable[str]) -> str:
    """Return the first free name; if all are taken, the first with a number."""
    known, first = set(taken), ""
    for name in names:
        if name not in known:
            return name
        first = first or name
    number = 2
    while f"{first}{number}" in known:
        number += 1
    return f"{first}{number}"


def names_of(subject: Subject) -> set[str]:
    """Collect the names that a class of a test would hide."""
    paths = [*subject.callables, *subject.classes]
    return {path.partition(":")[2].partition(".")[0] for path in paths} | set(dir(builtins))


def usual_names(statement: ClassStatement) -> Sequence[str]:
    """List the usual names for a class like this, the best first."""
    if statement.bases == (ENUM,):
        return ENUMS
    return subclass_names(statement.bases[0]) if statement.bases else ITEMS


def subclass_names(base: str) -> list[str]:
    """List names for subclasses of a base.

    They are built from its name without parts such as `Base` or `Abstract`.
    """
    name = base.rpartition(":")[2].rpartition(".")[2].lstrip("_")
    for part in ("Abstract", "Base", "Interface", "ABC"):
        short = name.removeprefix(part).removesuffix(part)
        name = short if short[:1].isupper() else name
    stem = f"{name[:1].upper()}{name[1:]}"
    return [form.format(stem) for form in FORMS]
