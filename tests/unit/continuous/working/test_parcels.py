"""What travels with a job."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.continuous.working.parcels import contents, moved_path, moved_request, renamed, unpack
from testloom.model.generation_request import GenerationRequest, Target


def test_a_project_travels_without_what_is_made_of_it_and_arrives_as_it_was(tmp_path: Path) -> None:
    project = tmp_path / "here"
    for name in ("a.py", "pkg/data.json", ".git/config", "build/x.py", "env/pyvenv.cfg", "env/lib.py"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(name)

    files = contents(project, "project")
    unpack(files, tmp_path / "there")

    assert sorted(files) == ["project/a.py", "project/pkg/data.json"]
    assert (tmp_path / "there" / "project" / "pkg" / "data.json").read_text() == "pkg/data.json"


@pytest.mark.parametrize("name", ["../out.py", "project/../../out.py", "/out.py"])
def test_nothing_is_unpacked_elsewhere(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is outside"):
        unpack({name: b""}, tmp_path / "there")


def test_a_wish_names_the_folders_of_the_machine_that_it_comes_to() -> None:
    folders = {"/home/me/shop": "/tmp/x/project", "/elsewhere": "/tmp/x/out"}
    request = GenerationRequest(
        (Target(Path("/home/me/shop/a.py"), "f"),), Path("/usr/bin/python3"), Path("/home/me/shop")
    )

    moved = moved_request(request, folders, Path("/tmp/x/state.db"))

    assert moved.targets[0] == Target(Path("/tmp/x/project/a.py"), "f")
    assert (moved.python, moved.root, moved.out) == (request.python, Path("/tmp/x/project"), None)
    assert moved_path(Path("/elsewhere/t.py"), folders) == Path("/tmp/x/out/t.py")


def test_events_name_the_folders_of_home() -> None:
    event = {"what": "/tmp/x/project/a.py fails", "n": 1, "all": ["/tmp/x/project"], "in": {"k": "y"}}

    assert renamed(event, {"/tmp/x/project": "/home/me"}) == {
        "what": "/home/me/a.py fails",
        "n": 1,
        "all": ["/home/me"],
        "in": {"k": "y"},
    }
