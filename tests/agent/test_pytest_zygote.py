"""What a process imports that runs pytest again and again."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

import testloom_agent
from testloom_agent.pytest_zygote import modules_of_plugins, narrow_search, with_plugins

SERVER = str(Path(testloom_agent.__path__[0]).parent)


def install(site: Path, name: str, module: str, entry_points: str = "", top_level: str = "") -> None:
    """Put a package and what an installer notes of it into a folder."""
    (site / module).mkdir(parents=True)
    (site / module / "__init__.py").touch()
    noted = site / f"{name}-1.0.dist-info"
    noted.mkdir()
    (noted / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (noted / "RECORD").write_text(f"{module}/__init__.py,,\n../../bin/{name}.py,,\n")
    (noted / "entry_points.txt").write_text(entry_points)
    if top_level:
        (noted / "top_level.txt").write_text(top_level)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "site-packages"
    monkeypatch.syspath_prepend(folder)
    return folder


@pytest.mark.parametrize("top_level", ["", "told_by_top_level\n"])
def test_packages_with_a_plugin_are_imported_ahead(site: Path, top_level: str) -> None:
    package = top_level.strip() or "told_by_record"
    plugin = f"[pytest11]\none = {package}.plugin\n"
    install(site, "with-plugin", package, plugin, top_level)

    named = list(modules_of_plugins(with_plugins()))

    assert [name for name in named if name.startswith("told_by")] == [package, f"{package}.plugin"]
    assert not [name for name in named if not name.replace(".", "_").isidentifier()]


def test_a_plugin_that_no_run_loads_is_not_imported(site: Path) -> None:
    install(site, "pytest-randomly", "told_by_record", "[pytest11]\nrandomly = told_by_record\n")

    assert not [name for name in modules_of_plugins(with_plugins()) if name.startswith("told_by")]


def test_a_run_searches_for_plugins_only_where_nobody_has(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(site, "with-plugin", "plugged", "[pytest11]\none = plugged.plugin\n")
    install(site, "without-plugin", "plain")
    install(tmp_path / "project", "the-project", "own")
    before = metadata.distributions
    monkeypatch.setattr(metadata, "distributions", before)
    searched = tuple(sys.path)

    narrow_search(searched, [found for found in with_plugins() if found.name == "with-plugin"])
    monkeypatch.syspath_prepend(tmp_path / "project")

    assert [found.name for found in metadata.distributions()] == ["with-plugin", "the-project"]
    within = metadata.distributions(path=[str(site)])
    assert sorted(found.name for found in within) == ["with-plugin", "without-plugin"]


def test_nothing_is_read_of_packages_without_a_plugin(tmp_path: Path) -> None:
    install(tmp_path, "without-plugin", "plain")
    code = """
import sys
from importlib import metadata
from testloom_agent.pytest_zygote import modules_of_plugins, with_plugins

read = set()
read_text = metadata.PathDistribution.read_text

def noted(self, filename):
    if str(self.locate_file("")) == sys.argv[1]:
        read.add(filename)
    return read_text(self, filename)

metadata.PathDistribution.read_text = noted
print("plain" in list(modules_of_plugins(with_plugins())), *read)
"""
    path = os.pathsep.join([SERVER, str(tmp_path)])
    command = [sys.executable, "-c", code, str(tmp_path)]
    told = subprocess.check_output(command, env={"PYTHONPATH": path}, text=True)

    assert told.split() == ["False", "entry_points.txt"]


def test_garbage_is_collected_once_while_that_is_imported() -> None:
    code = """
import gc, sys
from testloom_agent.pytest_zygote import preload

phases = []
gc.callbacks.append(lambda phase, _: phases.append(phase))
preload()
gc.callbacks.clear()
print(phases.count("start"), gc.isenabled(), "pytest" in sys.modules)
"""
    told = subprocess.check_output([sys.executable, "-c", code], env={"PYTHONPATH": SERVER}, text=True)

    assert told.split() == ["1", "True", "True"]
