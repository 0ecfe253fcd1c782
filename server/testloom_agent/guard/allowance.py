"""Exceptions from the guard that the user allows: write here, run this, connect there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, NamedTuple

from testloom_agent.guard.events import NAMED, OF_NETWORK


class Allowance(NamedTuple):
    """Folders and files to write to, programs to start, hosts and their addresses to connect to."""

    places: tuple[str, ...] = ()
    programs: frozenset[str] = frozenset()
    hosts: frozenset[str] = frozenset()

    def exception(self, event: str) -> Callable[[tuple[Any, ...]], bool]:
        """Return a check whether a refused event of this name may happen with its arguments."""
        place, allows_host = NAMED.get(event), self.allows_host
        if event == "subprocess.Popen" and self.programs:
            return self.allows_program
        if place is not None and self.hosts and event.startswith(OF_NETWORK):
            return lambda arguments: allows_host(arguments[place])
        return lambda arguments: False

    def allows_program(self, arguments: tuple[Any, ...]) -> bool:
        """Check whether the program and the first argument of a program start are allowed."""
        return all(_name(argument) in self.programs for argument in arguments[:2])

    def allows_host(self, named: Any) -> bool:
        """Check whether a host, an address or a pair of address and port is allowed."""
        first = named[0] if isinstance(named, tuple) and named else named
        text = first.decode("ascii", "replace") if isinstance(first, bytes) else first
        return isinstance(text, str) and text in self.hosts


NOTHING = Allowance()


def allowance_of(entries: Iterable[str], root: str) -> Allowance:
    """Read the entries of the setting; paths that are relative lie in `root`, hosts are looked up now."""
    kinds: dict[str, list[str]] = {"write": [], "run": [], "connect": []}
    for entry in entries:
        kind, _, what = entry.partition(":")
        kinds[kind].append(what)
    places = [os.path.realpath(os.path.join(root, os.path.expanduser(place))) for place in kinds["write"]]
    addresses = [address for host in kinds["connect"] for address in _addresses(host)]
    return Allowance(tuple(places), frozenset(kinds["run"]), frozenset([*kinds["connect"], *addresses]))


def _addresses(host: str) -> list[str]:
    import socket

    with suppress(OSError):
        return [str(found[4][0]) for found in socket.getaddrinfo(host, None)]
    return []


def _name(argument: Any) -> str:
    """Return the program that an executable, a command line or a list of candidates names."""
    first = argument[0] if isinstance(argument, (list, tuple)) and argument else argument
    with suppress(TypeError, ValueError):
        return os.path.basename(os.fsdecode(first))
    return ""
