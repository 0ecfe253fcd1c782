"""The import path of tests is set before other plugins import the project, and plugins are found quickly."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import wraps
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from testloom.measurement.plugins.order import load_installed, pytest_load_initial_conftests


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


class Plugins:
    """A manager of plugins that notes which distributions each search goes through."""

    def __init__(self) -> None:
        self.searched: list[list[str]] = []

    def load_setuptools_entrypoints(self, group: str, name: str | None = None) -> int:
        """Search, and load what searches when it is loaded."""
        self.searched += [[found.name for found in metadata.distributions()] for _ in range(2)]
        return 1


def test_plugins_are_searched_for_once_and_may_search_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("plain", "with_plugin"):
        (tmp_path / f"{name}-1.0.dist-info").mkdir()
        (tmp_path / f"{name}-1.0.dist-info" / "METADATA").write_text(f"Name: {name}\nVersion: 1.0\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    search, manager = metadata.distributions, Plugins()

    @wraps(search)
    def narrow() -> Iterator[metadata.Distribution]:
        return filter(lambda found: found.name == "with_plugin", search())

    monkeypatch.setattr(metadata, "distributions", narrow)
    load_installed(manager)

    assert list(map(sorted, manager.searched)) == [["with_plugin"], ["plain", "with_plugin"]]
    assert manager.load_setuptools_entrypoints("pytest11", name="testloom_pytest_events") == 0
    assert len(manager.searched) == 2
