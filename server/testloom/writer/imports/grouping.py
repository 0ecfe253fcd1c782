"""Grouping and ordering of imports, as by isort and ruff."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from enum import IntEnum
from itertools import zip_longest
from typing import TypeAlias

from testloom.model.subject import Subject
from testloom.writer.imports.bindings import Import
from testloom.writer.project.style import ProjectStyle

_DIGITS = re.compile(r"\d+")
NameOrder: TypeAlias = tuple[int, list[tuple[str | int, int]], str]


class Group(IntEnum):
    """The groups of imports, in order."""

    FUTURE = 0
    STANDARD = 1
    THIRD_PARTY = 2
    FIRST_PARTY = 3


def group_of(module: str, subject: Subject, style: ProjectStyle) -> Group:
    """Determine the group that a module belongs to."""
    top = module.partition(".")[0]
    if top == "__future__":
        return Group.FUTURE
    if top in sys.stdlib_module_names:
        return Group.STANDARD
    is_installed = any(folder in subject.file for folder in ("site-packages", "dist-packages"))
    if top in style.first_party or (top == subject.module.partition(".")[0] and not is_installed):
        return Group.FIRST_PARTY
    return Group.THIRD_PARTY


def import_block(imports: Sequence[Import], subject: Subject, style: ProjectStyle) -> str:
    """Render the import statements of a new file."""
    blocks = []
    for group in Group:
        own = [entry for entry in imports if group_of(entry.module, subject, style) == group]
        if lines := import_lines(own):
            blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def import_lines(imports: Sequence[Import]) -> list[str]:
    """Render the imports of one group: modules first, then names; those with an alias stand alone."""
    plain = sorted((entry for entry in imports if entry.name is None), key=lambda entry: entry.module.lower())
    lines = [f"import {entry.module}{_alias(entry)}" for entry in plain]
    modules = sorted({entry.module for entry in imports if entry.name is not None}, key=str.lower)
    for module in modules:
        named = sorted((entry for entry in imports if entry.module == module and entry.name), key=name_order)
        together = ", ".join(entry.name or "" for entry in named if entry.alias is None)
        statements = [(together.partition(",")[0], f"from {module} import {together}")] if together else []
        statements += [
            (entry.name or "", f"from {module} import {entry.name}{_alias(entry)}")
            for entry in named
            if entry.alias
        ]
        lines += [statement for _, statement in sorted(statements, key=lambda entry: order_of(entry[0]))]
    return lines


def name_order(entry: Import) -> NameOrder:
    """CONSTANTS before Classes before functions."""
    return order_of(entry.name or "")


def order_of(name: str) -> NameOrder:
    """Compute the sort key of an imported name: letters of either case, and numbers by their size."""
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2
    letters = _DIGITS.split(name.lower())
    numbers = [int(digits) for digits in _DIGITS.findall(name)]
    return kind, list(zip_longest(letters, numbers, fillvalue=0)), name


def _alias(entry: Import) -> str:
    return f" as {entry.alias}" if entry.alias else ""
