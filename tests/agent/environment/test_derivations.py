"""Keys of passwords are derived once."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from testloom_agent.environment.derivations import derive_once


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A module of a project that has a function under its own name; `calls` are those of the real one."""
    project = ModuleType("shop")
    calls: list[object] = []

    def derived(name: str, password: bytes, salt: bytes, iterations: int) -> bytes:
        calls.append(password)
        return bytes(password) + salt * iterations

    monkeypatch.setattr(hashlib, "pbkdf2_hmac", derived)
    monkeypatch.setattr(hashlib, "scrypt", hashlib.scrypt)
    vars(project).update(derive=derived, calls=calls)
    derive_once([project])
    yield project


def test_a_key_that_is_known_is_not_derived_again(module: ModuleType) -> None:
    derive: Any = module.derive

    assert [derive("sha256", b"a", salt, 2) for salt in (b"x", b"x", b"y")] == [b"axx", b"axx", b"ayy"]
    assert hashlib.pbkdf2_hmac("sha256", b"b", b"x", iterations=1) == b"bx"
    assert module.calls == [b"a", b"a", b"b"]


class Compared(bytes):
    """Bytes of a project, which are not to be compared."""

    def __hash__(self) -> int:
        raise AssertionError

    __eq__ = None  # type: ignore[assignment]


@pytest.mark.parametrize("password", [bytearray(b"a"), memoryview(bytearray(b"a")), Compared(b"a")])
def test_what_cannot_be_remembered_is_derived(module: ModuleType, password: bytes) -> None:
    assert hashlib.pbkdf2_hmac("sha256", password, b"x", 1) == b"ax"


def test_an_error_of_the_function_is_raised_by_its_only_call(module: ModuleType) -> None:
    with pytest.raises(TypeError, match="NoneType"):
        hashlib.pbkdf2_hmac("sha256", b"a", b"x", None)  # type: ignore[arg-type]

    assert module.calls == [b"a"]


def test_a_real_key_is_as_before_both_times(monkeypatch: pytest.MonkeyPatch) -> None:
    real = hashlib.scrypt
    monkeypatch.setattr(hashlib, "scrypt", real)
    monkeypatch.setattr(hashlib, "pbkdf2_hmac", hashlib.pbkdf2_hmac)
    derive_once([])

    keys = [hashlib.scrypt(b"a", salt=b"b", n=4, r=8, p=1) for _ in range(2)]

    assert hashlib.scrypt is not real
    assert keys == [real(b"a", salt=b"b", n=4, r=8, p=1)] * 2


def test_new_hashes_take_few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    bcrypt, handlers = ModuleType("bcrypt"), ModuleType("passlib.handlers.bcrypt")
    hashed: list[bytes] = []

    def gensalt(rounds: int = 12, prefix: bytes = b"2b") -> tuple[int, bytes]:
        return rounds, prefix

    class Handler:
        default_rounds, min_rounds = 12, 4

    class OfContext(Handler):
        default_rounds = min_desired_rounds = 14

    vars(bcrypt).update(gensalt=gensalt, hashpw=lambda password, salt: hashed.append(password))
    vars(bcrypt)["checkpw"] = lambda password, known: hashed.append(known)
    vars(handlers)["bcrypt"] = Handler
    for library in (bcrypt, handlers):
        monkeypatch.setitem(sys.modules, library.__name__, library)
    for name in ("pbkdf2_hmac", "scrypt"):
        monkeypatch.setattr(hashlib, name, getattr(hashlib, name))
    project = ModuleType("shop")
    vars(project)["salt"] = gensalt

    derive_once([project])

    known: Any = bcrypt
    for _ in range(2):
        known.hashpw(b"a", b"salt")
        known.checkpw(b"a", b"of an import")
    assert [known.gensalt(), known.gensalt(10, b"2a"), vars(project)["salt"](rounds=14)] == [
        (4, b"2b"),
        (4, b"2a"),
        (4, b"2b"),
    ]
    assert hashed == [b"a", b"of an import"]
    assert (Handler.default_rounds, OfContext.default_rounds) == (4, 4)
    assert OfContext.min_desired_rounds == 4, "a hash of so few rounds is up to date"


