"""Print measures of the source that tell how hard it is to enter, of one or several trees side by side.

python -m tests.quality.house [TREE …]

A tree is a checkout; without one, it is this. Complexity counts as radon does it: decisions, `and` and `or`,
comprehensions. The measures inform; none is a limit.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.quality.reporting.page import aligned

ROOT = Path(__file__).resolve().parents[2]
STATEMENT = re.compile(r"[A-Z]\w*Statement")
COMPLEX = 10
SHORT, VERY_SHORT = 60, 10
CROWDED = 12
"""How many modules a package may have until it is hard to say where something is."""
LONG, WIDE = 40, 6
"""How many lines and how many parameters a function may have until it is hard to read, or to call."""
BRANCHES = (
    ast.If,
    ast.IfExp,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.ExceptHandler,
    ast.Assert,
    ast.match_case,
)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Module:
    """A source file."""

    path: Path
    text: str
    tree: ast.Module

    @property
    def lines(self) -> int:
        """How many lines it has."""
        return self.text.count("\n")


def modules_of(folder: Path) -> list[Module]:
    """Read all Python files below a folder."""
    files = sorted(folder.rglob("*.py"))
    texts = [(file, file.read_text(encoding="utf-8")) for file in files]
    return [Module(file, text, ast.parse(text)) for file, text in texts]


def functions_in(modules: list[Module]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """All functions and methods."""
    for module in modules:
        yield from (node for node in ast.walk(module.tree) if isinstance(node, FUNCTIONS))


def crowded(modules: list[Module]) -> list[str]:
    """The packages with too many modules, the largest first, each with their number."""
    sizes = Counter(module.path.parent for module in modules if module.path.stem != "__init__")
    found = [(size, folder) for folder, size in sizes.items() if size > CROWDED]
    return [f"{folder.parent.name}/{folder.name} {size}" for size, folder in sorted(found, reverse=True)]


def is_long(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Check whether a function hardly fits on a screen."""
    return (function.end_lineno or 0) - function.lineno >= LONG


def is_wide(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Check whether a function takes too many arguments, beside the object of a method."""
    names = [
        each.arg for each in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    ]
    return len([name for name in names if name not in ("self", "cls")]) > WIDE


def complexity(function: ast.AST) -> int:
    """The number of decisions, plus one."""
    found = 1
    for node in ast.walk(function):
        if isinstance(node, BRANCHES):
            found += 1
        elif isinstance(node, ast.BoolOp):
            found += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            found += 1 + len(node.ifs)
    return found


def dispatches(modules: list[Module]) -> int:
    """How often the kind of a statement is asked for: by `isinstance`, or by the case of a `match`."""
    found = 0
    for module in modules:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.MatchClass):
                found += bool(STATEMENT.fullmatch(ast.unparse(node.cls)))
            elif isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance":
                found += len(STATEMENT.findall(ast.unparse(node.args[-1])))
    return found


def probabilities(modules: list[Module]) -> int:
    """Constants of modules that are numbers between 0 and 1."""
    return sum(
        isinstance(node, ast.Assign)
        and all(isinstance(name, ast.Name) and name.id.isupper() for name in node.targets)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, float)
        and 0 < node.value.value < 1
        for module in modules
        for node in module.tree.body
    )


def used_once(modules: list[Module]) -> float:
    """The share of private functions with a single use among all functions, in percent."""
    names = Counter(word for module in modules for word in re.findall(r"\b_[a-z]\w*", module.text))
    functions = [function.name for function in functions_in(modules)]
    private = [name for name in functions if name.startswith("_") and not name.startswith("__")]
    return 100 * sum(names[name] == 2 for name in private) / max(1, len(functions))


def measures(tree: Path) -> dict[str, str]:
    """What is printed of a tree."""
    server, agent = modules_of(tree / "server" / "testloom"), modules_of(tree / "server" / "testloom_agent")
    both = [*server, *agent]
    others = [module for module in server if "model" not in module.path.relative_to(tree).parts]
    search = [module for module in server if "search" in module.path.relative_to(tree).parts]
    functions = list(functions_in(both))
    return {
        "files": f"{len(both):,}",
        "lines": f"{sum(module.lines for module in both):,}",
        f"files of at most {SHORT} lines": f"{sum(module.lines <= SHORT for module in both):,}",
        f"files of at most {VERY_SHORT} lines": f"{sum(module.lines <= VERY_SHORT for module in both):,}",
        f"packages of more than {CROWDED} modules": f"{len(crowded(both)):,}",
        "the largest of them": next(iter(crowded(both)), ""),
        "functions": f"{len(functions):,}",
        f"functions of more than {LONG} lines": f"{sum(map(is_long, functions)):,}",
        f"functions of more than {WIDE} parameters": f"{sum(map(is_wide, functions)):,}",
        f"functions of complexity over {COMPLEX}": f"{sum(complexity(one) > COMPLEX for one in functions):,}",
        "private functions used once, % of all": f"{used_once(both):.1f}",
        "dispatches on kinds of statements, model apart": f"{dispatches(others):,}",
        "probability constants of the search": f"{probabilities(search):,}",
        "random draws of the search": f"{sum(module.text.count('rng.random()') for module in search):,}",
    }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("trees", nargs="*", type=Path, default=[ROOT])
    trees = parser.parse_args().trees
    found = [measures(tree.resolve()) for tree in trees]
    header = ("measure", *(tree.resolve().name for tree in trees))
    print(aligned(header, [(name, *(one[name] for one in found)) for name in found[0]]))


if __name__ == "__main__":
    main()
