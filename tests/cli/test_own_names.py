"""A project whose modules go by the names of those of the standard library keeps its tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from .command import run

LIBRARY = [
    name
    for name in sorted(sys.stdlib_module_names)
    if name[0] != "_" and name not in sys.builtin_module_names
]


@pytest.mark.parametrize(
    "names", [["ctypes"], ["sysconfig"], ["cmd"], LIBRARY], ids=["ctypes", "sysconfig", "cmd", "all"]
)
def test_tests_are_generated_beside_modules_of_the_same_name(project: Path, names: list[str]) -> None:
    for name in names:
        (project / f"{name}.py").write_text("VALUE = 1\n")

    ended = run(
        project,
        "generate",
        "shop.py::is_even",
        "--python",
        sys.executable,
        "--executions",
        "200",
        "--seed",
        "1",
    )

    assert ended.status == 0, ended.err
    assert "assert is_even(" in (project / "tests" / "test_shop.py").read_text()
