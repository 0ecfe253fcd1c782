"""The folder of a run: the test file among links to its neighbours, and folders of its own."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from testloom.measurement.conditions import Conditions
from testloom.measurement.environment import TestEnvironment
from testloom.model.properties import PLUGIN as HYPOTHESIS
from testloom.model.variables import inherited
from testloom.repository import MOST_BYTES
from testloom.repository.pytest_settings import FILES

PYTEST_PLUGINS = {
    f"testloom_pytest_{name}": Path(__file__).resolve().parent / "plugins" / f"{name}.py"
    for name in ("order", "date", "machine", "apart", "events", "record")
}
"""The plugins for the project's pytest: the module name of each, and the path of its source."""
CONFIGURATION = ("conftest.py", *FILES)

UNICODE_DATA = Path(".hypothesis", "unicode_data")
"""Hypothesis's table of all characters, which takes a second to build; the project's tests leave it."""


@dataclass(frozen=True, slots=True)
class RunFolder:
    """The folders and files of a run, all below `sandbox`; the `label` is that of one run of several.

    The `plugins` lie beside it, where no test can change the start of the next run.
    """

    sandbox: Path
    plugins: Path
    test_file: Path
    label: str = ""

    def labelled(self, label: str) -> RunFolder:
        """Label the run folder for one of several runs at once, with separate files for its reports."""
        return replace(self, label=f"-{label}")

    @property
    def project(self) -> Path:
        """The copy of the project's folder, which contains only configuration and the tests' folders."""
        return self.sandbox / "project"

    @property
    def elsewhere(self) -> Path:
        """The project as it is imported in another place, where no test can write."""
        return self.plugins.parent / f"moved{self.label}"

    @property
    def node(self) -> str:
        """The node id of the test file."""
        return self.test_file.relative_to(self.project).as_posix()

    @property
    def events(self) -> Path:
        """The file for the events of the tests, one per line."""
        return self.sandbox / f"events{self.label}.jsonl"

    @property
    def mark(self) -> Path:
        """A file that exists if private files were read.

        It is not empty if the events contain nothing of these files.
        """
        return self.sandbox / f"{self.events.name}.private"

    @property
    def output(self) -> Path:
        """The file for the output of pytest and the tests, stdout and stderr."""
        return self.sandbox / f"output{self.label}.log"

    @property
    def cache(self) -> Path:
        """The folder for pytest's cache, so that the project's stays as it is."""
        return self.sandbox / f"cache{self.label}"

    @property
    def ignored(self) -> Path:
        """The files that git ignores, as JSON."""
        return self.plugins / "ignored.json"

    @property
    def hypothesis(self) -> Path:
        """The folder in which Hypothesis keeps its computed tables and found examples."""
        return self.sandbox / "hypothesis"

    @property
    def coverage_data(self) -> Path:
        """The data file of coverage.py."""
        return self.sandbox / "coverage.data"

    @property
    def coverage_settings(self) -> Path:
        """An empty configuration for coverage.py, so that the project's does not change what is counted."""
        return self.sandbox / "coverage.rc"


@contextmanager
def run_folder(
    environment: TestEnvironment, test_file: Path, text: str, beside: Iterable[Path] = ()
) -> Iterator[RunFolder]:
    """Make a sandbox with the test file in it, and with others of the project; remove it afterwards."""
    with empty_run_folder(environment) as place:
        base = environment.project if environment.project in test_file.parents else test_file.parent
        copy = _lay_out(base, test_file, place.project)
        copy.write_text(text, encoding="utf-8", newline="")  # before there is any link to follow
        missing = {file.relative_to(base).parts[0] for file in beside}
        _link(
            (base / name for name in missing if not (place.project / name).exists()),
            place.project,
        )
        (place.sandbox / "pytest.ini").touch()  # otherwise, pytest would search for one in the folders above
        yield replace(place, test_file=copy)


@contextmanager
def empty_run_folder(environment: TestEnvironment) -> Iterator[RunFolder]:
    """Make a sandbox for tests that lie in the project itself; remove it afterwards."""
    above = environment.zygote.folder if environment.zygote else None
    folder = Path(tempfile.mkdtemp(prefix="testloom-", dir=above)).resolve()
    sandbox, plugins = folder / "sandbox", folder / "plugins"
    try:
        sandbox.mkdir()
        plugins.mkdir()
        for name, source in PYTEST_PLUGINS.items():
            shutil.copyfile(source, plugins / f"{name}.py")
        place = RunFolder(sandbox, plugins, environment.project)
        place.coverage_settings.write_text("[run]\ndisable_warnings = no-data-collected\n")
        place.ignored.write_text(json.dumps(environment.ignored), encoding="utf-8")
        if environment.plugins is None or HYPOTHESIS in environment.plugins:
            _copy_unicode_data(environment.project, place)
        yield place
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _copy_unicode_data(project: Path, place: RunFolder) -> None:
    """Copy Hypothesis's table of characters into the run folder, unless the project's is a symbolic link."""
    found = project / UNICODE_DATA
    if not found.is_symlink():
        with suppress(OSError):
            shutil.copytree(found, place.hypothesis / UNICODE_DATA.name, symlinks=True)


def variables_for(place: RunFolder, conditions: Conditions) -> dict[str, str]:
    """Build the environment of the process; of the user's, keep only the variables in `INHERITED`.

    The project is not on the import path: the plugin `order` adds it after pytest has imported its own
    dependencies.
    """
    home, temporary = place.sandbox / conditions.user, place.sandbox / "tmp"
    for folder in (home, temporary, working_directory(place, conditions)):
        folder.mkdir(exist_ok=True)
    return inherited(os.environ) | {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "USER": conditions.user,
        "LOGNAME": conditions.user,
        "TMPDIR": str(temporary),
        "TEMP": str(temporary),
        "TMP": str(temporary),
        "TZ": conditions.time_zone,
        "LC_ALL": conditions.locale,
        "LANG": conditions.locale,
        "TESTLOOM_DAYS": str(conditions.days or 0),
        "PYTHONHASHSEED": str(conditions.hash_seed),
        "PYTHONPATH": str(place.plugins),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # one of our plugins loads them
        "COVERAGE_FILE": str(place.coverage_data),
        "HYPOTHESIS_STORAGE_DIRECTORY": str(place.hypothesis),
    }


def working_directory(place: RunFolder, conditions: Conditions) -> Path:
    """Return the folder, below the run folder, that pytest is started in."""
    return place.sandbox / conditions.directory


def _lay_out(base: Path, test_file: Path, copy: Path) -> Path:
    """Create the folders from `base` down to the test file, each with links to its other entries.

    Returns the path of the test file in the copy.
    """
    copy.mkdir()
    folders = test_file.parent.relative_to(base).parts
    _link((base / name for name in CONFIGURATION if base / name != test_file), copy)
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


def _is_readable(file: Path) -> bool:
    """Check whether pytest reads a file to its end: pipes and devices have none, large files a late one."""
    return file.is_file() and (file.name not in CONFIGURATION or file.stat().st_size <= MOST_BYTES)


def _link(entries: Iterable[Path], folder: Path) -> None:
    for entry in entries:
        if not (entry.is_dir() or _is_readable(entry)):
            continue
        try:
            (folder / entry.name).symlink_to(entry, target_is_directory=entry.is_dir())
        except OSError:  # on Windows, only administrators may create links
            copy = shutil.copytree if entry.is_dir() else shutil.copyfile
            copy(entry, folder / entry.name)
