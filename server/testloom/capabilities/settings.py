"""Settings of the process, such as the locale, that a test restores at its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from testloom.model.checks import without_null
from testloom.model.statements.environment import EnvironmentStatement, StateStatement
from testloom.model.statements.roles import word
from testloom.model.texts.names import is_name
from testloom.oracle.pinning.pins import EnvironmentUse, Pin, Pinning
from testloom.writer.errors import UnwritableError
from testloom.writer.rendering.environment import Written
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.syntax.names import attribute, call, identifier

MASK = "0o022"
GET_LOGGER, HANDLERS = "logging:getLogger", "logging.handlers"
PARTIAL = "functools:partial"
SETTINGS: Mapping[str, tuple[str, ...]] = {
    "socket.setdefaulttimeout": ("socket:setdefaulttimeout", "socket:getdefaulttimeout"),
    "locale.setlocale": ("locale:setlocale", "locale:LC_ALL"),
    "decimal.setcontext": ("decimal:setcontext", "decimal:getcontext"),
    "signal.signal": ("signal:signal", "signal:getsignal"),
    "sys.setrecursionlimit": ("sys:setrecursionlimit", "sys:getrecursionlimit"),
    "logging.setLevel": (GET_LOGGER,),
    HANDLERS: (GET_LOGGER,),
    "logging.disable": ("logging:disable", "logging:root"),
    "os.umask": ("os:umask",),
    "os.chdir": ("os:chdir", "os:getcwd"),
    "sys.setswitchinterval": ("sys:setswitchinterval", "sys:getswitchinterval"),
    "sys.set_int_max_str_digits": ("sys:set_int_max_str_digits", "sys:get_int_max_str_digits"),
    "sys.modules": (),
}
"""The functions that change a setting of the process, each with what restores it: function and argument."""


class RestoreStatement(EnvironmentStatement, frozen=True):
    """Restores a setting of the process that the test changes.

    `name` is the function that changes it, such as `locale.setlocale`, possibly with the part of it
    after a colon: `signal.signal:SIGINT`, `logging.setLevel:shop`, `sys.modules:shop`.
    """

    tag: ClassVar[str] = "restore"
    named_by: ClassVar[str] = "name"
    name: Annotated[str, word(without_null)]


class SettingPins(Pinning[RestoreStatement]):
    """Pins the restoration of each setting that a test changes."""

    kinds = (RestoreStatement,)

    def pins(self, use: EnvironmentUse) -> Iterator[Pin]:
        """Yield a pin for each setting that is left changed and that the test does not set itself."""
        known = {statement.name for statement in use.of_kind(RestoreStatement)}
        known |= {statement.path for statement in use.of_kind(StateStatement)}
        for touch in use.touches_of("restore"):
            if touch[1] not in known:
                yield Pin((RestoreStatement(next(use.names), touch[1]),), sure=True)


class SettingLines(Written[RestoreStatement]):
    """Writes the line that restores a setting after the test."""

    kinds = (RestoreStatement,)

    def lines(self, statement: RestoreStatement, scope: CaseScope) -> str:
        """Render a finalizer, or a copy of a list of handlers for the duration of the test."""
        name, _, part = statement.name.partition(":")
        if name == HANDLERS:
            logger = _logger(part, scope.path(GET_LOGGER), scope)
            held = [logger, scope.literal("handlers"), f"list({attribute(logger, 'handlers')})"]
            return call(f"{scope.fixture('monkeypatch')}.setattr", held)
        if name not in SETTINGS:
            raise UnwritableError(f"No test can put back {name!r}.")
        arguments = _undone(name, part, [scope.path(path) for path in SETTINGS[name]], scope)
        return call(f"{scope.fixture('request')}.addfinalizer", [call(scope.path(PARTIAL), arguments)])

    def paths(self, statement: RestoreStatement) -> Iterator[str]:
        """Yield the paths of the functions that read and set the setting."""
        name, _, part = statement.name.partition(":")
        yield PARTIAL
        yield from SETTINGS.get(name, ())
        if name == "signal.signal" and is_name(part):
            yield f"signal:{part}"


def _undone(name: str, part: str, used: list[str], scope: CaseScope) -> list[str]:
    """The function that puts the setting back, and its arguments, read before the test changes it."""
    match name, used:
        case "locale.setlocale", [put, every]:
            return [put, every, call(put, [every])]
        case "decimal.setcontext", [put, get]:
            return [put, f"{call(get)}.copy()"]
        case "signal.signal", [put, get]:
            number = scope.path(f"signal:{identifier(part)}")
            return [put, number, call(get, [number])]
        case "logging.setLevel", [get]:
            logger = _logger(part, get, scope)
            return [attribute(logger, "setLevel"), attribute(logger, "level")]
        case "logging.disable", [put, root]:
            return [put, attribute(attribute(root, "manager"), "disable")]
        case "sys.modules", _:
            return [f"{scope.module('sys')}.modules.pop", scope.literal(part), "None"]
        case "os.umask", [put]:
            return [put, call(put, [MASK])]
        case _, [put, get]:
            return [put, call(get)]
    raise UnwritableError(f"No test can put back {name!r}.")


def _logger(name: str, get: str, scope: CaseScope) -> str:
    return call(get, [scope.literal(name)] if name != "root" else [])


SETTING = (SettingPins(), SettingLines())
