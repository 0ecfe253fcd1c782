"""The data of objects and classes: which of their attributes are reported."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from enum import Enum
from io import TextIOWrapper
from typing import Any

from testloom_agent.doubles import DOUBLES
from testloom_agent.execution.performing.definitions import is_of_test
from testloom_agent.execution.project import Project
from testloom_agent.execution.reporting.frameworks.databases import column_names
from testloom_agent.execution.reporting.type_paths import type_path
from testloom_agent.execution.reporting.values.arrays import is_of_library, shape_of
from testloom_agent.execution.reporting.values.atoms import SCALARS
from testloom_agent.execution.reporting.values.attributes import readers_of
from testloom_agent.guard import Guard
from testloom_agent.kinds import is_a, is_class, is_one_of

OF_THE_RUN = {
    "logging:LogRecord": frozenset(
        (
            *("created", "msecs", "relativeCreated", "process", "processName", "thread", "threadName"),
            *("taskName", "pathname", "filename", "module", "lineno", "funcName", "stack_info"),
        )
    )
}
"""Attributes of standard library objects that depend on when and where the objects were made."""


class Contents:
    """Reads the data of objects and classes, with the project's own classes in more detail."""

    def __init__(self, project: Project, guard: Guard) -> None:
        self._project = project
        self._guard = guard

    def is_own(self, kind: type) -> bool:
        """Check whether a class is the project's, or the test's."""
        if is_of_test(kind):
            return True
        module = sys.modules.get(kind.__module__)
        file = getattr(module, "__file__", None)
        return isinstance(file, str) and self._project.owns(file)

    def of_class(self, kind: type) -> Iterator[tuple[str, Any]]:
        """Yield the public data of a class; of its own bases only containers, which it may have filled.

        An enum has none: its data are its members.
        """
        owners = [] if issubclass(kind, Enum) else [owner for owner in kind.__mro__ if self.is_own(owner)]
        names = {name for owner in owners for name in list(vars(owner)) if not name.startswith("_")}
        for name in sorted(names):
            content = getattr(kind, name, None)
            is_data = not (callable(content) or hasattr(type(content), "__get__"))
            is_new = name in vars(kind) or is_a(content, list, dict, set)
            if is_data and is_new and content is not None:
                yield name, content

    def of_object(self, value: Any) -> Iterator[tuple[str, Any]]:
        """Yield the public data of an object: of foreign classes only scalars, of a double nothing."""
        if type(value).__module__ == DOUBLES:
            return
        if is_of_library(type(value)):
            shape = shape_of(value)
            yield from () if shape is None else [("shape", shape)]
            return
        told = list(self._read(value, self._counts)) if self.is_own(type(value)) else []
        yield from told or self._read(value, is_class)

    def _counts(self, owner: type) -> bool:
        """Check whether a class is the project's or Python's: data computed by others say little."""
        return self.is_own(owner) or owner.__module__.partition(".")[0] in sys.stdlib_module_names

    def _read(self, value: Any, counts: Callable[[type], bool]) -> Iterator[tuple[str, Any]]:
        """Yield the readable data of an object that are stored, or computed by a class that `counts`.

        What every number computes, such as its numerator, is left out.
        """
        is_own, columns = self.is_own(type(value)), column_names(type(value))

        def is_told(owner: type) -> bool:
            return all(owner is not plain for plain in SCALARS) and counts(owner)

        for name, read in readers_of(value, is_told).items():
            if name.startswith("_") or (columns is not None and name not in columns):
                continue
            try:
                with self._guard.doubting() as was_refused:
                    content = read()
                    if was_refused():  # the test itself has not requested this
                        continue
            except MemoryError:
                raise
            except (Exception, SystemExit, KeyboardInterrupt, GeneratorExit):
                continue
            if (is_own or is_one_of(content, SCALARS)) and not _is_of_run(value, name, content):
                yield name, content


def _is_of_run(value: Any, name: str, content: Any) -> bool:
    """Check whether an attribute depends on the machine or the time, even if only its spelling does.

    The encoding of a stream, `utf-8`, may be `UTF-8` elsewhere.
    """
    if is_a(value, TextIOWrapper):
        return name == "encoding" and str(content).lower() == "utf-8"
    return name in OF_THE_RUN.get(type_path(type(value)), ())
