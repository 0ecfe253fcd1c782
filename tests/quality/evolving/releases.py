"""Releases of packages, each in a folder of its own."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..environments.checkout import BUILD

PINS = Path(__file__).with_name("releases.txt")
MODULES: Mapping[str, Sequence[str]] = {
    "tenacity": ("tenacity/stop.py", "tenacity/retry.py"),
    "tomlkit": ("tomlkit/source.py", "tomlkit/_utils.py"),
    "python-dotenv": ("dotenv/main.py", "dotenv/parser.py"),
}
"""What tests are written for, by package."""


@dataclass(frozen=True, slots=True)
class Release:
    """A version of a package, where its files lie, and its place among the pinned ones."""

    package: str
    version: str
    folder: Path
    rank: int


def releases(package: str) -> list[Release]:
    """The pinned releases of a package, installed if need be, oldest first."""
    pins = [line for line in PINS.read_text(encoding="utf-8").splitlines() if line.startswith(f"{package}==")]
    return [installed(package, pin, rank) for rank, pin in enumerate(pins)]


def installed(package: str, pin: str, rank: int) -> Release:
    """A release in a folder of its own below build/.

    Raises:
        subprocess.CalledProcessError: if pip cannot install exactly this.
    """
    version = pin.partition(" ")[0].partition("==")[2]
    folder = BUILD / "evolution" / f"{package}-{version}"
    if not folder.is_dir():
        with tempfile.TemporaryDirectory() as place:
            requirements = Path(place, "pin.txt")
            requirements.write_text(pin, encoding="utf-8")
            exact = ["--require-hashes", "--no-deps", "--only-binary=:all:", "--no-compile", "--quiet"]
            command = [sys.executable, "-m", "pip", "install", *exact, "--target", str(folder)]
            subprocess.run([*command, "--requirement", str(requirements)], check=True)
    return Release(package, version, folder, rank)
