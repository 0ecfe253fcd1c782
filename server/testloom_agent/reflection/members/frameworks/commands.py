"""Commands of click and typer: functions that a command line reaches, through an application.

Only libraries that the project has imported itself are looked at.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from types import ModuleType
from typing import Any, NamedTuple

from testloom_agent.kinds import dictionary_of, is_a, is_function
from testloom_agent.reflection.bodies.parameters.command_lines import ARGUMENTS
from testloom_agent.reflection.members.hints.annotations import make
from testloom_agent.wrapped import unwrapped

CLICK, TYPER = "click.core", "typer.main"
RUNNERS = {CLICK: "click.testing:CliRunner", TYPER: "typer.testing:CliRunner"}
"""The classes that invoke applications in tests, by the modules of the libraries."""
TYPED = "<typed>"
"""The use of a parameter that holds the input typed by a user."""
ASKING = frozenset({"prompt", "confirm", "getpass", "input", "stdin", "get_text_stream"})
"""Names by which code reads typed input."""
FARTHEST = 2
"""How many calls deep a command is searched for code that asks for input."""
DEEPEST = 5


class Command(NamedTuple):
    """The command of a function: its runner, application and names, and whether it asks for input."""

    runner: str
    app: str
    names: tuple[str, ...]
    asks: bool


class Commands:
    """The commands of the applications that loaded modules hold."""

    def __init__(self) -> None:
        self._known: dict[int, Command] = {}

    def find(self, module: ModuleType) -> None:
        """Look for applications, first in this module; those that belong to another are its commands."""
        libraries = [name for name in RUNNERS if name in sys.modules]
        if not libraries:
            return
        make_ready()
        loaded = list(sys.modules.values())
        others = [other for other in loaded if is_a(other, ModuleType) and other is not module]
        found = [entry for name in libraries for entry in _applications(name, (module, *others))]
        within = {id(part) for _, _, entry in found for part in _within(entry)}
        for path, runner, entry in found:
            if id(entry) not in within:
                self._take(entry, Command(runner, path, (), False), DEEPEST)

    def of(self, entry: Any) -> Command | None:
        """Return the command of a function, or of an object that wraps one; None if there is none."""
        return self._known.get(id(entry))

    def _take(self, entry: Any, command: Command, depth: int) -> None:
        function = unwrapped(entry.callback)
        asks = command.asks or _asks(function, FARTHEST) or any(map(_is_prompted, entry.params))
        own = command._replace(asks=asks)
        for known in (entry, entry.callback, function):
            if known is not None:
                self._known.setdefault(id(known), own)
        for name, part in _parts(entry).items() if depth else ():
            self._take(part, own._replace(names=(*own.names, name)), depth - 1)


def make_ready() -> None:
    """Import what invokes applications of the libraries that are imported, and what these import in use.

    typer imports rich and pydantic for its first command line, which takes longer than a test may.
    """
    with warnings.catch_warnings():  # they address authors of tests
        warnings.simplefilter("ignore")
        for library, runner in RUNNERS.items():
            if library in sys.modules:
                testing = importlib.import_module(runner.partition(":")[0])
                if library == TYPER:
                    _use(sys.modules["typer"], testing.CliRunner())


def _use(library: Any, runner: Any) -> None:
    """Have a command-line application of our own accept one command line and reject another."""
    app = library.Typer()
    app.command()(_double)
    for word in ("1", "a"):
        runner.invoke(app, [word])


def _double(number: int) -> int:
    return 2 * number


def function_of(entry: Any) -> Any:
    """Return the function that a command of click runs; None for anything else."""
    kind: Any = getattr(sys.modules.get(CLICK), "Command", None)
    return entry.callback if kind is not None and isinstance(entry, kind) else None


def as_command(described: dict[str, Any], command: Command) -> dict[str, Any]:
    """Convert a function's description to that of its command, which takes words and typed input.

    Commands of an application share its stored state.
    """
    uses = [ARGUMENTS, *([f"{ARGUMENTS} {' '.join(command.names)}"] if command.names else [])]
    words = _parameter("args", "either", make("list", [make("str")]), uses)
    typed = _parameter("input", "keyword", make("str"), [TYPED], has_default=True)
    return {
        **described,
        "parameters": [words, *([typed] if command.asks else [])],
        "returns": make("any"),
        "reads": [*described["reads"], command.app],
        "writes": [*described["writes"], command.app],
        "is_coroutine": False,
        "is_generator": False,
        "command": {"runner": command.runner, "app": command.app, "names": list(command.names)},
    }


def _applications(library: str, modules: Iterable[ModuleType]) -> Iterator[tuple[str, str, Any]]:
    """Yield the commands that modules hold under public names: path, runner and command."""
    holder, seen = sys.modules[library], set()
    kind: Any = vars(holder)["Command" if library == CLICK else "Typer"]
    for module in modules:
        for name, value in list((dictionary_of(module) or {}).items()):
            if name.startswith("_") or not is_a(value, kind) or id(value) in seen:
                continue
            seen.add(id(value))
            with suppress(Exception):  # an application of typer may have no commands
                entry = value if library == CLICK else vars(holder)["get_command"](value)
                yield f"{module.__name__}:{name}", RUNNERS[library], entry


def _parts(entry: Any) -> Mapping[str, Any]:
    """Return the commands of a group, by their names."""
    found: Mapping[str, Any] = getattr(entry, "commands", {})
    return found


def _within(entry: Any, depth: int = DEEPEST) -> Iterator[Any]:
    """Yield the commands below another one."""
    for part in _parts(entry).values() if depth else ():
        yield part
        yield from _within(part, depth - 1)


def _is_prompted(parameter: Any) -> bool:
    return bool(getattr(parameter, "prompt", None))


def _asks(function: Any, steps: int) -> bool:
    """Check whether a function, or one of its module that it calls, reads typed input."""
    if not is_function(function):
        return False
    names = function.__code__.co_names
    if not ASKING.isdisjoint(names):
        return True
    called = (function.__globals__.get(name) for name in names) if steps else ()
    own = (other for other in called if is_function(other) and other.__module__ == function.__module__)
    return any(_asks(other, steps - 1) for other in own)


def _parameter(
    name: str, kind: str, of_type: dict[str, Any], uses: list[str], *, has_default: bool = False
) -> dict[str, Any]:
    return {
        "name": name,
        "kind": kind,
        "type": of_type,
        "has_default": has_default,
        "default": None,
        "uses": uses,
    }
