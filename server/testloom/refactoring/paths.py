"""Names an absolute path in a function as a constant of the module, which a test can point elsewhere."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import chain, count
from pathlib import PurePath

from testloom.model.texts.lines import split_lines
from testloom.model.texts.trees import parsed
from testloom.refactoring.scopes import Method, method_at


def with_path_constant(text: str, line: int, path: str) -> str | None:
    """Replace a path in the function that holds a line (from 1) by a new constant of the module.

    None if there is no such function, or it does not contain the path.
    """
    tree = parsed(text)
    method = method_at(tree, line) if tree else None
    places = list(_places(method, path)) if method else []
    if tree is None or not places:
        return None
    name = _free_name(path, tree)
    lines = split_lines(text)
    for place in reversed(places):
        first, last = place.lineno - 1, (place.end_lineno or place.lineno) - 1
        before = lines[first].encode()[: place.col_offset].decode()
        after = lines[last].encode()[place.end_col_offset :].decode()
        lines[first : last + 1] = [f"{before}{name}{after}"]
    written = ast.get_source_segment(text, places[0]) or ""
    is_short = written[:1] in "'\"" and "\n" not in written
    _insert(lines, _behind_imports(tree), f"{name} = {written if is_short else ast.unparse(places[0])}")
    changed = "".join(lines)
    return changed if parsed(changed) is not None else None


def _insert(lines: list[str], at: int, line: str) -> None:
    """Insert a line at the end of the imports, separated by an empty line, with the line ends of the file."""
    end = "\r\n" if lines[0].endswith("\r\n") else "\n"
    lines[at:at] = [end, line + end] if at else [line + end, end]


def _places(method: Method, path: str) -> Iterator[ast.Constant]:
    """Yield the places in a function's body where the path is a string of its own, in order."""
    within = chain.from_iterable(
        ast.walk(node) for statement in method.node.body for node in _plain(statement)
    )
    found = [node for node in within if isinstance(node, ast.Constant) and node.value == path]
    yield from sorted(dict.fromkeys(found), key=lambda node: (node.lineno, node.col_offset))


def _plain(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the constants below a node that are neither part of an f-string nor a statement of their own."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Constant) and not isinstance(node, ast.Expr):
            yield child
        elif not isinstance(child, ast.JoinedStr):
            yield from _plain(child)


def _free_name(path: str, tree: ast.Module) -> str:
    """Choose a name for the constant, such as BANNER_TXT, that the module does not use."""
    taken = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    taken |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))
    taken |= {alias.asname or alias.name for node in imports for alias in node.names}
    plain = re.sub(r"\W+", "_", PurePath(path).name).strip("_").upper() or "PATH"
    wanted = plain if plain.isidentifier() else f"PATH_{plain}"
    names = chain([wanted, f"{wanted}_PATH"], (f"{wanted}_{number}" for number in count(2)))
    return next(name for name in names if name not in taken)


def _behind_imports(tree: ast.Module) -> int:
    """Return the line (from 0) after the docstring and the imports at the start of the module."""
    last = 0
    for node in tree.body:
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not is_docstring and not isinstance(node, ast.Import | ast.ImportFrom):
            break
        last = node.end_lineno or node.lineno
    return last
