"""Another machine in this process: more processors, busier ones, larger file systems, other versions.

`os` and `sys` are patched when the plugin is loaded, before the tests and their subject import them. What
libraries tell of the machine mostly comes from there.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

MORE_PROCESSORS, MORE_LOAD = 5, 3.5
TIMES_LARGER = 3
OF_MACHINE = re.compile("NPROCESSORS|PHYS_PAGES")
"""The names of what `os.sysconf` tells of the machine, rather than of the kind of system."""
RELEASE, BUILD = "5.4.321", "#321 Thu Jan  2 2020"
OTHER_GROUP, OTHER_MASK = 4321, 0o027
VERSIONS = {
    **dict.fromkeys(("_ssl", "ssl"), ("OPENSSL_VERSION", "OpenSSL 3.0.99 1 Jan 2020")),
    **dict.fromkeys(("_sqlite3", "sqlite3", "sqlite3.dbapi2"), ("sqlite_version", "3.32.1")),
    "zlib": ("ZLIB_RUNTIME_VERSION", "1.2.99"),
}
"""What modules call the version of a library of the system; other modules take it from the first of them."""
PATCH = re.compile(r"(\d+\.\d+)\.\d+\S* \([^,]*, [^)]*\)")
"""In `sys.version`: the numbers of a version, and when it was built from what."""


def pretend() -> None:
    """Replace what the system tells of itself."""
    for name in ("cpu_count", "process_cpu_count"):
        _change(os, name, lambda count: (count or 1) + MORE_PROCESSORS)
    _change(os, "sched_getaffinity", lambda usable: set(range(max(usable) + 1 + MORE_PROCESSORS)))
    _change(os, "getloadavg", lambda loads: tuple(load + MORE_LOAD for load in loads))
    for name in ("statvfs", "fstatvfs"):
        _change(os, name, _enlarged)
    _change(os, "uname", lambda told: type(told)([told[0], "elsewhere", RELEASE, BUILD, told[4]]))
    _change(os, "getgroups", lambda groups: [*groups, OTHER_GROUP])
    with suppress(ImportError):  # not on all systems
        _change(import_module("resource"), "getrlimit", lambda limits: tuple(_half(one) for one in limits))
    _change_configuration()
    os.umask(OTHER_MASK)
    sys.version = PATCH.sub(r"\1.99 (elsewhere, Jan  2 2020, 03:04:05)", sys.version)
    _forget(sys.modules.get("platform"))
    for name, (version, other) in VERSIONS.items():
        with suppress(ImportError):  # Python may have been built without it
            module = import_module(name) if name.startswith("_") else sys.modules.get(name)
            if module is not None:
                setattr(module, version, other)


def _change(module: Any, name: str, changed: Callable[[Any], Any]) -> None:
    """Have a function of a module return something else, where the system has it."""
    real = getattr(module, name, None)
    if real is not None:
        setattr(module, name, lambda *arguments, **named: changed(real(*arguments, **named)))


def _forget(platform: Any) -> None:
    """Have the module `platform` ask again for what it remembers."""
    if platform is not None:
        vars(platform)["_uname_cache"] = None
        for cache in ("_platform_cache", "_sys_version_cache"):
            vars(platform).get(cache, {}).clear()


def _change_configuration() -> None:
    """Have `os.sysconf` tell of more processors and memory."""
    real: Callable[[str | int], int] | None = getattr(os, "sysconf", None)
    if real is None:
        return
    numbers = {number for name, number in os.sysconf_names.items() if OF_MACHINE.search(name)}

    def sysconf(name: str | int) -> int:
        is_changed = OF_MACHINE.search(name) if isinstance(name, str) else name in numbers
        return real(name) + MORE_PROCESSORS if is_changed else real(name)

    vars(os)["sysconf"] = sysconf


def _enlarged(found: Any) -> Any:
    """The statistics of a file system with more blocks, of which more are free."""
    unit, fragment, *counts = tuple(found)[:8]
    return type(found)([unit, fragment, *(TIMES_LARGER * count + 1 for count in counts), *tuple(found)[8:]])


def _half(limit: int) -> int:
    return limit // 2 if limit > 0 else limit


pretend()
