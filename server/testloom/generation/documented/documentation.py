"""The documentation of a module: its docstrings, those of the packages around it, the project's readme."""

from __future__ import annotations

import ast
import os
from collections.abc import Collection, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from testloom.generation.documented.claims import Claim, DocumentedCalls
from testloom.generation.documented.examples import examples_in
from testloom.generation.documented.translation import Translation
from testloom.model.statements import CallStatement, TestCase
from testloom.model.subject import Subject
from testloom.model.texts.encodings import EncodingError, plain_text
from testloom.model.texts.trees import parsed
from testloom.repository import read_bytes
from testloom.subject import find_project

MOST_CALLS = 100
MOST_BYTES = 200_000
READMES = ("README.md", "README.rst", "README.txt", "README")
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def documented_calls(subject: Subject, file: Path, ignored: Collection[str]) -> DocumentedCalls:
    """Collect the test cases in the documentation of a module, each once, and its claims about them.

    `ignored` are the absolute paths of files that git ignores: they are private.
    """
    found: dict[str, TestCase] = {}
    claims: dict[str, Claim] = {}
    for text, is_own in _texts(file, ignored):
        for example in examples_in(text):
            translation = Translation(subject, is_own)
            for case in translation.cases(example):
                if any(isinstance(statement, CallStatement) for statement in case.statements):
                    found.setdefault(case.wire, case)
            for claim in translation.claims:
                claims.setdefault(claim.case.wire, claim)
    cases = islice(found.values(), MOST_CALLS)
    return DocumentedCalls(tuple(cases), tuple(islice(claims.values(), MOST_CALLS)))


def _texts(file: Path, ignored: Collection[str]) -> Iterator[tuple[str, bool]]:
    """The texts of the documentation, each with whether the module itself contains it."""
    for text in _docstrings(file):
        yield text, True
    folder = file.parent
    while (package := folder / "__init__.py").is_file():
        for text in islice(_docstrings(package), 1):
            yield text, package == file
        folder = folder.parent
    for name in READMES:
        readme = find_project(file) / name
        if (
            not readme.is_symlink() and os.path.realpath(readme) not in ignored
        ):  # a link may lead to a private file
            yield _read(readme), False


def _docstrings(file: Path) -> Iterator[str]:
    """The docstrings of a module, its own first."""
    tree = parsed(_read(file)) or ast.Module([], [])
    found = (ast.get_docstring(node) for node in ast.walk(tree) if isinstance(node, Documented))
    return (text for text in found if text)


def _read(file: Path) -> str:
    """The text of a file; empty if it cannot be read, is not text, or is too large."""
    with suppress(OSError, EncodingError):
        return plain_text(read_bytes(file, MOST_BYTES))
    return ""
