"""Virtual environments with pinned packages, made once and kept under build/."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from .checkout import BUILD, ROOT

PINNED = Path(__file__).parent / "pinned"


def environment(name: str) -> Path:
    """The interpreter of the environment that `pinned/NAME.txt` lists, which is made if need be.

    Raises:
        subprocess.CalledProcessError: if pip cannot install what is pinned.
    """
    requirements = PINNED / f"{name}.txt"
    folder = BUILD / "environments" / name
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = folder / "made-from"
    wanted = f"{sys.version} {hashlib.sha256(requirements.read_bytes()).hexdigest()}"
    if stamp.is_file() and stamp.read_text() == wanted:
        return python
    print(f"making {folder.relative_to(ROOT)}", file=sys.stderr)
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
