"""The values of fixtures: set up when a test case requests them, torn down after it.

Each fixture has one value per test case, whatever its scope, as in a test that runs alone.
"""

from __future__ import annotations

import importlib
import pathlib
import shutil
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from tempfile import gettempdir
from types import GeneratorType
from typing import Any

from testloom_agent.environment.conftests import Definition, definitions_in
from testloom_agent.kinds import is_a

FIXTURE = "pytest.fixture:"
"""The prefix of a fixture's name in the id of the callable that represents the fixture."""

PLACE = "fixtures"
"""The folder for the files of fixtures, in the temporary folder, emptied after each test case."""
WANTED = ("client",)
"""Fixtures of plugins that a test may request although no fixture of the project does."""


class Fixtures:
    """The fixtures that tests may request, with their values in the running test case.

    `is_used` says whether this test case has requested a fixture.
    """

    def __init__(self, definitions: Mapping[str, Definition]) -> None:
        self.is_used = False
        self._definitions = definitions
        self._values: dict[str, Any] = {}
        self._ends: list[Callable[[], object]] = []
        self._temporary = ""
        self._provided: dict[str, Callable[[], Any]] = {
            "tmp_path": self._folder,
            "monkeypatch": self._patching,
        }
        if _has_django():
            self._provided |= {"db": _nothing, "client": _client_of_django}

    @classmethod
    def of(cls, conftests: Sequence[str]) -> Fixtures:
        """Create the fixtures of conftest.py files, the outermost first.

        The caller has to guard the import of these files.
        """
        made = cls({})
        made._temporary = gettempdir()
        made._definitions = definitions_in(conftests, made._provided) if conftests else {}
        return made

    @property
    def names(self) -> list[str]:
        """The fixtures that the project defines, and those of plugins that a test may request by itself."""
        return [*self._definitions, *(name for name in WANTED if self.provides(name))]

    def provides(self, name: str) -> bool:
        """Check whether a fixture comes from a plugin and is not overridden by a conftest.py."""
        return name in self._provided and name not in self._definitions

    def value(self, name: str) -> Any:
        """Return the value of a fixture, setting it up first if necessary.

        Raises:
            Exception: what the fixture's function raises.
        """
        self.is_used = True
        if name not in self._values:
            with punctual_threads():
                given = self._provided[name]() if self.provides(name) else self._set_up(name)
            self._values[name] = given
        return self._values[name]

    @property
    def are_open(self) -> bool:
        """Whether there are fixtures to tear down, which may have threads until then."""
        return bool(self._ends)

    def forget(self, name: str) -> None:
        """Take one away whose value cannot be made, with those that ask for it."""
        self._definitions = {
            known: one for known, one in self._definitions.items() if name not in (known, *one.asks)
        }

    def at_end(self, end: Callable[[], object]) -> None:
        """Have something done after the test case, before what was set up by then is torn down."""
        self.is_used = True
        self._ends.append(end)

    def end(self) -> None:
        """Tear down what was set up, the last first.

        Raises:
            Exception: the first that one raises; the others are torn down nevertheless.
        """
        self.is_used = False
        self._values.clear()
        ends, self._ends = self._ends, []
        failure: BaseException | None = None
        while ends:
            try:
                ends.pop()()
            except BaseException as error:
                failure = failure or error
        if failure is not None:
            raise failure

    def remove_files(self) -> None:
        """Remove what fixtures have left in their folder, as the end of a test case does."""
        if self._temporary:
            shutil.rmtree(pathlib.Path(self._temporary, PLACE), ignore_errors=True)

    def _set_up(self, name: str) -> Any:
        definition = self._definitions[name]
        made = definition.function(**{name: self.value(name) for name in definition.asks})
        if not is_a(made, GeneratorType):
            return made
        value = next(made)
        self._ends.append(lambda: next(made, None))
        return value

    def _folder(self) -> pathlib.Path:
        """Create a folder apart from the working folder: its files do not come from the code under test."""
        folder = pathlib.Path(self._temporary, PLACE)
        folder.mkdir(exist_ok=True)
        return folder

    def _patching(self) -> Any:
        patching: Any = importlib.import_module("pytest").MonkeyPatch()
        self._ends.append(patching.undo)
        return patching


@contextmanager
def punctual_threads() -> Iterator[None]:
    """Keep threads that are started meanwhile from beginning late, as threads of the subject do."""
    hesitation = threading.getprofile()
    threading.setprofile(None)
    try:
        yield
    finally:
        threading.setprofile(hesitation)


def _nothing() -> None:
    """Do nothing, as the databases of Django are always available."""


def _has_django() -> bool:
    """Check whether the project has set up Django, and its tests have the plugin for it."""
    apps = sys.modules.get("django.apps")
    return apps is not None and vars(apps)["apps"].ready and find_spec("pytest_django") is not None


def _client_of_django() -> Any:
    return importlib.import_module("django.test").Client()


NO_FIXTURES = Fixtures({})
