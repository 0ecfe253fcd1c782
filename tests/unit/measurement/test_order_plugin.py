"""The import path of tests is set before other plugins import the project."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from testloom.measurement.plugins.order import pytest_load_initial_conftests


def config(copy: Path, file: str, importmode: str = "prepend") -> Any:
    """What pytest tells a plugin when it starts in a copy of a project."""
    given = SimpleNamespace(
        testloom_root="/project",
        testloom_path=[],
        testloom_project="/project",
        importmode=importmode,
        file_or_dir=[f"{file}::test_price"],
    )
    called = SimpleNamespace(dir=copy)
    return SimpleNamespace(known_args_namespace=given, invocation_params=called, getini=lambda name: [])


@pytest.mark.parametrize(
    ("file", "importmode", "is_first"),
    [
        pytest.param("shop/tests/test_price.py", "prepend", True, id="in a package of the project"),
        pytest.param("tests/test_price.py", "prepend", False, id="in no package"),
        pytest.param("shop/tests/test_price.py", "importlib", False, id="not imported by its path"),
    ],
)
def test_the_package_that_tests_are_in_is_imported_from_where_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, importmode: str, is_first: bool
) -> None:
    monkeypatch.setattr(sys, "path", ["/library"])
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    for folder in ("shop/tests", "tests"):
        (tmp_path / folder).mkdir(parents=True)
    for package in ("shop", "shop/tests"):
        (tmp_path / package / "__init__.py").touch()

    pytest_load_initial_conftests(config(tmp_path, file, importmode))

    assert sys.path == [*([str(tmp_path)] if is_first else []), "/project", "/library"]


def test_a_disk_that_is_a_package_up_to_its_top_ends_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", ["/library"])
    monkeypatch.setattr(Path, "is_file", lambda path: path.name == "__init__.py")

    pytest_load_initial_conftests(config(tmp_path, "tests/test_price.py"))

    assert sys.path == [tmp_path.anchor, "/project", "/library"]
