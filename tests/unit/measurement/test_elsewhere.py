"""The project in another place: copies of the subject's package, and links to everything else."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from testloom.measurement.elsewhere import moved
from testloom.measurement.environment import TestEnvironment

NOBODY = 65534


@pytest.fixture
def project() -> Iterator[Path]:
    """Make a project with a package, data and a link, in a folder that every user may enter."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        project = Path(folder, "project")
        (project / "shop" / "data").mkdir(parents=True)
        for file in ("shop/__init__.py", "shop/cart.py", "shop/data/rates", "readme"):
            (project / file).touch()
        (project / "latest").symlink_to("readme")
        yield project


@contextmanager
def as_nobody() -> Iterator[None]:
    """Do without the rights of an administrator, who may read everything."""
    before = os.getresuid()
    if os.geteuid() == 0:
        os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(*before)


def laid_out(project: Path) -> dict[str, bool]:
    """Lay the project out in another place; tells for each entry whether it is a link."""
    environment = TestEnvironment(
        Path(sys.executable), project, project, project / "shop" / "cart.py", lambda python, sandbox: []
    )
    folder = moved(environment, project.parent / "moved").root
    return {str(entry.relative_to(folder)): entry.is_symlink() for entry in folder.rglob("*")}


def test_modules_of_the_package_are_copied_and_everything_else_is_linked(project: Path) -> None:
    found = laid_out(project)

    assert not any(found[name] for name in ("shop", "shop/__init__.py", "shop/cart.py"))
    assert all(found[name] for name in ("shop/data", "readme", "latest"))


def test_what_only_others_may_read_is_linked(project: Path) -> None:
    (project / "shop" / "keys.py").touch(0)
    (project / "shop" / "data").chmod(0)
    with as_nobody():
        found = laid_out(project)

    assert found["shop/data"] and found["shop/keys.py"]
