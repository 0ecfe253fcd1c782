"""The module under test, seen from outside: where it lives, what runs it, and what of it is meant.

`find_interpreter` chooses the project's Python, `find_recorded_interpreter` that of a recording;
`find_project`, `find_root` and `module_name` say where a file belongs and how it is imported;
`read_settings` reads what the project's pyproject.toml sets, and `wanted_allowance` what it asks the guard
for; `decode` reads the agent's description; `resolve` says which callables and probes a target means. Start
reading in `targets`.
"""

from testloom.subject.description import decode
from testloom.subject.interpreter import find_interpreter, find_recorded_interpreter, read_version
from testloom.subject.project import find_project, find_root, importable_name, module_name
from testloom.subject.pyproject import read_settings, wanted_allowance
from testloom.subject.sources import (
    OwnFiles,
    is_excluded,
    may_have_sources,
    source_files,
)
from testloom.subject.targets import Scope, resolve

__all__ = [
    "OwnFiles",
    "Scope",
    "decode",
    "find_interpreter",
    "find_project",
    "find_recorded_interpreter",
    "find_root",
    "importable_name",
    "is_excluded",
    "may_have_sources",
    "module_name",
    "read_settings",
    "read_version",
    "resolve",
    "source_files",
    "wanted_allowance",
]
