"""The code of the project: which files belong to it, and what its lines name."""

from __future__ import annotations

import dis
import os
import sys
from collections.abc import Iterator
from types import CodeType, ModuleType

from testloom_agent.kinds import is_a

LIBRARIES = f"{os.sep}site-packages{os.sep}"
AGENT = os.path.join(os.path.realpath(os.path.join(os.path.dirname(__file__), "..")), "")
"""The agent's own folder: it may lie in the project, but is not part of the code under test."""


class Project:
    """Knows which code belongs to the subject and which to its project."""

    def __init__(self, root: str, subject_file: str) -> None:
        self.subject_file = os.path.realpath(subject_file)
        self._below = _own_folder(os.path.realpath(root), self.subject_file)
        self._foreign = (AGENT, *_library_folders(self._below))
        self._owned: dict[str, bool] = {}
        self._subject: dict[str, bool] = {}
        self._loaded: dict[tuple[CodeType, int], list[str]] = {}

    def owns(self, file: str) -> bool:
        """Check whether a file is the project's own: below its root, but in no environment or the agent."""
        verdict = self._owned.get(file)
        if verdict is None:
            path = os.path.realpath(file)
            inside = path.startswith(self._below) and LIBRARIES not in path[len(self._below) - 1 :]
            inside = inside and not path.startswith(self._foreign)
            verdict = self._owned[file] = inside or path == self.subject_file
        return verdict

    def is_subject(self, file: str) -> bool:
        """Check whether a file is the subject."""
        verdict = self._subject.get(file)
        if verdict is None:
            verdict = self._subject[file] = os.path.realpath(file) == self.subject_file
        return verdict

    def loaded(self, code: CodeType, line: int) -> list[str]:
        """List the global names that code loads on one of its lines."""
        names = self._loaded.get((code, line))
        if names is None:
            names = self._loaded[code, line] = list(_loaded(code, line))
        return names


def project_modules(subject: ModuleType, project: Project) -> list[ModuleType]:
    """List the loaded modules of the project, the subject first."""
    others = [
        module
        for module in list(sys.modules.values())
        if is_a(module, ModuleType) and module is not subject and _is_owned(module, project)
    ]
    return [subject, *sorted(others, key=lambda module: module.__name__)]


def _is_owned(module: ModuleType, project: Project) -> bool:
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and project.owns(file)


def _loaded(code: CodeType, line: int) -> Iterator[str]:
    spans = [(start, end) for start, end, number in code.co_lines() if number == line]
    for instruction in dis.get_instructions(code):
        if instruction.opname == "LOAD_GLOBAL" and any(s <= instruction.offset < e for s, e in spans):
            yield instruction.argval


def _own_folder(root: str, subject: str) -> str:
    """The folder of the project; among installed libraries, the one that holds the subject."""
    below = root + os.sep
    if LIBRARIES in below and subject.startswith(below):
        return os.path.join(root, subject[len(below) :].partition(os.sep)[0], "")
    return below


def _library_folders(root: str) -> set[str]:
    """The folders of the interpreter and its environment as far as they lie below the project's root."""
    import sysconfig  # it reads which environment Python belongs to, known only once packages are added

    paths = {*sysconfig.get_paths().values(), sys.prefix}
    folders = {os.path.realpath(path) + os.sep for path in paths}
    return {folder for folder in folders if folder.startswith(root) and folder != root}
