"""Which files of a project Python takes for one module."""

from __future__ import annotations

from pathlib import Path

from testloom.subject.project import ImportNames, find_project, is_marked
from testloom.subject.sources import may_have_sources, source_files


def namesakes(file: Path, name: str, here: Path) -> list[Path]:
    """The other source files that tests in the same run of pytest import by the name of one.

    Args:
        file: the source file.
        name: the dotted name by which tests import it.
        here: the folder that pytest is run in where nothing marks the project, such as one with several
            folders of loose modules.
    """
    file, project, names = file.absolute(), find_project(file), ImportNames()
    if is_marked(file) or project.parent != here:
        others = source_files(project, called=file.name)
    else:
        beside = sorted(here.glob(f"*/{file.relative_to(project).as_posix()}"))
        others = [other for other in beside if may_have_sources(other.relative_to(here))]
    return [other for other in others if other != file and names.of(other) == name]
