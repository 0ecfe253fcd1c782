"""Namesakes: different files of a project that Python would import as one module."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePath

from testloom.model.events.jobs import SameName
from testloom.model.generation_request import GenerationRequest
from testloom.subject.project.location import ImportNames, find_project, find_root, importable_name, is_marked
from testloom.subject.project.sources import may_have_sources, source_files


def namesakes(file: Path, name: str, here: Path) -> list[Path]:
    """Find the other source files that tests in the same run of pytest import by the same name.

    Args:
        file: the source file.
        name: the dotted name by which tests import it.
        here: the folder that pytest is run in, if nothing marks the project: for example, a folder with
            several folders of loose modules.
    """
    file, project, names = file.absolute(), find_project(file), ImportNames()
    if is_marked(file) or project.parent != here:
        others = source_files(project, ending=_ending_of(name, file))
    else:
        beside = sorted(here.glob(f"*/{file.relative_to(project).as_posix()}"))
        others = [other for other in beside if may_have_sources(other.relative_to(here))]
    return [other for other in others if other != file and names.of(other) == name]


def _ending_of(name: str, file: Path) -> PurePath:
    """Return the end that the paths of all files have in common that are imported by this name."""
    parts = name.split(".")
    return PurePath(*parts, file.name) if file.stem == "__init__" else PurePath(*parts[:-1], file.name)


def same_names(request: GenerationRequest, here: Path) -> Iterator[SameName]:
    """Yield the module names that keep pytest in `here` from running a request's tests with others."""
    for file in dict.fromkeys(target.file for target in request.targets):
        name = importable_name(file) if find_root(file) == request.root.absolute() else None
        if name is not None and (others := namesakes(file, name, here)):
            yield SameName(name, tuple(map(str, others)))
