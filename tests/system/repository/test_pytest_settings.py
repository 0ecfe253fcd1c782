"""The settings of pytest, as Testloom reads them and as pytest does."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from testloom.repository.pytest_settings import is_called_as_test, pytest_settings

LEGACY = "[tool.pytest.ini_options]\n"
OTHER = f'{LEGACY}testpaths = ["other"]\n'
FOLDERS: Mapping[str, Mapping[str, str]] = {
    "nothing": {},
    "ini": {
        "pytest.ini": "[pytest]\ntestpaths =\n    one\n    # none\n    two\npython_files = *_test.py\n"
        "python_functions = test check_*_works\n"
    },
    "empty ini": {"pytest.ini": "", "pyproject.toml": OTHER},
    "ini with other sections": {"pytest.ini": "[other]\ntestpaths = no\n", "pyproject.toml": OTHER},
    "ini with defaults": {"pytest.ini": "[DEFAULT]\ntestpaths = no\n[pytest]\n"},
    "ini with capitals": {"pytest.ini": "[pytest]\nTestPaths = no\n"},
    "ini with a byte order mark": {"pytest.ini": "\ufeff[pytest]\ntestpaths = one\n"},
    "ini with quotations": {
        "pytest.ini": '[pytest]\ntestpaths = "one two"\npythonpath = "my src" lib\n'
        'addopts = "--import-mode" importlib\n'
    },
    "two of a kind": {
        ".pytest.ini": "[pytest]\ntestpaths = no\n",
        "pytest.ini": "[pytest]\ntestpaths = one\n",
    },
    "legacy": {"pyproject.toml": f'{LEGACY}testpaths = ["one two"]\npythonpath = ["../src"]\n'},
    "legacy text": {"pyproject.toml": f"{LEGACY}testpaths = \"'one two' three\"\n"},
    "empty legacy": {"pyproject.toml": LEGACY, "tox.ini": "[pytest]\ntestpaths = no\n"},
    "pyproject without pytest": {
        "pyproject.toml": "[project]\nname = 'x'\n",
        "tox.ini": "[pytest]\ntestpaths = a",
    },
    "empty section": {"tox.ini": "[pytest]\n", "setup.cfg": "[tool:pytest]\ntestpaths = no\n"},
    "cfg": {"setup.cfg": "[tool:pytest]\ntestpaths = %(one)s\n"},
    "last mode": {"pytest.ini": "[pytest]\naddopts = --import-mode importlib --import-mode=append\n"},
    "mode": {"pytest.ini": "[pytest]\naddopts = -q --import-mode=importlib\n"},
}
OF_NINE: Mapping[str, Mapping[str, str]] = {
    "native": {
        "pyproject.toml": '[tool.pytest]\ntestpaths = ["one"]\naddopts = ["--import-mode=importlib"]\n'
    },
    "empty native": {"pyproject.toml": "[tool.pytest]\n", "tox.ini": "[pytest]\ntestpaths = one\n"},
    "toml": {".pytest.toml": '[pytest]\ntestpaths = ["one"]\npythonpath = ["src"]\n'},
    "empty toml": {"pytest.toml": "", "pyproject.toml": OTHER},
}
ASKING = """\
import json, os, sys
from _pytest.config import get_config

said = {}
for folder in sys.argv[1:]:
    os.chdir(folder)
    config = get_config()
    config.parse([])
    said[folder] = {
        "testpaths": config.getini("testpaths"),
        "python_files": config.getini("python_files"),
        "python_functions": config.getini("python_functions"),
        "python_path": [os.path.normpath(path) for path in config.getini("pythonpath")],
        "imports_by_path": config.getoption("importmode") == "importlib",
    }
    config._ensure_unconfigure()
print(json.dumps(said))
"""
USUAL = ["test_*.py", "*_test.py"]


def asked(folders: list[Path]) -> dict[str, dict[str, Any]]:
    """What pytest says of each folder."""
    command = [sys.executable, "-c", ASKING, *map(str, folders)]
    environment = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PATH": ""}
    told = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    said: dict[str, dict[str, Any]] = json.loads(told)
    return said


def read(folder: Path) -> dict[str, Any]:
    """What Testloom reads there."""
    settings = pytest_settings(folder)
    return {
        "testpaths": list(settings.testpaths),
        "python_files": list(settings.python_files) or USUAL,
        "python_functions": list(settings.python_functions),
        "python_path": [str(path) for path in settings.python_path],
        "imports_by_path": settings.imports_by_path,
    }


def test_settings_are_what_pytest_takes_them_for(tmp_path: Path) -> None:
    known = {**FOLDERS, **(OF_NINE if pytest.version_tuple >= (9,) else {})}
    (tmp_path / "pytest.ini").touch()  # what is above the folder of the test does not count
    for name, files in known.items():
        (tmp_path / name).mkdir()
        for file, text in files.items():
            (tmp_path / name / file).write_text(text, encoding="utf-8")

    said = asked([tmp_path / name for name in known])

    assert {name: read(tmp_path / name) for name in known} == {
        name: said[str(tmp_path / name)] for name in known
    }


@pytest.mark.parametrize(
    "name", ["test_x.py", "x_test.py", "test.py", "x.py", "testx.py", "test_x.txt", "tests.py"]
)
def test_files_are_called_as_tests_if_they_fit_a_pattern_that_pytest_looks_for_by_itself(name: str) -> None:
    assert is_called_as_test(Path(name)) == any(fnmatch(name, pattern) for pattern in USUAL)
