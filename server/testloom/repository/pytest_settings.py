"""A project's pytest settings, insofar as they say where tests are and what they can import.

They are read by pytest's rules rather than by asking pytest: an editor waits for the answer, a scan
needs it for each file and before an interpreter is found, and pytest takes a second until it knows its
settings. A test compares the answers with pytest's.
"""

from __future__ import annotations

import configparser
import glob
import os
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatch
from itertools import pairwise
from pathlib import Path, PurePath

from testloom.repository.configuration import Table, toml_table
from testloom.repository.reading import read_text

_PYPROJECT = "pyproject.toml"
FILES = (
    *("pytest.toml", ".pytest.toml", "pytest.ini", ".pytest.ini"),
    *(_PYPROJECT, "tox.ini", "setup.cfg"),
)
"""The files in which pytest looks for settings: only the first that has any is used."""
_SECTIONS = {"setup.cfg": "tool:pytest"}
_ALL = frozenset({"*", "*.py"})
_IMPORT_MODE = "--import-mode"


@dataclass(frozen=True, slots=True)
class PytestSettings:
    """The pytest settings of a folder; `options` are all options there, in the form the file has."""

    folder: Path
    options: Table

    @property
    def testpaths(self) -> tuple[str, ...]:
        """The locations of tests: paths or patterns, relative to the folder."""
        return self._words("testpaths")

    @property
    def python_files(self) -> tuple[str, ...]:
        """The patterns of the names of test files; empty if not set."""
        return self._words("python_files")

    @property
    def python_functions(self) -> tuple[str, ...]:
        """The prefixes or patterns of the names of test functions."""
        return self._words("python_functions") or ("test",)

    @property
    def pythonpath(self) -> tuple[str, ...]:
        """The folders that pytest adds to the import path, as in the file."""
        return self._words("pythonpath")

    @property
    def python_path(self) -> tuple[Path, ...]:
        """The folders that pytest adds to the import path, as full paths."""
        return tuple(Path(os.path.normpath(self.folder / entry)) for entry in self.pythonpath)

    @property
    def imports_by_path(self) -> bool:
        """Whether pytest imports test files by their paths, without adding folders to the import path."""
        given = [part for word in self._words("addopts") for part in word.split("=", 1)]
        modes = [mode for option, mode in pairwise(given) if option == _IMPORT_MODE]
        return modes[-1:] == ["importlib"]

    @property
    def filters_warnings(self) -> bool:
        """Whether pytest knows the mark `filterwarnings`: it does unless its warnings plugin is disabled."""
        return not any(word.removeprefix("-p") == "no:warnings" for word in self._words("addopts"))

    @property
    def asyncio_mode(self) -> str | None:
        """The mode of pytest-asyncio; None if not set."""
        mode = self.options.get("asyncio_mode")
        return mode if isinstance(mode, str) else None

    def names(self, file: Path) -> bool:
        """Check whether the settings make a file in the folder a test file, whatever its name.

        A pattern that matches all files counts only below `testpaths`, as source files are not tests.
        """
        if file.suffix != ".py" or not self.options:
            return False
        places = [Path(os.path.normpath(place)).as_posix() for place in self.testpaths]
        if not places or "." in places:
            patterns = [pattern for pattern in self.python_files if pattern not in _ALL]
            return _is_called(file, patterns) and file.is_relative_to(self.folder)
        if not file.is_relative_to(self.folder):
            return False
        path = file.relative_to(self.folder)
        if any(_is_at(path, place) for place in places if place.endswith(".py")):
            return True
        is_below = any(_is_at(folder, place) for folder in path.parents[:-1] for place in places)
        return is_below and _is_called(file, self.python_files)

    def places(self, *patterns: str) -> list[Path]:
        """List the existing paths of `testpaths`, or of other patterns, as pytest finds them: none hidden."""
        below = glob.escape(str(self.folder))
        wanted = [os.path.join(below, pattern) for pattern in patterns or self.testpaths]  # noqa: PTH118
        found = (path for pattern in wanted for path in sorted(glob.iglob(pattern, recursive=True)))  # noqa: PTH207
        return [Path(os.path.normpath(path)) for path in found]

    def collects(self, file: Path) -> bool:
        """Check whether pytest collects a file according to `testpaths` if it is started in the folder."""
        places = self.places()
        if not places or any(file.is_relative_to(place) for place in places):
            return True
        # The file or its folder may not exist yet.
        above = [path for path in (file, *file.parents) if path.is_relative_to(self.folder)]
        wanted = [os.path.normpath(self.folder / entry) for entry in self.testpaths]
        return any(_is_at(path, pattern) for path in above for pattern in wanted)

    def _words(self, option: str) -> tuple[str, ...]:
        value = self.options.get(option)
        if isinstance(value, list):
            return tuple(entry for entry in value if isinstance(entry, str))
        try:
            return tuple(shlex.split(value)) if isinstance(value, str) else ()
        except ValueError:  # an unclosed quotation
            return ()


