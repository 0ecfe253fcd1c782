"""Facts of the machine and random values of the system: a test replaces their functions.

Only calls from the project's own modules are noted and answered here. Unless a test case sets them,
random values depend on the variation only, as do the facts that no library relies on.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from types import ModuleType
from typing import Any

from testloom_agent.environment.chance import arrays as array_draws
from testloom_agent.environment.chance.generators import CLASSES, HELD, replacement
from testloom_agent.environment.libraries import stand_in
from testloom_agent.environment.machine.measures import MEASURES
from testloom_agent.environment.touches import Note
from testloom_agent.likeness import like

FUNCTIONS: dict[str, tuple[str, ...]] = {
    "os": (
        *("cpu_count", "process_cpu_count", "sched_getaffinity", "getloadavg", "statvfs", "urandom"),
        *("getlogin", "getpid", "getppid", "getpgrp", "getuid", "geteuid", "getgid", "getegid"),
    ),
    "multiprocessing": ("cpu_count",),
    "socket": ("gethostname", "getfqdn"),
    "getpass": ("getuser",),
    "platform": (
        *("system", "machine", "node", "release", "version", "processor", "platform"),
        *("python_version", "python_implementation"),
    ),
    "shutil": ("which", "disk_usage"),
    "importlib.metadata": ("version",),
    "importlib.util": ("find_spec",),
    "uuid": ("uuid1", "uuid4"),
    "secrets": ("token_hex", "token_urlsafe", "token_bytes", "choice", "randbelow", "randbits"),
}
SEEDED = {"secrets.choice": "choice", "secrets.randbelow": "randrange", "secrets.randbits": "getrandbits"}
"""Functions whose random values a seed determines, each with the equivalent method of `random.Random`."""
GENERATORS = (*(f"random.{name}" for name in CLASSES), HELD)
FINDING = "importlib.util.find_spec"
IDENTIFIERS = ("uuid.uuid1", "uuid.uuid4")
TEXTS = ("secrets.token_hex", "secrets.token_urlsafe")
TOKENS = (*TEXTS, "secrets.token_bytes", "os.urandom")
NAMES = {
    "os.getlogin": "user",
    "getpass.getuser": "user",
    "platform.node": "host",
    "socket.gethostname": "host",
    "socket.getfqdn": "host.example",
    "platform.release": "6.1.0",
    "platform.version": "#1 SMP",
}
NUMBERS = {
    **dict.fromkeys(("os.getpid", "os.getppid", "os.getpgrp"), 1000),
    **dict.fromkeys(("os.getuid", "os.geteuid", "os.getgid", "os.getegid"), 1000),
    **dict.fromkeys(("os.cpu_count", "os.process_cpu_count", "multiprocessing.cpu_count"), 4),
    "os.sched_getaffinity": 4,
    "os.getloadavg": 1,
    "os.statvfs": 1000,
}
USAGE = "shutil.disk_usage"
"""What is reported of a disk, of a type that no test can make: it varies, and no test sets it."""
GIGABYTE = 2**30
SEARCH, PROGRAM = "shutil.which", "/usr/bin/program"
TOKEN_BYTES, LONGEST_TOKEN = 32, 1_000
MOST_ANSWERS = 6
"""The greatest number of return values that are reported for one function."""


class Facts:
    """The return values of the functions above, over all test cases."""

    def __init__(self, note: Note) -> None:
        self._note = note
        self._variation = 0
        self._drawn = 0
        self._told: dict[str, int] = {}
        self._seeded: dict[str, Any] = {}

    def begin(self, variation: int) -> None:
        """Start anew; another variation is another machine, with other draws."""
        self._variation = variation
        self._drawn = 0
        self._told.clear()
        self._seeded.clear()

    def watch(self, modules: Iterable[ModuleType]) -> None:
        """Have the project's calls noted and answered, also by the names that its modules gave them."""
        modules = list(modules)
        owned = frozenset(id(vars(module)) for module in modules)
        stand_in(FUNCTIONS, modules, partial(self._asked, owned))

    def is_terminal(self, stream: str) -> bool:
        """Return False, as no standard stream is a terminal, and note that the subject asked."""
        self._tell(f"sys:{stream}.isatty", "isatty", False)
        return False

    def _asked(
        self, owned: frozenset[int], real: Callable[..., Any], name: str, path: str
    ) -> Callable[..., Any]:
        caller = sys._getframe

        def asked(*args: Any, **kwargs: Any) -> Any:
            if id(caller(1).f_globals) not in owned:
                return real(*args, **kwargs)
            if name == FINDING:
                return self._found(path, real(*args, **kwargs))
            if name == USAGE:
                return self._used(real(*args, **kwargs))
            if name in MEASURES:
                real(*args, **kwargs)  # it may raise
            if name in SEEDED:
                self._tell(path, name, self._variation)
                if path not in self._seeded:
                    self._seeded[path] = answering(name, [self._variation])
                return self._seeded[path](*args, **kwargs)
            answer = self._answer(name, real, args, kwargs)
            self._tell(path, name, answer)
            return made(name, answer)

        return like(real, asked)

    def _found(self, path: str, spec: Any) -> Any:
        """Note which library was found, by name only; that one is missing is a fact like others."""
        if spec is None:
            self._tell(path, FINDING, None)
        else:
            self._note(("library", spec.name, path))
        return spec

    def _used(self, usage: Any) -> Any:
        """Return the space of a disk that is half full; in a variation, of a larger one."""
        free = (1 + self._variation) * GIGABYTE
        return type(usage)(2 * free, free, free)

    def _tell(self, path: str, name: str, answer: Any) -> None:
        told = self._told.get(path, 0)
        if told < MOST_ANSWERS:
            self._told[path] = told + 1
            sent = {"bytes": answer.decode("latin-1")} if isinstance(answer, bytes) else answer
            self._note(("fact", path, name, json.dumps([told, sent])))

    def _answer(self, name: str, real: Callable[..., Any], args: Sequence[Any], kwargs: Any) -> Any:
        """Return a plain value; an identifier becomes a string."""
        if name in IDENTIFIERS:
            return self._identifier()
        if name in TOKENS:
            size = next(iter((*args, *kwargs.values())), None)
            size = TOKEN_BYTES if size is None else size
            return self._token(name, size) if size in range(LONGEST_TOKEN) else real(*args, **kwargs)
        if name in NAMES:
            return NAMES[name] + "s" * self._variation
        if name in NUMBERS:
            return NUMBERS[name] + self._variation
        answer = real(*args, **kwargs)
        return self._otherwise(_public(answer) if name == SEARCH else answer)

    def _otherwise(self, answer: Any) -> Any:
        """Return the answer of this machine or, in a variation, one that another machine might give."""
        if not self._variation or not isinstance(answer, (str, type(None))):
            return answer
        return None if answer and answer.startswith("/") else f"{answer or PROGRAM}{self._variation}"

    def _identifier(self) -> str:
        from uuid import UUID

        return str(UUID(int=self._draw(128), version=4))

    def _draw(self, bits: int) -> int:
        """Return a small number, another one each time; in a variation, any number."""
        from random import Random

        self._drawn += 1
        if not self._variation:
            return self._drawn
        return Random(self._variation * 1_000 + self._drawn).getrandbits(bits)

    def _token(self, name: str, size: int) -> str | bytes:
        """Return a token of this many bytes, in the requested form."""
        length = {"secrets.token_hex": 2 * size, "secrets.token_urlsafe": (4 * size + 2) // 3}.get(name, size)
        digits = f"{self._draw(4 * length + 4):0{length}x}"[-length:] if length else ""
        return digits if name in TEXTS else digits.encode()


def _public(program: Any) -> Any:
    """Return the path of a program as if it were the system's: its real folder may be the user's."""
    is_path = isinstance(program, str)
    return os.path.join(os.path.dirname(PROGRAM), os.path.basename(program)) if is_path else program


def answering(name: str, answers: Sequence[Any]) -> Callable[..., Any]:
    """Create the function that a test puts in place of `name`: it returns one answer, or each in turn."""
    if name in GENERATORS:
        return replacement(name, answers[0])
    if name in (array_draws.MAKER, array_draws.HELD):
        drawn: Callable[..., Any] = array_draws.replacement(name, answers[0])
        return drawn
    if name in SEEDED:
        from random import Random

        seeded: Callable[..., Any] = getattr(Random(answers[0]), SEEDED[name])
        return seeded
    if len(answers) == 1:
        return lambda *args, **kwargs: made(name, answers[0])  # a new set each time, as in the written test
    remaining = iter(answers)
    return lambda *args, **kwargs: made(name, next(remaining))


def made(name: str, answer: Any) -> Any:
    """Convert a plain answer to the value that it stands for."""
    if name in IDENTIFIERS:
        from uuid import UUID

        return UUID(answer)
    return MEASURES[name](answer) if name in MEASURES else answer
