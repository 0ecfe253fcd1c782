"""Adding a name to an existing import, in its layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import libcst as cst

from testloom.model.texts.lines import plain_lines
from testloom.writer.imports.bindings import Import
from testloom.writer.imports.grouping import order_of

Gap: TypeAlias = cst.BaseParenthesizableWhitespace
_INDENT = "    "


def extended(module: cst.Module, entry: Import, line_length: int) -> cst.Module | None:
    """Add a name to an existing import from its module; None if that needs a statement of its own.

    It does where the name has an alias, or where the file has a statement for each name.
    """
    if entry.name is None or entry.alias:
        return None
    known = [found for found in _of_names(module) if module_of(found[2]) == entry.module]
    if not known or _are_single(module):
        return None
    for position, line, node in known:
        for longer in _ways(line, node, entry.name):
            text = module.code_for_node(longer).strip()
            if max(len(part) for part in plain_lines(text)) <= line_length:
                return module.with_changes(
                    body=[*module.body[:position], longer, *module.body[position + 1 :]]
                )
    return None


def import_of(line: cst.CSTNode) -> cst.Import | cst.ImportFrom | None:
    """Return the import in a statement of a module; None if it is not an import."""
    match line:
        case cst.SimpleStatementLine(body=[cst.Import() | cst.ImportFrom() as node]):
            return node
    return None


def module_of(node: cst.Import | cst.ImportFrom) -> str:
    """Return the module that an import names."""
    name = node.names[0].name if isinstance(node, cst.Import) else node.module
    dots = "." * len(node.relative) if isinstance(node, cst.ImportFrom) else ""
    return dots + (cst.Module([]).code_for_node(name) if name is not None else "")


def _of_names(module: cst.Module) -> Iterator[tuple[int, cst.SimpleStatementLine, cst.ImportFrom]]:
    """The `from` imports that a name can be added to, with their positions: not those of aliases alone."""
    for position, line in enumerate(module.body):
        match line:
            case cst.SimpleStatementLine(body=[cst.ImportFrom() as node]):
                if any(alias.asname is None for alias in _aliases(node)):
                    yield position, line, node


def _aliases(node: cst.ImportFrom) -> Sequence[cst.ImportAlias]:
    return () if isinstance(node.names, cst.ImportStar) else node.names


def _are_single(module: cst.Module) -> bool:
    """Whether the file imports each name in a statement of its own, even if several are from one module."""
    nodes = [node for _, _, node in _of_names(module)]
    most = max(Counter(map(module_of, nodes)).values(), default=0)
    return most > 1 and all(len(_aliases(node)) == 1 for node in nodes)


def _ways(
    line: cst.SimpleStatementLine, node: cst.ImportFrom, name: str
) -> Iterator[cst.SimpleStatementLine]:
    """The statement with one more name in each possible layout: as it is, then with one name a line."""
    names = _Names.of(node)
    where = names.place_of(name)

    def changed(longer: _Names) -> cst.SimpleStatementLine:
        return cst.ensure_type(line.deep_replace(node, longer.put_into(node)), cst.SimpleStatementLine)

    for gap in names.usual_gaps():
        yield changed(names.with_name(where, name, gap))
    if line.trailing_whitespace.comment is None and not names.has_comments:  # a comment may be about the line
        yield changed(names.with_name(where, name, cst.SimpleWhitespace(" ")).one_a_line())


@dataclass(frozen=True, slots=True)
class _Names:
    """The names of an import.

    Attributes:
        names: the names with their aliases, without commas.
        gaps: the text before each of them, and before the closing parenthesis.
        is_enclosed: whether they are in parentheses.
        ends_with_comma: whether a comma follows the last.
    """

    names: tuple[cst.ImportAlias, ...]
    gaps: tuple[Gap, ...]
    is_enclosed: bool
    ends_with_comma: bool

    @classmethod
    def of(cls, node: cst.ImportFrom) -> _Names:
        before = node.lpar.whitespace_after if node.lpar else cst.SimpleWhitespace("")
        after = node.rpar.whitespace_before if node.rpar else cst.SimpleWhitespace("")
        commas = [alias.comma for alias in _aliases(node) if isinstance(alias.comma, cst.Comma)]
        gaps: list[Gap] = [before, *(comma.whitespace_after for comma in commas)]
        ends_with_comma = len(commas) == len(_aliases(node))
        # The space after a final comma is the gap before the parenthesis, which has none of its own then.
        gaps = gaps if ends_with_comma else [*gaps, after]
        names = tuple(alias.with_changes(comma=cst.MaybeSentinel.DEFAULT) for alias in _aliases(node))
        return cls(names, tuple(gaps), node.lpar is not None, ends_with_comma)

    @property
    def has_comments(self) -> bool:
        return any(_comment_in(gap) for gap in self.gaps)

    def place_of(self, name: str) -> int:
        """The index for a new name: in order if the names are sorted, else at the end."""
        names = [alias.evaluated_name for alias in self.names]
        orders: tuple[Callable[[str], Any], ...] = (order_of, str.lower)
        for order in orders:
            if names == sorted(names, key=order):
                return sorted([*names, name], key=order).index(name)
        return len(names)

    def usual_gaps(self) -> Sequence[Gap]:
        """What stands between two names here, the most frequent first."""
        between = [_plain(gap) for gap in self.gaps[1:-1]]
        if not between:
            between = [_plain(self.gaps[0]) if _is_broken(self.gaps[0]) else cst.SimpleWhitespace(" ")]
        codes = Counter(map(_code, between))
        return sorted({_code(gap): gap for gap in between}.values(), key=lambda gap: -codes[_code(gap)])

    def with_name(self, where: int, name: str, gap: Gap) -> _Names:
        """A copy with one more name, and one more gap: after the name, or before it if it is the last."""
        alias = cst.ImportAlias(cst.Name(name))
        names = (*self.names[:where], alias, *self.names[where:])
        old = self.gaps[where]
        if where < len(self.names):
            before, behind = _split(old, gap)
        else:  # a comment at the end is about the name that was the last
            before, behind = _with_comment(gap, old), _plain(old)
        gaps = (*self.gaps[:where], before, behind, *self.gaps[where + 1 :])
        return replace(self, names=names, gaps=gaps)

    def one_a_line(self) -> _Names:
        """A copy with one name a line, as black lays out what is too long for a line."""
        inner = _new_line(_INDENT)
        return _Names(self.names, (*[inner] * len(self.names), _new_line("")), True, True)

    def put_into(self, node: cst.ImportFrom) -> cst.ImportFrom:
        """The import with these names in place of its own."""
        before, *between, after = self.gaps
        behind = [*between, after] if self.ends_with_comma else between
        commas = [cst.Comma(whitespace_after=gap) for gap in behind]
        aliases = [name.with_changes(comma=comma) for name, comma in zip(self.names, commas, strict=False)]
        closing = cst.SimpleWhitespace("") if self.ends_with_comma else after
        return node.with_changes(
            names=[*aliases, *self.names[len(aliases) :]],
            lpar=cst.LeftParen(whitespace_after=before) if self.is_enclosed else None,
            rpar=cst.RightParen(whitespace_before=closing) if self.is_enclosed else None,
        )


def _new_line(indent: str) -> Gap:
    return cst.ParenthesizedWhitespace(last_line=cst.SimpleWhitespace(indent))


def _code(gap: Gap) -> str:
    return cst.Module([]).code_for_node(gap)


def _is_broken(gap: Gap) -> bool:
    return "\n" in _code(gap)


def _comment_in(gap: Gap) -> bool:
    return "#" in _code(gap)


def _plain(gap: Gap) -> Gap:
    """The gap without the comments and empty lines in it."""
    if not isinstance(gap, cst.ParenthesizedWhitespace):
        return gap
    return gap.with_changes(first_line=cst.TrailingWhitespace(newline=gap.first_line.newline), empty_lines=[])


def _split(old: Gap, gap: Gap) -> tuple[Gap, Gap]:
    """The gaps before and after a name put into an old gap, whose comment lines stay before what follows."""
    if not isinstance(old, cst.ParenthesizedWhitespace) or not old.empty_lines:
        return old, gap
    newline = cst.TrailingWhitespace(newline=old.first_line.newline)
    return old.with_changes(empty_lines=[]), old.with_changes(first_line=newline)


def _with_comment(gap: Gap, other: Gap) -> Gap:
    """The gap with the comments of another one."""
    if not _comment_in(other) or not isinstance(other, cst.ParenthesizedWhitespace):
        return gap
    indent = gap.last_line if isinstance(gap, cst.ParenthesizedWhitespace) else cst.SimpleWhitespace(_INDENT)
    return other.with_changes(last_line=indent, indent=True)
