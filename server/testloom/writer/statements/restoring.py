"""Settings of the process, such as the locale, that a test puts back when it has ended."""

from __future__ import annotations

from testloom.writer.errors import UnwritableError
from testloom.writer.planning.mentions import GET_LOGGER, HANDLERS, PARTIAL, SETTINGS
from testloom.writer.planning.scope import CaseScope
from testloom.writer.syntax.names import attribute, call, identifier

MASK = "0o022"


def restored(name: str, scope: CaseScope) -> str:
    """The line that has a setting put back behind the test.

    Raises:
        UnwritableError: if no line does.
    """
    name, _, part = name.partition(":")
    if name == HANDLERS:
        logger = _logger(part, scope.path(GET_LOGGER), scope)
        handlers = f"list({attribute(logger, 'handlers')})"
        return call(f"{scope.fixture('monkeypatch')}.setattr", [logger, scope.literal("handlers"), handlers])
    if name not in SETTINGS:
        raise UnwritableError(f"No test can put back {name!r}.")
    arguments = _undone(name, part, [scope.path(path) for path in SETTINGS[name]], scope)
    return call(f"{scope.fixture('request')}.addfinalizer", [call(scope.path(PARTIAL), arguments)])


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
        case "sys.modules", _:
            return [f"{scope.module('sys')}.modules.pop", scope.literal(part), "None"]
        case "os.umask", [put]:
            return [put, call(put, [MASK])]
        case _, [put, get]:
            return [put, call(get)]
    raise UnwritableError(f"No test can put back {name!r}.")


def _logger(name: str, get: str, scope: CaseScope) -> str:
    return call(get, [scope.literal(name)] if name != "root" else [])
