"""The whole environment of a test case: watches its parts, and performs the statements that set them."""

from __future__ import annotations

import os
import pathlib
import sys
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any, TypeAlias

from testloom_agent.doubles import copy_inner_doubles, end_loops
from testloom_agent.environment.chance import arrays as array_draws
from testloom_agent.environment.chance import functions as chance
from testloom_agent.environment.chance.arrays import ArrayDraws
from testloom_agent.environment.chance.generators import Generators
from testloom_agent.environment.databases.django import Outbox, Transactions
from testloom_agent.environment.databases.media import keep_media
from testloom_agent.environment.databases.peewee import Bound, database_missed
from testloom_agent.environment.databases.sought import Sought
from testloom_agent.environment.databases.sqlite import forgo_durability
from testloom_agent.environment.databases.tables import make_tables_once
from testloom_agent.environment.derivations import derive_once
from testloom_agent.environment.files import HOME, PLACE, Files, failing, watch_paths
from testloom_agent.environment.machine.arguments import set_arguments, watch_arguments
from testloom_agent.environment.machine.console import Console, watch_secrets
from testloom_agent.environment.machine.facts import FUNCTIONS, Facts, answering
from testloom_agent.environment.machine.parsers import watch_parsers
from testloom_agent.environment.machine.variables import set_variable, watch_variables
from testloom_agent.environment.pools import Pools
from testloom_agent.environment.refusals import watch_refusals
from testloom_agent.environment.seams import SEAMS, watch_seams
from testloom_agent.environment.state import State
from testloom_agent.environment.timing.ages import watch_ages
from testloom_agent.environment.timing.clock import Clock
from testloom_agent.environment.timing.loops import loop_missed, watch_loops
from testloom_agent.environment.timing.waiting import skip_waiting
from testloom_agent.environment.timing.zone import Zone
from testloom_agent.environment.touches import Note, Touch, Touches
from testloom_agent.environment.unawaited import watch_coroutines
from testloom_agent.environment.unhandled import watch_threads
from testloom_agent.environment.web.addresses import postpone_builders
from testloom_agent.environment.web.certificates import postpone_certificates
from testloom_agent.environment.web.contexts import context_missed
from testloom_agent.environment.web.overrides import Overrides
from testloom_agent.environment.web.served import Served
from testloom_agent.guard import Guard

WATCHED = frozenset({*FUNCTIONS, *SEAMS, "random"} & sys.stdlib_module_names)
"""Modules of the standard library whose functions are watched, if they are already loaded."""
Perform: TypeAlias = Callable[[list[Any], Any], None]
"""Performs a statement, with the values of those before it."""


