"""An existing test file: what it binds, which tests it has, and the same file with more in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import libcst as cst

from testloom.model.errors import OutputError
from testloom.model.subject import Subject
from testloom.writer.grouping import Group, group_of, import_lines, order_of
from testloom.writer.imports import Bindings, Import
from testloom.writer.style import ProjectStyle

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Document:
    """A test file of the user; `tests` are its functions, by their source without name and formatting."""

    module: cst.Module
    bindings: Bindings
    tests: dict[str, str]

    @classmethod
    def parse(cls, text: str) -> Document:
        """Read a file.

        Raises:
            OutputError: if it is not Python.
        """
        try:
            tree, module = ast.parse(text), cst.parse_module(text)
        except (SyntaxError, ValueError, cst.ParserSyntaxError) as error:
            line = getattr(error, "lineno", None) or getattr(error, "raw_line", None)
            where = f" in line {line}" if line else ""
            raise OutputError(
                f"The existing test file has a syntax error{where}.",
                "Mend it, or choose another folder with --out.",
            ) from None
        return cls(module, _bindings(tree), {_fingerprint(node): node.name for node in _functions(tree)})

    def name_of(self, source: str) -> str | None:
        """What the file calls a test with this source, if it has it."""
        return self.tests.get(_fingerprint(next(_functions(ast.parse(source)))))

    def has(self, source: str) -> bool:
        """Whether the file has a test with this source."""
        return self.name_of(source) is not None

    def merged(
        self, imports: Sequence[Import], sources: Sequence[str], subject: Subject, style: ProjectStyle
    ) -> str:
        """The file with imports and functions added; everything else keeps every character."""
        if not sources:
            return self.module.code
        missing = [entry for entry in imports if not self._imports(entry)]
        module = _with_imports(self.module, missing, subject, style)
        return _with_functions(module, sources)

    def _imports(self, entry: Import) -> bool:
        local = entry.alias or entry.name or entry.module
        if entry.name is None:
            return self.bindings.modules.get(entry.module) == local
        return self.bindings.imported.get((entry.module, entry.name)) == local


def _functions(tree: ast.Module) -> Iterator[FunctionNode]:
    return (node for node in tree.body if isinstance(node, FunctionNode))


def _fingerprint(function: FunctionNode) -> str:
    """The function without its name, positions and annotations of nothing: equal if the tests are."""
    parts: list[ast.AST] = [*function.decorator_list, function.args, *function.body]
    return "\n".join(ast.dump(part) for part in parts)


def _bindings(tree: ast.Module) -> Bindings:
    imported: dict[tuple[str, str], str] = {}
    modules: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            imported |= {(node.module, alias.name): alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            modules |= {alias.name: alias.asname or alias.name for alias in node.names}
    return Bindings(imported, modules, frozenset(_bound(tree)))


def _bound(tree: ast.Module) -> Iterator[str]:
    """Every name that is bound at the top of the module, in whatever way."""
    pending: list[ast.AST] = list(tree.body)
    while pending:
        node = pending.pop()
        if isinstance(node, FunctionNode | ast.ClassDef):
            yield node.name
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((alias.asname or alias.name).partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        pending.extend(ast.iter_child_nodes(node))


def _with_functions(module: cst.Module, sources: Sequence[str]) -> str:
    """Append functions: before `if __name__ == "__main__"`, else at the end."""
    newline = module.default_newline
    text = ("\n\n" + "\n\n".join(sources)).replace("\n", newline)
    body = list(module.body)
    guards = [n for n, node in enumerate(body) if _is_main_guard(node)]
    if guards:
        tail = module.with_changes(body=body[guards[-1] :], header=(), footer=module.footer)
        head = module.with_changes(body=body[: guards[-1]], footer=())
        rest = tail.code.lstrip("\r\n")
        return f"{_ended(head.code, newline)}{text}{newline}{newline}{rest}"
    return f"{_ended(module.code, newline)}{text}"


def _ended(text: str, newline: str) -> str:
    """The text with one end of line after it, and no empty lines."""
    stripped = text.rstrip("\r\n")
    return f"{stripped}{newline}" if stripped else ""


def _is_main_guard(node: cst.CSTNode) -> bool:
    match node:
        case cst.If(test=cst.Comparison(left=cst.Name(value="__name__"))):
            return True
    return False


def _with_imports(
    module: cst.Module, imports: Sequence[Import], subject: Subject, style: ProjectStyle
) -> cst.Module:
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
            if max(len(part) for part in text.splitlines()) <= style.line_length:
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
