"""Certificates of authorities, read once: no connection leaves the process that they would vouch for.

Reading them is most of what it takes to make a client of HTTP.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from testloom_agent.likeness import like


def read_certificates_once() -> None:
    """Have contexts not read again what comes with the interpreter or the system, if `ssl` is loaded."""
    ssl: Any = sys.modules.get("ssl")
    if ssl is None:
        return
    kind, known = ssl.SSLContext, set[object]()
    paths = ssl.get_default_verify_paths()
    own = tuple(path for path in (sys.prefix, sys.base_prefix, paths.openssl_cafile) if path)
    load, load_usual = kind.load_verify_locations, kind.set_default_verify_paths

    def load_verify_locations(self: Any, cafile: Any = None, capath: Any = None, cadata: Any = None) -> None:
        is_own = isinstance(cafile, str) and cafile.startswith(own) and capath is None and cadata is None
        _once(cafile if is_own else None, known, lambda: load(self, cafile, capath, cadata))

    def set_default_verify_paths(self: Any) -> None:
        _once(kind, known, lambda: load_usual(self))

    kind.load_verify_locations = like(load, load_verify_locations)
    kind.set_default_verify_paths = like(load_usual, set_default_verify_paths)


def _once(what: object, known: set[object], read: Callable[[], object]) -> None:
    """Read something unless it is known; None is always read."""
    if what not in known:
        read()
        if what is not None:
            known.add(what)
