"""Modules of installed packages that suit: neither tiny nor huge, with functions, written by people."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from ..environments.process import confined, run
from .manifest import Entry

FEWEST_FUNCTIONS = 3
FEWEST_STATEMENTS, MOST_STATEMENTS = 40, 700
IMPORT_SECONDS = 60.0
RUNNERS = frozenset({"pytest", "coverage", "pytest-randomly"})
"""What runs the measurement itself is never drawn from."""

_LEFT_OUT = re.compile(
    r"(^|/)(tests?|testing|_?vendor(ed)?|extern|examples?|docs?|migrations|locales?|__main__|conftest|"
    r"setup|_version|version|unistring|_mapping|data)(/|\.py$|_)|_test\.py$|(^|/)test_"
)
_GENERATED = re.compile(r"(auto|automatically |machine.)generated|do not edit", re.IGNORECASE)
_LIST_FILES = """
import importlib.metadata as metadata, json, sys
found = {}
for name in sys.argv[1:]:
    try:
        distribution = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        continue
    files = [str(distribution.locate_file(file)) for file in distribution.files or () if file.suffix == ".py"]
    found[name] = [distribution.version, str(distribution.locate_file("")), files]
print(json.dumps(found))
"""


def packages(requirements: Path) -> list[str]:
    """The names of the packages that a file lists, without what runs the measurement."""
    lines = requirements.read_text(encoding="utf-8").splitlines()
    names = [line.split("==")[0].strip() for line in lines if line.strip() and not line.startswith("#")]
    return [name for name in names if name not in RUNNERS]


def candidates(python: Path, names: Sequence[str]) -> dict[str, list[Entry]]:
    """The modules that suit of each package that is installed, packages and modules in order.

    Raises:
        subprocess.CalledProcessError: if the interpreter does not run.
    """
    command = [str(python), "-c", _LIST_FILES, *names]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = {}
    for name, (version, base, files) in sorted(json.loads(told).items()):
        places = ((file, Path(file).relative_to(base).as_posix()) for file in sorted(files))
        entries = [
            Entry(_module(inner), f"{name}=={version}", size)
            for file, inner in places
            if _is_named_well(inner) and (size := suitable_size(Path(file)))
        ]
        if entries:
            found[name] = entries
    return found


def suitable_size(file: Path) -> int:
    """The number of statements of a file, 0 if it does not suit."""
    try:
        text = file.read_text(encoding="utf-8")
        tree = ast.parse(text)
    except (OSError, SyntaxError, ValueError):
        return 0
    nodes = list(ast.walk(tree))
    functions = sum(isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) for node in nodes)
    size = sum(isinstance(node, ast.stmt) for node in nodes)
    suits = functions >= FEWEST_FUNCTIONS and FEWEST_STATEMENTS <= size <= MOST_STATEMENTS
    return size if suits and not _GENERATED.search(text[:1500]) else 0


def can_import(python: Path, module: str) -> bool:
    """Whether a module can be imported here; it may lack an optional dependency."""
    with tempfile.TemporaryDirectory(prefix="quality-", ignore_cleanup_errors=True) as home:
        ended = run(confined([python, "-c", f"import {module}"]), Path(home), IMPORT_SECONDS)
    return ended.status == 0


def _is_named_well(inner: str) -> bool:
    """Whether a file below the folder of packages is a module by its name, and not left out."""
    plain = inner.removesuffix(".py").replace("/", "").replace("_", "")
    return plain.isalnum() and not _LEFT_OUT.search(inner)


def _module(inner: str) -> str:
    return inner.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