def pytest_settings(folder: Path) -> PytestSettings:
    """Read the pytest settings in a folder."""
    return settings_in(folder) or PytestSettings(folder, {})


def settings_for(folder: Path) -> PytestSettings:
    """Find the pytest settings for a folder: its own, or those of the nearest folder above with some."""
    found = (settings_in(place) for place in (folder, *folder.parents))
    return next((settings for settings in found if settings), PytestSettings(folder, {}))


def settings_in(folder: Path) -> PytestSettings | None:
    """Read the pytest settings in a folder; None if no file there has a section for them."""
    tables = (_table(folder / name) for name in FILES if (folder / name).is_file())
    return next((PytestSettings(folder, table) for table in tables if table is not None), None)


def place_of_settings(folder: Path) -> tuple[str, str]:
    """Find the file in a folder where pytest's settings are, or belong, and the heading above them."""
    there = [name for name in FILES if (folder / name).is_file()]
    used = next((name for name in there if _table(folder / name) is not None), None)
    name = used or (_PYPROJECT if _PYPROJECT in there else "pytest.ini")
    if name != _PYPROJECT:
        return name, _SECTIONS.get(name, "pytest")
    tables = toml_table(folder / name, "tool", "pytest")
    return name, "tool.pytest" if tables.keys() - {"ini_options"} else "tool.pytest.ini_options"


def is_called_as_test(file: PurePath) -> bool:
    """Check whether pytest by default looks for tests in a file of that name."""
    return file.suffix == ".py" and (file.stem.startswith("test_") or file.stem.endswith("_test"))


def is_called_for_tests(file: PurePath) -> bool:
    """Check whether pytest takes a file for tests, or for their shared code, by its name alone."""
    return file.name == "conftest.py" or is_called_as_test(file)


def is_test_file(file: Path) -> bool:
    """Check whether pytest takes a file for tests, or for their shared code, by name or by settings."""
    return is_called_for_tests(file) or settings_for(file.parent).names(file)


def _is_at(path: PurePath, pattern: str) -> bool:
    """Check whether a pattern matches a path: `**` matches any number of parts, `*` only within one part."""
    parts, ends = path.parts, {0}
    for wanted in PurePath(pattern).parts:
        if wanted == "**":
            ends = {end for start in ends for end in range(start, len(parts) + 1)}
        else:
            ends = {end + 1 for end in ends if end < len(parts) and fnmatch(parts[end], wanted)}
    return len(parts) in ends


def _is_called(file: Path, patterns: Iterable[str]) -> bool:
    """Check whether a pattern of `python_files` matches a file, by its name or the end of its path."""
    return any(
        fnmatch(file.as_posix(), f"*/{pattern}") if "/" in pattern else fnmatch(file.name, pattern)
        for pattern in patterns
    )


def _table(file: Path) -> Table | None:
    """Read the settings in a file; None if it has none, so that pytest tries the next file."""
    is_own = file.name.removeprefix(".").startswith("pytest.")
    if file.suffix != ".toml":
        found = _section(file, _SECTIONS.get(file.name, "pytest"))
    elif is_own:
        found = toml_table(file, "pytest")
    else:
        tables = toml_table(file, "tool", "pytest")
        native = {option: value for option, value in tables.items() if option != "ini_options"}
        legacy = tables.get("ini_options")
        found = native or (legacy if isinstance(legacy, dict) else None)
    return {} if found is None and is_own else found


def _section(file: Path, name: str) -> Table | None:
    """Read a section of an ini file like pytest: names are case-sensitive, and no section sets defaults."""
    parser = configparser.ConfigParser(interpolation=None, strict=False, default_section="")
    parser.optionxform = str  # type: ignore[method-assign, assignment]
    try:
        parser.read_string(read_text(file).removeprefix("\ufeff"))
    except (OSError, ValueError, configparser.Error):
        return None
    return dict(parser[name]) if parser.has_section(name) else None
