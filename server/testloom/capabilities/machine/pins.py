"""Whether a test depends on the machine, found out by running it with the results of other machines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any
from uuid import UUID

from testloom.capabilities.machine.statement import IDENTIFIERS, SEEDED, FactStatement
from testloom.model.statements import decode_scalar
from testloom.model.types import Scalar
from testloom.oracle.pinning.drives import MOST_TEXTS, short_texts
from testloom.oracle.pinning.pins import AS_IT_COMES, EnvironmentUse, Pin, Pinning

MOST_ANSWERS = 4
"""The most different results of a pinned function; with more, nobody would read the test."""
TOKEN, BITS = 32, 128
"""The characters or bytes of a token, and the bits of an identifier."""
FACTS: Mapping[str, tuple[Scalar, ...]] = {
    "isatty": (True, False),
    "os.getuid": (0, 1),
    "os.geteuid": (0, 1),
    "os.getgid": (0, 1),
    "os.getegid": (0, 1),
    "os.cpu_count": (None, 1, 2, 64),
    "os.process_cpu_count": (None, 1, 2, 64),
    "os.sched_getaffinity": (1, 2, 64),
    "os.getloadavg": (0, 64),
    "os.statvfs": (0, 10**9),
    "multiprocessing.cpu_count": (1, 2, 64),
    "getpass.getuser": ("root", "user"),
    "os.getlogin": ("root", "user"),
    "platform.system": ("Windows", "Darwin", "Linux", "Java"),
    "platform.machine": ("arm64", "x86_64", "AMD64", "aarch64"),
    "platform.python_implementation": ("CPython", "PyPy"),
    "importlib.util.find_spec": (True,),
    "importlib.metadata.version": ("0", "0.1", "9999.0"),
    "shutil.which": (None, "/usr/bin/program"),
    "secrets.token_hex": ("0" * TOKEN, "f" * TOKEN),
    "secrets.token_urlsafe": ("-" * TOKEN, "z" * TOKEN),
    "secrets.token_bytes": (b"\x00" * TOKEN, b"\xff" * TOKEN),
    "os.urandom": (b"\x00" * TOKEN, b"\xff" * TOKEN),
}
"""Results on other machines; the agent has more that vary from one observation to the next."""
TEXTS = ("socket.", "platform.", "getpass.", "os.getlogin")
"""Prefixes of the names of functions that return an arbitrary string."""


class FactPins(Pinning[FactStatement]):
    """Pins the results of these functions for tests that depend on them."""

    kinds = (FactStatement,)

    def pins(self, use: EnvironmentUse) -> Iterator[Pin]:
        """Yield pins with the answers that functions gave when the test was found."""
        names, constants = use.names, use.subject.constants
        known = {statement.path for statement in use.of_kind(FactStatement)}
        told: dict[tuple[str, str], list[Any]] = {}
        for touch in use.touches_of("fact"):
            if touch[1] not in known:
                told.setdefault((touch[1], touch[2]), []).append(decode_scalar(json.loads(touch[3])[1]))
        for (path, name), given in told.items():
            distinct = tuple(dict.fromkeys(given))
            if len(distinct) == 1 or len(given) <= MOST_ANSWERS:
                pinned = distinct if len(distinct) == 1 else tuple(given)
                others = [answer for answer in answers(name, constants) if answer not in pinned]
                drives = tuple((FactStatement(next(names), path, name, (answer,)),) for answer in others)
                pin = FactStatement(next(names), path, name, pinned)
                yield Pin((pin,), (*AS_IT_COMES, *drives), sure=name in SEEDED)


def answers(name: str, constants: Iterable[Scalar]) -> list[Scalar]:
    """List the answers that a function may give on another machine, or with other random values."""
    more: Iterable[Scalar] = islice(short_texts(constants), MOST_TEXTS) if name.startswith(TEXTS) else ()
    if name in IDENTIFIERS:
        more = (str(UUID(int=number)) for number in _identifiers(constants))
    return list(dict.fromkeys([*FACTS.get(name, ()), *more]))


def _identifiers(constants: Iterable[Scalar]) -> Iterator[int]:
    """The least and the highest number of an identifier, and those that a remainder is compared with."""
    yield from (0, 2**BITS - 1)
    numbers = (value for value in constants if isinstance(value, int) and 0 <= value < 2**BITS)
    yield from islice(map(int, numbers), MOST_TEXTS)
