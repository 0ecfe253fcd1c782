"""Process-wide settings that functions change, such as the locale, and how they are restored."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib.machinery import ExtensionFileLoader
from types import ModuleType
from typing import Any, NamedTuple

from testloom_agent.kinds import dictionary_of, is_a

COMMON_MASK = 0o022
OWN = "testloom_agent"
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGPIPE", "SIGCHLD", "SIGUSR1", "SIGUSR2")
CONTEXT = ("prec", "rounding", "Emin", "Emax", "capitals", "clamp")


class Setting(NamedTuple):
    """A setting: its name, the function that reads it, and the function that restores it."""

    name: str
    get: Callable[[], Any]
    put: Callable[[Any], object]


class Registries:
    """The settings that code of these modules may change, with their present values."""

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        self._settings = list(_settings(list(modules)))
        self._readers = [setting.get for setting in self._settings]
        self._before = [read() for read in self._readers]
        self._modules = dict(sys.modules)

    def changed(self) -> list[str]:
        """List the names of the settings that have changed, and of modules that were added."""
        changed = [setting.name for setting, before in self._pairs() if setting.get() != before]
        return [*changed, *(f"sys.modules:{name}" for name in self._made())]

    def restore(self) -> None:
        """Set all to what they were."""
        if len(sys.modules) != len(self._modules):
            for name in self._made():
                del sys.modules[name]
            for name in self._modules.keys() - sys.modules.keys():
                sys.modules[name] = self._modules[name]
            self._modules = dict(sys.modules)
        if [read() for read in self._readers] != self._before:  # first, as this runs after each test case
            for setting, before in self._pairs():
                if setting.get() != before:
                    setting.put(before)

    def _made(self) -> list[str]:
        """Collect the names of modules that were created instead of imported.

        Modules that compiled modules create during their import, as those of Cython do, belong to these.
        """
        new = [name for name in list(sys.modules) if name not in self._modules]
        if any(_is_compiled(sys.modules[name]) for name in new):
            return []
        return [name for name in new if type(name) is str and not _is_imported(sys.modules[name])]

    def _pairs(self) -> Iterator[tuple[Setting, Any]]:
        return zip(self._settings, self._before, strict=True)


def _loggers_of(modules: Iterable[ModuleType]) -> list[Any]:
    """List the root logger, and the loggers that modules hold."""
    logging: Any = sys.modules.get("logging")
    if logging is None:
        return []
    held = (value for module in modules for value in list(vars(module).values()))
    found = (logging.root, *(value for value in held if is_a(value, logging.Logger)))
    return list({id(logger): logger for logger in found}.values())


def _is_imported(module: Any) -> bool:
    return _spec_of(module) is not None


def _is_compiled(module: Any) -> bool:
    return is_a(getattr(_spec_of(module), "loader", None), ExtensionFileLoader)


def _spec_of(module: Any) -> Any:
    """Return what a module was imported by; `vars` would load one that is loaded at its first use."""
    return (dictionary_of(module) or {}).get("__spec__") if is_a(module, ModuleType) else None


def _settings(modules: list[ModuleType]) -> Iterator[Setting]:
    yield Setting("sys.setrecursionlimit", sys.getrecursionlimit, sys.setrecursionlimit)
    if _use("os", modules):
        yield Setting("os.umask", _mask, os.umask)
        yield Setting("os.chdir", _folder, os.chdir)
    if _use("sys", modules):
        yield Setting("sys.setswitchinterval", sys.getswitchinterval, sys.setswitchinterval)
        if hasattr(sys, "set_int_max_str_digits"):  # not in the first releases of Python 3.10
            yield Setting(
                "sys.set_int_max_str_digits", sys.get_int_max_str_digits, sys.set_int_max_str_digits
            )
    if socket := _use("socket", modules):
        yield Setting("socket.setdefaulttimeout", socket.getdefaulttimeout, socket.setdefaulttimeout)
    if locale := _use("locale", modules):
        every = locale.LC_ALL
        yield Setting(
            "locale.setlocale", lambda: locale.setlocale(every), lambda told: locale.setlocale(every, told)
        )
    if decimal := _use("decimal", modules):
        yield Setting(
            "decimal.setcontext", lambda: _context(decimal), lambda told: _set_context(decimal, told)
        )
    if signal := _use("signal", modules):
        for name in SIGNALS:
            yield _handler(signal, signal.Signals[name])
    if logging := _use("logging", modules):
        manager = logging.root.manager
        yield Setting("logging.disable", lambda: manager.disable, logging.disable)
    for logger in _loggers_of(modules):
        yield _level(logger)
        yield Setting(f"logging.handlers:{logger.name}", partial(_handlers, logger), partial(_handle, logger))


def _use(name: str, modules: Iterable[ModuleType]) -> Any:
    """Find the module with this name if one of the modules holds it or a part of it; else None."""
    found = sys.modules.get(name)
    if found is None:
        return None
    own = {id(found), *(id(value) for value in list(vars(found).values()) if callable(value))}
    held = (id(value) for module in modules for value in list(vars(module).values()))
    return found if any(value in own for value in held) else None


def _mask() -> int:
    mask = os.umask(COMMON_MASK)
    os.umask(mask)
    return mask


def _folder() -> str:
    """Return the working directory; nothing if it has been removed."""
    try:
        return os.getcwd()
    except OSError:
        return ""


def _context(decimal: Any) -> tuple[Any, ...]:
    context = decimal.getcontext()
    return tuple([getattr(context, name) for name in CONTEXT])


def _set_context(decimal: Any, told: tuple[Any, ...]) -> None:
    for name, value in zip(CONTEXT, told, strict=True):
        setattr(decimal.getcontext(), name, value)


def _handler(signal: Any, number: Any) -> Setting:
    return Setting(
        f"signal.signal:{number.name}",
        lambda: signal.getsignal(number),
        lambda told: signal.signal(number, told),
    )


def _handlers(logger: Any) -> list[Any]:
    """List the handlers of a logger, without the observing one."""
    handlers: list[Any] = logger.handlers
    if not handlers:
        return []
    return [handler for handler in handlers if type(handler).__module__.partition(".")[0] != OWN]


def _handle(logger: Any, handlers: list[Any]) -> None:
    logger.handlers = handlers[:]


def _level(logger: Any) -> Setting:
    return Setting(f"logging.setLevel:{logger.name}", lambda: logger.level, logger.setLevel)
