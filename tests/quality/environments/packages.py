"""Virtual environments with pinned packages, made once and kept under build/ or in the cache."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from .cache import locked
from .checkout import BUILD

PINNED = Path(__file__).parent / "pinned"


def environment(name: str) -> Path:
    """The interpreter of the environment that `pinned/NAME.txt` lists, which is made if need be.

    Raises:
        subprocess.CalledProcessError: if pip cannot install what is pinned.
    """
    return made(BUILD / "environments" / name, PINNED / f"{name}.txt")


@dataclass(frozen=True, slots=True)
class Installation:
    """Where modules are installed: an interpreter, their folder, and a name for exactly these packages."""

    key: str
    python: Path
    root: Path


def installation(name: str, cache: Path, python: Path | None = None) -> Installation:
    """The environment that `pinned/NAME.txt` lists, made in the cache if need be, or another one."""
    python = python or shared_environment(PINNED / f"{name}.txt", cache)
    folder = python.parent.parent
    key = folder.name
    if not folder.is_relative_to(cache):
        key += f"-{hashlib.sha256(str(python).encode()).hexdigest()[:8]}"
    return Installation(key, python, libraries(python))


def shared_environment(requirements: Path, cache: Path) -> Path:
    """The same for a file with hashes, in a cache that other checkouts use, too."""
    digest = hashlib.sha256(requirements.read_bytes()).hexdigest()[:8]
    folder = cache / "environments" / f"{requirements.stem}-{digest}"
    with locked(folder):
        return made(folder, requirements)


def made(folder: Path, requirements: Path) -> Path:
    """The interpreter of an environment with what a file pins, which is made anew if it is another.

    Raises:
        subprocess.CalledProcessError: if pip cannot install what is pinned.
    """
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = folder / "made-from"
    wanted = f"{sys.version} {hashlib.sha256(requirements.read_bytes()).hexdigest()}"
    if stamp.is_file() and stamp.read_text() == wanted:
        return python
    print(f"making {folder}", file=sys.stderr)
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    exact = ["--require-hashes", "--no-deps", "--requirement", str(requirements)]
    subprocess.run([*pip, *exact], check=True)
    stamp.write_text(wanted)
    return python


def interpreter(named: str) -> Path:
    """An interpreter that the command line names, for programs that run in other folders."""
    return Path(named).absolute()


def libraries(python: Path) -> Path:
    """The folder that an environment's packages are installed in."""
    script = "import sysconfig; print(sysconfig.get_path('purelib'))"
    done = subprocess.run([str(python), "-c", script], check=True, capture_output=True, text=True)
    return Path(done.stdout.strip())


def version_of(package: str, python: Path) -> str:
    """The version of a package in an environment."""
    script = "import importlib.metadata, sys; print(importlib.metadata.version(sys.argv[1]))"
    done = subprocess.run([str(python), "-c", script, package], check=True, capture_output=True, text=True)
    return done.stdout.strip()
