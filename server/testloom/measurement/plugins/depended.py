"""A plugin of pytest that records the dependencies of each test, to find tests affected by a change.

`under_coverage` loads it on the project's interpreter. It leaves out tests that a plan names.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    import coverage

    from testloom.measurement.plugins.events import Reporter

_STARTS = frozenset({"os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system"})
"""The audit events of starting a process; subprocess.Popen has an event of its own."""
_CODE = (".py", ".pyc")


class Dependencies:
    """Records what tests use: lines, shared fixtures, files that they read, processes that they start."""

    def __init__(self, reporter: Reporter, folder: Path, plan: str | None) -> None:
        self._reporter = reporter
        self._folder = f"{folder}{os.sep}"
        prefixes = (f"{prefix}{os.sep}" for prefix in (sys.prefix, os.path.realpath(sys.prefix)))
        self._installed = tuple(prefix for prefix in prefixes if len(prefix) > len(self._folder))
        self._unaffected: set[str] = set()
        self._changed: set[str] = set()
        if plan is not None:
            told = json.loads(Path(plan).read_bytes())
            self._unaffected, self._changed = set(told["unaffected"]), set(told["changed"])
        self._files: set[str] = set()
        self._read: dict[str, set[str]] = {}
        self._starting: set[str] = set()
        self._uses: dict[str, list[str]] = {}
        sys.addaudithook(self._hear)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Leave out tests that no change affects, and begin with tests that are new or failed."""
        self._files = {str(item.path) for item in items}
        left_out = [item for item in items if item.nodeid in self._unaffected]
        rest = [item for item in items if item.nodeid not in self._unaffected]
        items[:] = sorted(rest, key=lambda item: item.nodeid in self._changed)
        if left_out:
            config.hook.pytest_deselected(items=left_out)
            self._reporter.say("unaffected", tests=len(left_out))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Record the fixtures that a test uses."""
        self._uses[item.nodeid] = list(getattr(item, "fixturenames", ()))

    @pytest.hookimpl(hookwrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
        """Measure the set-up of fixtures that several tests share separately."""
        if fixturedef.scope == "function":
            yield
            return
        with self._reporter.sharing(fixturedef.argname):
            yield

    def say(self, measured: coverage.Coverage) -> None:
        """Write all dependencies, once all tests have run."""
        data = measured.get_data()
        data.set_query_contexts(None)
        for file in sorted(data.measured_files()):
            path = str(Path(file).resolve())
            if self._is_own(path):
                by: dict[str, list[int]] = {}
                for line, contexts in data.contexts_by_lineno(file).items():
                    for context in contexts if line > 0 else ():
                        by.setdefault(context, []).append(line)
                self._reporter.say("traced", file=path, by=by)
        self._reporter.say(
            "depended",
            files=sorted(self._files),
            modules=dict(self._modules()),
            uses=self._uses,
            read={context: sorted(files) for context, files in self._read.items()},
            starting=sorted(self._starting),
        )

    def _modules(self) -> Iterator[tuple[str, str]]:
        """Yield the names of the project's modules, each with its file."""
        for name, module in list(sys.modules.items()):
            file = vars(module).get("__file__") if isinstance(module, ModuleType) else None
            if isinstance(file, str) and self._is_own(path := str(Path(file).resolve())):
                yield name, path

    def _is_own(self, path: str) -> bool:
        """Check whether a file belongs to the project.

        Files of an environment inside its folder do not: the versions of its packages stand for them.
        """
        return path.startswith(self._folder) and not path.startswith(self._installed)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Handle an audit event: note a file that is read, or a process that is started."""
        if event == "open":
            path, mode = arguments[0], arguments[1]
            if isinstance(path, bytes):
                path = os.fsdecode(path)
            if isinstance(path, str) and not path.endswith(_CODE) and (mode is None or "r" in mode):
                path = str(Path.cwd() / os.path.normpath(path))
                if self._is_own(path):
                    self._read.setdefault(self._reporter.context, set()).add(path)
        elif event in _STARTS or event == "subprocess.Popen":
            self._starting.add(self._reporter.context)
