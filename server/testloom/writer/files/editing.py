"""A user's edits in a test file that was shown to them."""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass

from testloom.model.errors import UsageError
from testloom.model.texts.lines import plain_lines
from testloom.model.texts.trees import tree_of
from testloom.writer.files.document import functions_of, span_of

_ELSEWHERE = "Only the selected tests, and imports and functions they need, can be edited here."


@dataclass(frozen=True, slots=True)
class EditedFunction:
    """A function as its user edited it; `was` is its former name."""

    was: str
    name: str
    source: str


@dataclass(frozen=True, slots=True)
class Edited:
    """The chosen functions after an edit, and the names of the functions that were added for them."""

    functions: tuple[EditedFunction, ...]
    added: tuple[str, ...] = ()


def edited(before: str, after: str, names: Collection[str]) -> Edited:
    """Compare the text of a test file with what a user made of it; of `names` are the functions to edit.

    One of these that is gone was renamed, if there is just one test that was not there before.

    Raises:
        UsageError: if the text is not valid Python, one of the functions is gone, or something else changed.
    """
    old, new = _parsed(before), _parsed(after)
    known = {node.name: node for node in functions_of(old)}
    found = {node.name: node for node in functions_of(new)}
    unknown = [name for name in found if name not in known]
    renamed = _renamed([name for name in names if name not in found], unknown)
    for name, node in known.items():
        if name not in names and (name not in found or ast.dump(node) != ast.dump(found[name])):
            raise UsageError(f"{name} was changed.", _ELSEWHERE)
    if _others(old) != _others(new):
        raise UsageError("Something outside functions was changed.", _ELSEWHERE)
    lines = plain_lines(after)
    functions = []
    for name in names:
        node = found[renamed.get(name, name)]
        first, last = span_of(node)
        functions.append(EditedFunction(name, node.name, "\n".join(lines[first:last]) + "\n"))
    return Edited(tuple(functions), tuple(name for name in unknown if name not in renamed.values()))


def _parsed(text: str) -> ast.Module:
    try:
        return tree_of(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None)
        where = f"Line {line} is not valid Python" if line else "This is not valid Python"
        raise UsageError(f"{where}: {getattr(error, 'msg', error)}.", "Fix it, then save again.") from None


def _renamed(gone: list[str], unknown: list[str]) -> dict[str, str]:
    tests = [name for name in unknown if name.startswith("test")]
    if gone and (len(gone) > 1 or len(tests) != 1):
        raise UsageError(f"{gone[0]} was removed.", "Discard a test in the Generated Tests view.")
    return dict(zip(gone, tests, strict=False))


def _others(tree: ast.Module) -> list[str]:
    """Dumps of the top-level statements other than functions and imports."""
    skipped = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Import, ast.ImportFrom)
    return [ast.dump(node) for node in tree.body if not isinstance(node, skipped)]
