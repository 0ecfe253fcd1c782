"""The module under test, seen from outside: its location, its interpreter, and the meaning of targets.

* `decode` (`description`) reads the agent's description; `resolve` (`targets`) says which callables and
  probes a target means. Start reading there.
* `project`: `find_project`, `find_root` and `module_name` say where a file belongs and how it is imported,
  `namesakes` which others are imported by the same name, `same_names` those of a request; `read_settings`
  reads the settings in the project's pyproject.toml, and `wanted_allowance` what it asks the guard for.
* `interpreters`: `find_interpreter` chooses the project's Python, among those in `environments`, and
  `seek_interpreter` says how it was found; `find_recorded_interpreter` chooses the Python of a recording.
"""

from testloom.subject.description import decode
from testloom.subject.interpreters.interpreter import (
    find_interpreter,
    find_recorded_interpreter,
    read_version,
    seek_interpreter,
)
from testloom.subject.project.location import (
    ImportNames,
    find_project,
    find_root,
    importable_name,
    module_name,
)
from testloom.subject.project.namesakes import namesakes, same_names
from testloom.subject.project.pyproject import read_settings, wanted_allowance
from testloom.subject.project.sources import (
    OwnFiles,
    is_excluded,
    may_have_sources,
    source_files,
)
from testloom.subject.project.variables import joined, read_variables
from testloom.subject.targets import TargetScope, resolve, resolve_all

__all__ = [
    "ImportNames",
    "OwnFiles",
    "TargetScope",
    "decode",
    "find_interpreter",
    "find_project",
    "find_recorded_interpreter",
    "find_root",
    "importable_name",
    "is_excluded",
    "joined",
    "may_have_sources",
    "module_name",
    "namesakes",
    "read_settings",
    "read_variables",
    "read_version",
    "resolve",
    "resolve_all",
    "same_names",
    "seek_interpreter",
    "source_files",
    "wanted_allowance",
]