def test_new_hashes_of_django_take_few_rounds_and_are_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    hashers = pytest.importorskip("django.contrib.auth.hashers")
    costly = {"PBKDF2PasswordHasher": "iterations", "ScryptPasswordHasher": "work_factor"}
    for name, cost in costly.items():
        monkeypatch.setattr(getattr(hashers, name), cost, getattr(getattr(hashers, name), cost))
    monkeypatch.setattr(hashers.Argon2PasswordHasher, "time_cost", 2)
    monkeypatch.setattr(hashers.Argon2PasswordHasher, "memory_cost", 102400)
    monkeypatch.setattr(hashers.BCryptSHA256PasswordHasher, "rounds", 12)
    monkeypatch.setattr(hashlib, "pbkdf2_hmac", hashlib.pbkdf2_hmac)
    monkeypatch.setattr(hashlib, "scrypt", hashlib.scrypt)
    own = type("Own", (hashers.PBKDF2PasswordHasher,), {"iterations": 2_000_000})

    derive_once([])

    encoded = [kind().encode("secret", "s" * 22) for kind in (hashers.PBKDF2PasswordHasher, own)]
    assert [text.split("$")[1] for text in encoded] == ["1", "1"]
    assert own().verify("secret", encoded[1])
    assert not own().must_update(encoded[1])
    assert hashers.ScryptPasswordHasher().encode("secret", "salt").split("$")[1] == "2"


@pytest.mark.parametrize(
    ("method", "cheap"),
    [
        ("scrypt", "scrypt:256:8:1"),
        ("scrypt:32768:8:1", "scrypt:256:8:1"),
        ("pbkdf2", "pbkdf2:sha256:1"),
        ("pbkdf2:sha512:600000", "pbkdf2:sha512:1"),
    ],
)
def test_new_hashes_of_werkzeug_take_few_rounds(
    monkeypatch: pytest.MonkeyPatch, method: str, cheap: str
) -> None:
    security = pytest.importorskip("werkzeug.security")
    for place, name in ((hashlib, "pbkdf2_hmac"), (hashlib, "scrypt"), (security, "generate_password_hash")):
        monkeypatch.setattr(place, name, getattr(place, name))
    project = ModuleType("shop")
    vars(project)["hashed"] = security.generate_password_hash

    derive_once([project])

    made = vars(project)["hashed"]("secret", method=method)
    assert made.partition("$")[0] == cheap
    assert security.check_password_hash(made, "secret")
    with pytest.raises(ValueError, match="Invalid hash method"):
        security.generate_password_hash("secret", "plain")


class PasswordHasher:
    """A hasher like that of argon2-cffi."""

    def __init__(
        self, time_cost: int = 3, memory_cost: int = 65536, parallelism: int = 4, **others: Any
    ) -> None:
        self.parallelism, self.hash_len, self.salt_len, self.encoding, self.type = (
            parallelism,
            32,
            16,
            "utf-8",
            2,
        )
        self._parameters = (time_cost, memory_cost, parallelism)

    def hash(self, password: str, *, salt: bytes | None = None) -> str:
        return f"{self._parameters}${password}"

    def check_needs_rehash(self, hash: str) -> bool:
        return hash.partition("$")[0] != str(self._parameters)


def test_new_hashes_of_argon2_take_little_memory_and_are_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    library = ModuleType("argon2")
    vars(library)["PasswordHasher"] = PasswordHasher
    monkeypatch.setitem(sys.modules, "argon2", library)
    for name in ("pbkdf2_hmac", "scrypt"):
        monkeypatch.setattr(hashlib, name, getattr(hashlib, name))
    for name in ("hash", "check_needs_rehash"):
        monkeypatch.setattr(PasswordHasher, name, getattr(PasswordHasher, name))
    derive_once([])
    hasher, other = PasswordHasher(), PasswordHasher(time_cost=2)

    made = hasher.hash("secret")

    assert made == "(1, 32, 4)$secret"
    assert not hasher.check_needs_rehash(made)
    assert other.check_needs_rehash(made), "another hasher would make it anew"
    assert hasher.check_needs_rehash("(1, 1, 1)$secret")
