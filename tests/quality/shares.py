"""How many emitted tests use doubles or private names.

    python -m tests.quality.shares FOLDER…

counts the tests of all files `test_*.py` below the folders; a row of a table is a test. A test with a double
says so by `Mock(` or `create_autospec(`, one with private names by an attribute that begins with `_`.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from pathlib import Path

from tests.quality.environments.options import command_line


def shares(folders: list[Path]) -> Counter[str]:
    """The numbers of `tests`, of those with `doubles`, and of those with `private` names."""
    found: Counter[str] = Counter()
    for file in sorted(file for folder in folders for file in folder.rglob("test_*.py")):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
                text, rows = ast.unparse(node), _rows(node)
                found["tests"] += rows
                found["doubles"] += rows * ("Mock(" in text or "create_autospec(" in text)
                found["private"] += rows * any(map(_is_private, ast.walk(node)))
    return found


def _is_private(node: ast.AST) -> bool:
    """Whether an attribute is private, and not one that Python defines."""
    return isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__")


def _rows(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How many tests a function is."""
    for decorator in node.decorator_list:
        match decorator:
            case ast.Call(func=ast.Attribute(attr="parametrize"), args=[_, ast.List(elts=rows)]):
                return len(rows)
    return 1


def main() -> int:
    """Print the numbers."""
    parser = command_line("shares", __doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    counted = shares(parser.parse_args().folders)
    for kind in ("doubles", "private"):
        percent = 100 * counted[kind] / max(1, counted["tests"])
        print(f"{kind}: {counted[kind]} of {counted['tests']} tests, {percent:.1f}%")
    return 0


if __name__ == "__main__":
    sys.exit(main())
