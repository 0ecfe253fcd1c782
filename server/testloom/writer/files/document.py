"""An existing test file: the names it binds, and its tests."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from testloom.model.errors import OutputError
from testloom.model.texts.form_feeds import hide_form_feeds, show_form_feeds
from testloom.model.texts.lines import plain_lines
from testloom.model.texts.trees import first_line, tree_of
from testloom.writer.imports.bindings import Bindings, Import

if TYPE_CHECKING:
    import libcst as cst

DEEPEST = 250
"""The deepest nesting of nodes.

libcst and `ast.unparse` need three calls for each level, and Python allows a thousand.
"""
_STEP = re.compile(r"\w+|[^\w\s]")
_UNNAMED = "The existing test file"
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Document:
    """A test file of the user.

    Attributes:
        module: the whole file.
        bindings: the names it binds at its top level.
        tests: the name of each function, by its fingerprint.
        functions: the syntax tree of each function, by its name.
        asked: the names of fixtures that its tests may request, wherever they are defined.
    """

    module: cst.Module
    bindings: Bindings
    tests: Mapping[str, str]
    functions: Mapping[str, FunctionNode]
    asked: frozenset[str]

    @classmethod
    def parse(cls, text: str, path: Path | None = None) -> Document:
        """Read a file; `path` is for errors.

        Raises:
            OutputError: if it is not valid Python, no parser gets to its end, or a character would be lost.
        """
        import libcst as cst  # takes a fifth of a second, and most files of tests are new

        try:
            tree, module = tree_of(text), cst.parse_module(hide_form_feeds(text))
        except (SyntaxError, ValueError, cst.ParserSyntaxError) as error:
            line = getattr(error, "lineno", None) or getattr(error, "raw_line", None)
            where = f" on line {line}" if line else ""
            said = f" ({error.msg})" if isinstance(error, SyntaxError) else ""
            what = f"{path or _UNNAMED} has a syntax error{where}{said}."
            raise OutputError(what, "Fix it, then try again.", path, line) from None
        except (RecursionError, MemoryError):
            raise _too_deep(path) from None
        if _is_deep(tree):
            raise _too_deep(path)
        if text_of(module).rstrip("\r\n") != text.rstrip("\r\n"):
            raise OutputError(
                f"{path or _UNNAMED} would lose characters when tests are added.",
                "Move it away, then try again.",
                path,
            )
        functions = {node.name: node for node in functions_of(tree)}
        tests = {fingerprint_of(node): name for name, node in functions.items()}
        return cls(module, bindings_of(tree), tests, functions, frozenset(_asked(tree)))

    @property
    def text(self) -> str:
        """The text of the file."""
        return text_of(self.module)

    def name_of(self, source: str) -> str | None:
        """Find the name under which the file has a test with this source; None if it has none."""
        return self.tests.get(fingerprint(source))

    def imports(self, entry: Import) -> bool:
        """Check whether the file has this import."""
        local = entry.alias or entry.name or entry.module
        if entry.name is None:
            return self.bindings.modules.get(entry.module) == local
        return self.bindings.imported.get((entry.module, entry.name)) == local


def text_of(module: cst.Module) -> str:
    """Render the text of a file that was parsed as a document, and perhaps changed since."""
    return show_form_feeds(module.code)


def _is_deep(tree: ast.Module) -> bool:
    """Whether nodes are nested deeper than `DEEPEST`, so that a recursive visitor would not reach the end."""
    level: list[ast.AST] = [tree]
    for _ in range(DEEPEST):
        level = [inner for node in level for inner in ast.iter_child_nodes(node)]
    return bool(level)


def _too_deep(path: Path | None) -> OutputError:
    return OutputError(
        f"{path or _UNNAMED} has an expression of too many parts.", "Shorten it, then try again.", path
    )


def functions_of(tree: ast.Module) -> Iterator[FunctionNode]:
    """Yield the functions at the top of a module."""
    return (node for node in tree.body if isinstance(node, FunctionNode))


def function_named(tree: ast.Module, name: str) -> FunctionNode | None:
    """Find a function at the top of a module, or a method as pytest names it: `TestShop::test_total`."""
    *classes, last = name.split("::")
    body = tree.body
    for outer in classes:
        inner = (node.body for node in body if isinstance(node, ast.ClassDef) and node.name == outer)
        body = next(inner, [])
    return next((node for node in body if isinstance(node, FunctionNode) and node.name == last), None)


def source_of(text: str, node: FunctionNode) -> str:
    """Return the lines of a function in its text, decorators included."""
    return next(iter(sources_of(text, [node]).values()))


def sources_of(text: str, nodes: Iterable[FunctionNode]) -> dict[str, str]:
    """Return the lines of functions in their text, by name, decorators included."""
    lines = plain_lines(text)
    return {node.name: "\n".join(lines[slice(*span_of(node))]) + "\n" for node in nodes}


def span_of(node: FunctionNode) -> tuple[int, int]:
    """Return the lines of a function, decorators included, as a slice."""
    return first_line(node) - 1, node.end_lineno or node.lineno


def fingerprint(source: str) -> str:
    """Compute a text that is equal for functions that differ in name, comments and layout only."""
    return fingerprint_of(next(functions_of(tree_of(source))))


def steps_of(function: FunctionNode) -> list[str]:
    """Split a function's decorators and body into words and signs, without comments and layout."""
    text = "\n".join(ast.unparse(part) for part in [*function.decorator_list, *function.body])
    return _STEP.findall(text)


def fingerprint_of(function: FunctionNode) -> str:
    """Compute the fingerprint of a function's syntax tree."""
    parts: list[ast.AST] = [*function.decorator_list, function.args, *function.body]
    return "\n".join([type(function).__name__, *(ast.dump(part) for part in parts)])


def fingerprints(text: str) -> dict[str, str]:
    """Compute the fingerprints of the functions at the top of a file, by name.

    Raises:
        SyntaxError: if it is not valid Python; ValueError, RecursionError or MemoryError for the same reason.
    """
    return {node.name: fingerprint_of(node) for node in functions_of(tree_of(text))}


def _asked(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.arg(arg=name):
                yield name
            case ast.Call(func=ast.Attribute(attr="usefixtures"), args=args):
                yield from (
                    arg.value for arg in args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
                )


def bindings_of(tree: ast.Module) -> Bindings:
    """Find the names that a file binds at its top level."""
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
