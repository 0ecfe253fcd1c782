"""Keys derived from passwords, which is slow by design: each key is derived once and then remembered.

A tenth of a second for each login would use up all the time that a test case has. New hashes of bcrypt,
passlib, Django, Werkzeug and argon2 are made in as few rounds as they allow; each tells its number of rounds
to who checks a password. (Django's documentation advises a faster hasher for tests, too: "Speeding up the
tests".)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import lru_cache
from types import ModuleType
from typing import Any

from testloom_agent.environment.libraries import stand_in
from testloom_agent.kinds import is_a, is_class
from testloom_agent.likeness import like

LIBRARIES = {"hashlib": ("pbkdf2_hmac", "scrypt"), "bcrypt": ("checkpw", "hashpw")}
SALTING = {"bcrypt": ("gensalt",)}
HASHING = {"werkzeug.security": ("generate_password_hash",)}
CHEAP_SCRYPT = "scrypt:256:8:1"
"""A method of Werkzeug, with the least parameters: with less, its memory limit is too low."""
FEWEST_OF_BCRYPT = 4
OF_PASSLIB = "passlib.handlers."
OF_DJANGO = "django.contrib.auth.hashers"
CHEAPEST = {"iterations": 1, "rounds": FEWEST_OF_BCRYPT, "work_factor": 2, "time_cost": 1, "memory_cost": 64}
"""The least that attributes of Django's hashers may say; memory in KiB, of which Argon2 wants 8 a lane."""
MOST_KNOWN = 4096
PLAIN = frozenset({str, bytes, int, type(None)})
"""Types whose values are immutable and are compared without running code of the project."""


def derive_once(modules: Iterable[ModuleType]) -> None:
    """Have functions that derive keys remember what they returned, and hashes take few rounds."""
    modules = list(modules)
    stand_in(LIBRARIES, modules, _remembering)
    stand_in(SALTING, modules, _in_fewest_rounds)
    stand_in(HASHING, modules, _by_cheap_method)
    if hasher := getattr(sys.modules.get("argon2"), "PasswordHasher", None):
        _lower_memory(hasher)
    for name, module in list(sys.modules.items()):
        for kind in filter(is_class, list(vars(module).values())) if name.startswith(OF_PASSLIB) else ():
            _lower_rounds(kind)
    if base := getattr(sys.modules.get(OF_DJANGO), "BasePasswordHasher", None):
        _lower_costs(base)


def _lower_costs(hasher: Any) -> None:
    """Have a hasher of Django, and those derived from it, take the least that they may."""
    for name in CHEAPEST.keys() & vars(hasher).keys():
        if is_a(vars(hasher)[name], int):
            setattr(hasher, name, CHEAPEST[name])
    for own in hasher.__subclasses__():
        _lower_costs(own)


def _lower_rounds(handler: Any) -> None:
    """Have a handler of passlib, and those that contexts have made of it, take the fewest rounds.

    A context that wants more would call the new hashes out of date, so it wants the fewest, too.
    """
    if is_a(getattr(handler, "default_rounds", None), int):
        handler.default_rounds = fewest = max(handler.min_rounds, 1)
        if is_a(getattr(handler, "min_desired_rounds", None), int):
            handler.min_desired_rounds = fewest
        for own in handler.__subclasses__():
            _lower_rounds(own)


def _lower_memory(hasher: Any) -> None:
    """Have hashers of argon2-cffi make new hashes with as little memory and in as few passes as it allows.

    A hasher tells a hash of other parameters than its own from one that is up to date: these are remembered.
    """
    make, is_outdated = hasher.hash, hasher.check_needs_rehash
    made: dict[Any, Any] = {}

    def hash_(self: Any, password: Any, **salt: Any) -> Any:
        kept = {
            name: getattr(self, name) for name in ("parallelism", "hash_len", "salt_len", "encoding", "type")
        }
        found = make(hasher(time_cost=1, memory_cost=8 * self.parallelism, **kept), password, **salt)
        made[found] = getattr(self, "_parameters", None)
        return found

    def check_needs_rehash(self: Any, hash: Any) -> Any:
        return made[hash] != getattr(self, "_parameters", None) if hash in made else is_outdated(self, hash)

    hasher.hash, hasher.check_needs_rehash = like(make, hash_), like(is_outdated, check_needs_rehash)


def _by_cheap_method(real: Callable[..., Any], _name: str, _path: str) -> Callable[..., Any]:
    def generate_password_hash(password: Any, method: Any = "scrypt", salt_length: int = 16) -> Any:
        return real(password, _cheapest(method) if is_a(method, str) else method, salt_length)

    made: Callable[..., Any] = like(real, generate_password_hash)
    return made


def _cheapest(method: str) -> str:
    """The method of Werkzeug with the least parameters; one that it does not know stays."""
    name, *parameters = method.split(":")
    if name == "pbkdf2":
        return ":".join((name, *(parameters[:1] or ("sha256",)), "1"))
    return CHEAP_SCRYPT if name == "scrypt" else method


def _in_fewest_rounds(real: Callable[..., Any], _name: str, _path: str) -> Callable[..., Any]:
    def gensalt(rounds: int = 12, prefix: bytes = b"2b") -> Any:
        return real(min(rounds, FEWEST_OF_BCRYPT), prefix)

    made: Callable[..., Any] = like(real, gensalt)
    return made


def _remembering(real: Callable[..., Any], _name: str, _path: str) -> Callable[..., Any]:
    known = lru_cache(MOST_KNOWN, typed=True)(real)

    def derive(*args: Any, **kwargs: Any) -> Any:
        is_plain = PLAIN.issuperset(map(type, (*args, *kwargs.values())))
        return (known if is_plain else real)(*args, **kwargs)

    made: Callable[..., Any] = like(real, derive)
    return made
