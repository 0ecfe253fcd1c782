"""Imports that an existing test file lacks, put where they belong in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import libcst as cst

from testloom.model.subject import Subject
from testloom.model.texts.lines import plain_lines
from testloom.writer.imports.bindings import Import
from testloom.writer.imports.grouping import Group, group_of, import_lines, order_of
from testloom.writer.project.style import ProjectStyle


def with_imports(
    module: cst.Module, imports: Sequence[Import], subject: Subject, style: ProjectStyle
) -> cst.Module:
    """The module with more imports; what it has keeps every character."""
    for entry in imports:
        extended = _extended(module, entry, style)
        module = extended or _inserted(module, entry, subject, style)
    return module


def _extended(module: cst.Module, entry: Import, style: ProjectStyle) -> cst.Module | None:
    """The module with a name added to the import it has from that module, if the line stays short enough."""
    if entry.name is None or entry.alias:
        return None
    for position, line in enumerate(module.body):
        node = _import_of(line)
        if not isinstance(node, cst.ImportFrom) or _module_of(node) != entry.module or not _is_simple(node):
            continue
        longer = node.with_changes(names=_names_with(node, entry.name))
        changed = line.deep_replace(node, longer)
        if isinstance(changed, cst.SimpleStatementLine):
            text = module.code_for_node(changed).strip()
            if max(len(part) for part in plain_lines(text)) <= style.line_length:
                return module.with_changes(
                    body=[*module.body[:position], changed, *module.body[position + 1 :]]
                )
    return None


def _is_simple(node: cst.ImportFrom) -> bool:
    """One line of names without aliases: what spreads over several lines is the user's layout."""
    if isinstance(node.names, cst.ImportStar) or node.lpar is not None:
        return False
    return all(alias.asname is None for alias in node.names)


def _names_with(node: cst.ImportFrom, name: str) -> list[cst.ImportAlias]:
    """The names of the import with one more, in its place if they are sorted, else at the end."""
    assert not isinstance(node.names, cst.ImportStar)
    names = [cst.ensure_type(alias.name, cst.Name).value for alias in node.names]
    wanted = [*names, name]
    if names == sorted(names, key=order_of):
        wanted.sort(key=order_of)
    elif names == sorted(names, key=str.lower):
        wanted.sort(key=str.lower)
    comma = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
    aliases = [cst.ImportAlias(cst.Name(value), comma=comma) for value in wanted]
    return [*aliases[:-1], aliases[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)]


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
class Place:
    """Where an import goes: does it begin a group there, end one, or come first in one that exists?"""

    position: int
    opens_group: bool = False
    closes_group: bool = False
    heads_group: bool = False


def _place(module: cst.Module, entry: Import, group: Group, subject: Subject, style: ProjectStyle) -> Place:
    known = [
        (position, node, group_of(_module_of(node), subject, style))
        for position, line in enumerate(module.body)
        if (node := _import_of(line)) is not None
    ]
    own = [(position, node) for position, node, its in known if its == group]
    if own:
        before = [position for position, node in own if _order(node) <= _order_of(entry)]
        return Place(max(before) + 1) if before else Place(own[0][0], heads_group=True)
    lower = [position for position, _, its in known if its < group]
    if lower:
        return Place(max(lower) + 1, opens_group=True)
    documented = module.get_docstring() is not None
    if known:
        return Place(known[0][0], opens_group=documented, closes_group=True)
    return Place(1, opens_group=True) if documented else Place(0, closes_group=True)


def _order(node: cst.Import | cst.ImportFrom) -> tuple[bool, str]:
    return isinstance(node, cst.ImportFrom), _module_of(node).lower()


def _order_of(entry: Import) -> tuple[bool, str]:
    return entry.name is not None, entry.module.lower()


def _import_of(line: cst.CSTNode) -> cst.Import | cst.ImportFrom | None:
    match line:
        case cst.SimpleStatementLine(body=[cst.Import() | cst.ImportFrom() as node]):
            return node
    return None


def _module_of(node: cst.Import | cst.ImportFrom) -> str:
    name = node.names[0].name if isinstance(node, cst.Import) else node.module
    dots = "." * len(node.relative) if isinstance(node, cst.ImportFrom) else ""
    return dots + (cst.Module([]).code_for_node(name) if name is not None else "")


def _after_empty_line(
    node: cst.SimpleStatementLine | cst.BaseCompoundStatement,
) -> cst.SimpleStatementLine | cst.BaseCompoundStatement:
    lines = node.leading_lines
    if lines and lines[0].comment is None:
        return node
    return node.with_changes(leading_lines=[cst.EmptyLine(indent=False), *lines])
