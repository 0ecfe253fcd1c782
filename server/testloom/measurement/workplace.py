"""A sandbox for one run: the test file among links to its neighbours, and folders of its own."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from testloom.measurement.laboratory import Laboratory
from testloom.measurement.surroundings import Surroundings

PLUGIN = "testloom_pytest_order"
PLUGIN_SOURCE = Path(__file__).resolve().parents[2] / "testloom_agent" / "pytest_order.py"
CONFIGURATION = (
    "conftest.py",
    "pytest.toml",
    ".pytest.toml",
    "pytest.ini",
    ".pytest.ini",
    "pyproject.toml",
    "tox.ini",
    "setup.cfg",
)
_KEPT = (
    "PATH",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "SYSTEMROOT",
    "VIRTUAL_ENV",
)


@dataclass(frozen=True, slots=True)
class Workplace:
    """The folders and files of one run, all below `sandbox`."""

    sandbox: Path
    test_file: Path

    @property
    def project(self) -> Path:
        """The copy of the project's folder, with nothing but configuration and the tests' folders."""
        return self.sandbox / "project"

    @property
    def report(self) -> Path:
        """Pytest's JUnit file."""
        return self.sandbox / "junit.xml"

    @property
    def progress(self) -> Path:
        """The node ids of the tests that were started, one a line."""
        return self.sandbox / "progress.log"

    @property
    def output(self) -> Path:
        """What pytest printed."""
        return self.sandbox / "output.log"

    @property
    def coverage_data(self) -> Path:
        """What coverage.py recorded."""
        return self.sandbox / "coverage.data"

    @property
    def coverage_settings(self) -> Path:
        """An empty configuration, so that the project's does not change what is counted."""
        return self.sandbox / "coverage.rc"


@contextmanager
def workplace(laboratory: Laboratory, test_file: Path, text: str) -> Iterator[Workplace]:
    """Make a sandbox with the test file in it, and remove it afterwards."""
    sandbox = Path(tempfile.mkdtemp(prefix="testloom-")).resolve()
    try:
        base = laboratory.project if laboratory.project in test_file.parents else test_file.parent
        copy = _lay_out(base, test_file, sandbox / "project")
        copy.write_text(text, encoding="utf-8", newline="")
        (sandbox / "plugins").mkdir()
        shutil.copyfile(PLUGIN_SOURCE, sandbox / "plugins" / f"{PLUGIN}.py")
        place = Workplace(sandbox, copy)
        place.coverage_settings.write_text("[run]\n")
        yield place
    finally:
        shutil.rmtree(sandbox, ignore_errors=True)


def environment(place: Workplace, laboratory: Laboratory, surroundings: Surroundings) -> dict[str, str]:
    """The environment of the process: nothing of the user's but where programs and libraries are."""
    home, temporary = place.sandbox / surroundings.user, place.sandbox / "tmp"
    for folder in (home, temporary, working_directory(place, surroundings)):
        folder.mkdir(exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if name in _KEPT}
    path = [str(laboratory.root), str(place.sandbox / "plugins")]
    return kept | {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "USER": surroundings.user,
        "LOGNAME": surroundings.user,
        "TMPDIR": str(temporary),
        "TEMP": str(temporary),
        "TMP": str(temporary),
        "TZ": surroundings.time_zone,
        "PYTHONHASHSEED": str(surroundings.hash_seed),
        "PYTHONPATH": os.pathsep.join(path),
        "PYTHONDONTWRITEBYTECODE": "1",
        "COVERAGE_FILE": str(place.coverage_data),
    }


def working_directory(place: Workplace, surroundings: Surroundings) -> Path:
    """Where the process runs."""
    return place.sandbox / surroundings.directory


def _lay_out(base: Path, test_file: Path, copy: Path) -> Path:
    """Make the folders from `base` down to the test file, each with links to what lies beside them."""
    copy.mkdir()
    folders = test_file.parent.relative_to(base).parts
    _link((base / name for name in CONFIGURATION), copy)
    source, target = base, copy
    for part in folders:
        source, target = source / part, target / part
        target.mkdir()
        following = test_file.relative_to(source).parts[0]
        if source.is_dir():
            _link(
                (entry for entry in source.iterdir() if entry.name not in (following, "__pycache__")), target
            )
    return target / test_file.name


def _link(entries: Iterable[Path], folder: Path) -> None:
    for entry in entries:
        if not entry.exists():
            continue
        try:
            (folder / entry.name).symlink_to(entry, target_is_directory=entry.is_dir())
        except OSError:  # Windows reserves links for administrators
            copy = shutil.copytree if entry.is_dir() else shutil.copyfile
            copy(entry, folder / entry.name)
