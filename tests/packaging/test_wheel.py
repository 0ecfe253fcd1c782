"""The wheel holds all of Testloom and works where nothing else of it is."""

import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Sequence
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]


def run(command: Sequence[str | Path], cwd: Path) -> str:
    """Return what a command prints on stdout; fail with all its output if it fails."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT], cwd=folder)
    (built,) = folder.glob("testloom-*.whl")
    return built


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the wheel, and our dependencies borrowed from this one."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home, with_pip=False)
    schemes = sysconfig.get_paths(vars={"base": str(home), "platbase": str(home)})
    # What this folder's own .pth files name, our editable install among it, stays out.
    Path(schemes["purelib"], "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    found = Path(schemes["scripts"])
    pip = [sys.executable, "-m", "pip", "--python", str(found / "python"), "--disable-pip-version-check"]
    run([*pip, "install", "--no-index", "--no-deps", "--force-reinstall", str(wheel)], cwd=home)
    return found


def test_wheel_contains_every_module_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}

    server = ROOT / "server"
    modules = {path.relative_to(server).as_posix() for path in server.rglob("*.py")}
    assert {"testloom/__init__.py", "testloom_agent/__init__.py"} <= modules
    assert packed == modules


def test_wheel_carries_its_licence(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        (metadata,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        fields = Parser().parsestr(archive.read(metadata).decode())

    assert fields["License-Expression"] == "MIT"
    assert fields["License-File"] == "LICENSE"
    assert fields["Requires-Python"] == ">=3.10"


def test_installed_program_explains_itself(programs: Path, tmp_path: Path) -> None:
    shown = run([programs / "testloom", "--help"], cwd=tmp_path)

    assert "generate" in shown
    assert "doctor" in shown


def test_installed_packages_come_from_the_wheel(programs: Path, tmp_path: Path) -> None:
    code = "import testloom, testloom_agent; print(testloom.__file__); print(testloom_agent.__file__)"

    places = run([programs / "python", "-c", code], cwd=tmp_path).splitlines()

    assert len(places) == 2
    assert all(Path(place).is_relative_to(programs.parent) for place in places)
