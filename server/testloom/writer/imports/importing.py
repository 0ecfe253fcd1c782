"""Adding missing imports to an existing test file, at the right places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import libcst as cst

from testloom.model.subject import Subject
from testloom.writer.imports.bindings import Import
from testloom.writer.imports.extending import extended, import_of, module_of
from testloom.writer.imports.grouping import Group, group_of, import_lines
from testloom.writer.project.style import ProjectStyle


def with_imports(
    module: cst.Module, imports: Sequence[Import], subject: Subject, style: ProjectStyle
) -> cst.Module:
    """Add imports to the module; its own text keeps every character."""
    for entry in imports:
        module = extended(module, entry, style.line_length) or _inserted(module, entry, subject, style)
    return module


def _inserted(module: cst.Module, entry: Import, subject: Subject, style: ProjectStyle) -> cst.Module:
    """The module with one more import statement, in its group and in order."""
    (text,) = import_lines([entry])
    statement = cst.ensure_type(cst.parse_statement(text), cst.SimpleStatementLine)
    group = group_of(entry.module, subject, style)
    place = _place(module, entry, group, subject, style)
    body = list(module.body)
    following = body[place.position] if place.position < len(body) else None
    if place.opens_group:
        statement = statement.with_changes(leading_lines=[cst.EmptyLine(indent=False)])
    elif place.heads_group and following is not None:
        empty = [line for line in following.leading_lines if line.comment is None]
        rest = [line for line in following.leading_lines if line.comment is not None]
        statement = statement.with_changes(leading_lines=empty)
        body[place.position] = following.with_changes(leading_lines=rest)
    if place.closes_group and following is not None:
        body[place.position] = _after_empty_line(following)
    return module.with_changes(body=[*body[: place.position], statement, *body[place.position :]])


@dataclass(frozen=True, slots=True)
class ImportPlace:
    """The place of an import: whether it opens or closes a group there, or heads an existing group."""

    position: int
    opens_group: bool = False
    closes_group: bool = False
    heads_group: bool = False


def _place(
    module: cst.Module, entry: Import, group: Group, subject: Subject, style: ProjectStyle
) -> ImportPlace:
    known = [
        (position, node, group_of(module_of(node), subject, style))
        for position, line in enumerate(module.body)
        if (node := import_of(line)) is not None
    ]
    own = [(position, node) for position, node, its in known if its == group]
    if own:
        before = [position for position, node in own if _order(node) <= _order_of(entry)]
        return ImportPlace(max(before) + 1) if before else ImportPlace(own[0][0], heads_group=True)
    lower = [position for position, _, its in known if its < group]
    if lower:
        return ImportPlace(max(lower) + 1, opens_group=True)
    documented = module.get_docstring() is not None
    if known:
        return ImportPlace(known[0][0], opens_group=documented, closes_group=True)
    return ImportPlace(1, opens_group=True) if documented else ImportPlace(0, closes_group=True)


def _order(node: cst.Import | cst.ImportFrom) -> tuple[bool, str]:
    return isinstance(node, cst.ImportFrom), module_of(node).lower()


def _order_of(entry: Import) -> tuple[bool, str]:
    return entry.name is not None, entry.module.lower()


def _after_empty_line(
    node: cst.SimpleStatementLine | cst.BaseCompoundStatement,
) -> cst.SimpleStatementLine | cst.BaseCompoundStatement:
    lines = node.leading_lines
    if lines and lines[0].comment is None:
        return node
    return node.with_changes(leading_lines=[cst.EmptyLine(indent=False), *lines])