class Environment:
    """The watched parts of the environment; it is made once, before runners are forked.

    `folders` has the working folder and the folder that constants are redirected to, each by the prefix
    of paths in it; `places` are the absolute paths in constants of the code.
    """

    def __init__(
        self, guard: Guard, folders: Mapping[str, str], modules: Iterable[ModuleType], places: Iterable[str]
    ) -> None:
        modules = list(modules)
        folders = {**folders, HOME: os.path.realpath(os.path.expanduser("~"))}
        self._guard = guard
        self._state = State()
        self._touches = Touches(guard, folders, places)
        self._files = Files(guard, folders)
        self._facts = Facts(self._touches.note)
        self._generators = Generators(self._touches.note)
        self._array_draws = ArrayDraws(self._touches.note)
        self._console = Console(self._touches.note, lambda: self.is_terminal("stdin"))
        self._clock = Clock(self._touches.note)
        self._zone = Zone()
        self._transactions = Transactions(self._touches.note)
        self._outbox = Outbox(self._touches.note)
        self._sought = Sought(self._touches.note)
        self._served = Served(self._touches.note)
        self._overrides = Overrides(State.get)
        self._bound = Bound(State.get)
        self.pools = Pools()
        self._prepared = False
        copy_inner_doubles()
        end_loops(self._touches.note)
        _watch_calls(self._touches.note, modules)
        self.refused_libraries = watch_refusals(guard, self._touches.note, modules)
        """The packages outside of the project whose code was refused something, as far as they are known."""
        keep_media(self._touches.note, folders[PLACE])
        watch_paths(guard)
        watch_ages(guard, modules, folders.values())
        watch_variables(self._touches.note, {module.__name__.partition(".")[0] for module in modules})
        chance.watch_chance(self._touches.note, modules)
        self._facts.watch(modules)
        self._generators.watch(modules)
        self._array_draws.watch(modules)
        self._clock.install(modules)
        _save_time(modules, self._sought)
        self.pools.watch()
        skip_waiting(self._touches.note, self._clock.sleep, modules, self.pools)
        self.statements = self._performers()
        """The functions that perform the kinds of statements."""

    def names_set(self) -> frozenset[str]:
        """Return the names in modules and classes that the test case has set, as `module.NAME`."""
        return self._state.names()

    def note_withheld(self, place: str) -> None:
        """Note that a private file was read; nothing but its name is reported."""
        self._touches.note(("withheld", place))

    def note_error(self, error: BaseException) -> None:
        """Note what an error that ended the test case says it had to be within."""
        for touch in (context_missed(error), database_missed(error), loop_missed(error)):
            if touch is not None:
                self._touches.note(touch)

    def is_terminal(self, stream: str) -> bool:
        """Check whether a standard stream claims to be a terminal, unless a test case sets this."""
        return self._facts.is_terminal(stream)

    def _performers(self) -> dict[str, Perform]:
        """Return the functions that perform the kinds of statements."""
        preparations: dict[str, Callable[..., None]] = {
            "file": lambda path, content, *packing: self._files.put(path, _plain(content), *packing),
            "variable": set_variable,
            "console": lambda lines, _secret: self._console.type(lines),
            "arguments": set_arguments,
            "clock": lambda seconds, _names, *step: self._clock.freeze(seconds, *step),
            "zone": self._zone.set,
            "chance": chance.seed,
            "array-chance": array_draws.seed,
            "folder": lambda _home: None,
            "fact": self._set_fact,
            "path": self._set_path,
            "age": self._files.set_age,
            "failure": lambda path, error, text: self._state.set(path, failing(error, text)),
            "bound": self._bound.set,
        }
        return {
            **{kind: self._noted(prepare) for kind, prepare in preparations.items()},
            "state": self._set_state,
            "answers": self._set_answers,
            "override": self._override,
        }

    def _noted(self, prepare: Callable[..., None]) -> Perform:
        def perform(statement: list[Any], _values: Any) -> None:
            self._prepared = True
            prepare(*statement[2:])

        return perform

    def _set_state(self, statement: list[Any], values: Any) -> None:
        self._prepared = True
        self._state.set(statement[2], values[statement[3]])

    def _set_answers(self, statement: list[Any], values: Any) -> None:
        self._prepared = True
        self._served.set(statement[3], [values[answer] for answer in statement[2]])

    def _override(self, statement: list[Any], values: Any) -> None:
        self._prepared = True
        self._overrides.set(statement[2], statement[3], values[statement[4]])

    def _set_fact(self, path: str, name: str, answers: list[Any]) -> None:
        self._state.set(path, answering(name, [_plain(answer) for answer in answers]))

    def _set_path(self, path: str, place: str) -> None:
        target = self._files.find(place)
        if target is None:
            return
        is_text = isinstance(self._state.get(path), str)
        self._state.set(path, target if is_text else pathlib.Path(target))

    def files_left(self) -> dict[str, str | None] | None:
        """Collect the files in the working folder if any was written; None as content if no short text.

        Also collect empty folders, whose paths end with a slash.
        """
        return self._files.left() if self._guard.wrote else None

    def are_touched(self) -> bool:
        """Check whether anything was touched or prepared since the last call of `begin`."""
        return bool(self._prepared or self._touches.found or self._guard.paths)

    def begin(self, variation: int = 0) -> None:
        """Make everything as it is before a test case; each variation shows it another date."""
        self._prepared = False
        self._transactions.begin()
        self._outbox.begin()
        self._sought.begin()
        self._touches.begin()
        self._clock.begin(variation)
        self._zone.begin()
        self._facts.begin(variation)
        self._generators.begin(variation)
        self._array_draws.begin(variation)
        self._files.begin()
        self._console.restore()
        self._served.begin()
        self._overrides.begin()
        self._bound.begin()
        self.pools.begin()
        self._state.restore()

    def take(self) -> list[Touch]:
        """Return the touches since the last call, and forget them."""
        return self._touches.take()


def _watch_calls(note: Note, modules: Iterable[ModuleType]) -> None:
    """Have calls noted that say by themselves what part of the environment they need."""
    watch_secrets(note, modules)
    watch_seams(note, modules)
    watch_arguments(note)
    watch_parsers(note)
    watch_loops(note, modules)
    watch_coroutines(note)
    watch_threads(note)


def _save_time(modules: Iterable[ModuleType], sought: Sought) -> None:
    """Have libraries save most of the time that tests take, without a difference to them."""
    forgo_durability(modules, sought.watch)
    derive_once(modules)
    postpone_certificates()
    postpone_builders()
    make_tables_once()


def _plain(data: Any) -> Any:
    """Convert a value as sent: bytes are `{"bytes": latin-1}`; the content of a folder is null."""
    return str(data["bytes"]).encode("latin-1") if isinstance(data, dict) else data
