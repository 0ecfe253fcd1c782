"""Certificates of authorities, loaded again only for code that uses them.

No connection that they would verify leaves the process, and loading them takes most of the time for
creating an HTTP client.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from testloom_agent.likeness import like

Reads: TypeAlias = WeakKeyDictionary[Any, list[Callable[[Any], object]]]

INSTALLED = ("stdlib", "purelib", "platlib")
"""The folders of the interpreter's own files, and of packages that are installed for it."""
LOOKS = ("get_ca_certs", "cert_store_stats", "wrap_socket", "wrap_bio")
"""The methods of an SSL context that show or use the certificates it has loaded."""


def postpone_certificates() -> None:
    """Have contexts read what comes with the interpreter or the system when it is needed, if `ssl` is loaded.

    The first context reads at once, which shows that it can be read.
    """
    ssl: Any = sys.modules.get("ssl")
    if ssl is None:
        return
    kind, known = ssl.SSLContext, set[object]()
    postponed: Reads = WeakKeyDictionary()
    system = ssl.get_default_verify_paths().openssl_cafile
    load, load_usual = kind.load_verify_locations, kind.set_default_verify_paths

    def read(context: Any, what: object, reading: Callable[[Any], object]) -> None:
        if what in known:
            postponed.setdefault(context, []).append(reading)
        else:
            reading(context)
            known.add(what)

    def load_verify_locations(self: Any, cafile: Any = None, capath: Any = None, cadata: Any = None) -> None:
        is_alone = type(cafile) is str and capath is None and cadata is None
        if is_alone and (cafile == system or _is_installed(cafile)):
            read(self, cafile, lambda context: load(context, cafile, None, None))
        else:
            load(self, cafile, capath, cadata)

    def set_default_verify_paths(self: Any) -> None:
        read(self, kind, load_usual)

    kind.load_verify_locations = like(load, load_verify_locations)
    kind.set_default_verify_paths = like(load_usual, set_default_verify_paths)
    for name in LOOKS:
        setattr(kind, name, _after_reading(getattr(kind, name), postponed))


def _is_installed(file: str) -> bool:
    import sysconfig  # not before the interpreter knows which environment it belongs to

    return any(Path(file).is_relative_to(sysconfig.get_path(name)) for name in INSTALLED)


def _after_reading(look: Callable[..., Any], postponed: Reads) -> Callable[..., Any]:
    def looked(self: Any, *args: Any, **kwargs: Any) -> Any:
        for reading in postponed.pop(self, ()):
            reading(self)
        return look(self, *args, **kwargs)

    made: Callable[..., Any] = like(look, looked)
    return made
