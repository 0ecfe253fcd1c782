"""Faults for a commit: each has one function raise an exception, first those that the commit has changed."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_NO_SUBJECTS = {"tests", "test", "docs", "doc", "examples"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where the body of a function begins, and what the function was before a fault."""

    file: Path
    line: int
    indent: int
    code: str


Places = Mapping[tuple[Path, str], Place]


def functions(folder: Path) -> Places:
    """The functions of a project but for its tests, by file and name."""
    found = {}
    for file in sorted(folder.rglob("*.py")):
        if _NO_SUBJECTS.isdisjoint(file.relative_to(folder).parts[:-1]):
            for name, node in _functions(ast.parse(file.read_bytes()), ""):
                first = node.body[0]
                if first.lineno > node.lineno:
                    place = Place(file, first.lineno, first.col_offset, ast.dump(node))
                    found[file, name] = place
    return found


def chosen_places(before: Places, now: Places, most: int, seed: str) -> list[Place]:
    """Some functions: at random from those that have changed, and then from all others."""
    changed = [place for key, place in now.items() if key not in before or before[key].code != place.code]
    others = [place for place in now.values() if place not in changed]
    drawn = random.Random(seed)
    return [place for each in (changed, others) for place in drawn.sample(each, len(each))][:most]


@contextmanager
def fault(place: Place) -> Iterator[None]:
    """Have a function raise an exception at its beginning."""
    text = place.file.read_text()
    lines = text.split("\n")
    lines.insert(place.line - 1, f"{' ' * place.indent}raise RuntimeError('a fault')")
    place.file.write_text("\n".join(lines))
    try:
        yield
    finally:
        place.file.write_text(text)


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{prefix}{child.name}", child
        inner = f"{prefix}{child.name}." if hasattr(child, "name") else prefix
        yield from _functions(child, inner)
