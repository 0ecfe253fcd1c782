"""Certificates that do not change are read again only for who looks at them."""

from __future__ import annotations

import gc
import ssl
import sysconfig
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from testloom_agent.environment.web.certificates import LOOKS, postpone_certificates

INSTALLED = str(Path(sysconfig.get_path("purelib"), "authorities.pem"))


class Context:
    """A context that notes what it reads."""

    read: list[object]

    def load_verify_locations(self, cafile: object, capath: object, cadata: object) -> None:
        if cafile == "missing.pem":
            raise FileNotFoundError(cafile)
        self.read.append(cafile or cadata)

    def set_default_verify_paths(self) -> None:
        self.read.append("usual")

    def get_ca_certs(self) -> list[object]:
        return self.read

    cert_store_stats = wrap_socket = wrap_bio = get_ca_certs


@pytest.fixture
def context(monkeypatch: pytest.MonkeyPatch) -> type[Context]:
    kind = type("SSLContext", (Context,), {"read": []})
    monkeypatch.setattr(ssl, "SSLContext", kind)
    postpone_certificates()
    return kind


def usual() -> ssl.SSLContext:
    made: ssl.SSLContext = ssl.SSLContext()
    made.load_verify_locations(INSTALLED)
    made.set_default_verify_paths()
    return made


def test_those_of_packages_and_of_the_system_are_read_once(context: type[Context]) -> None:
    assert [usual() for _ in range(2)]

    assert context.read == [INSTALLED, "usual"]


@pytest.mark.parametrize("name", LOOKS)
def test_who_looks_at_them_finds_them_in_each_context(context: type[Context], name: str) -> None:
    usual()
    look: Callable[[], object] = getattr(usual(), name)

    assert look() == look() == [INSTALLED, "usual"] * 2


def test_a_context_that_nobody_looks_at_does_not_stay(context: type[Context]) -> None:
    usual()
    made = weakref.ref(usual())
    gc.collect()

    assert made() is None


@pytest.mark.parametrize("path", ["own.pem", INSTALLED.replace("site-packages", "site-packages-of-others")])
def test_others_are_read_each_time(context: type[Context], path: str) -> None:
    for _ in range(2):
        ssl.SSLContext().load_verify_locations(path)
        ssl.SSLContext().load_verify_locations(cadata="data")

    assert context.read == [path, "data"] * 2


def test_those_that_are_missing_are_refused_each_time(context: type[Context]) -> None:
    for _ in range(2):
        with pytest.raises(FileNotFoundError):
            ssl.SSLContext().load_verify_locations("missing.pem")


@pytest.fixture
def postponed() -> Iterator[None]:
    """Real contexts postpone what they read; afterwards the class inherits again what it inherited."""
    kind = ssl.SSLContext
    before = dict(vars(kind))
    postpone_certificates()
    yield
    for name in set(vars(kind)) - set(before):
        delattr(kind, name)
    for name, value in before.items():
        if vars(kind)[name] is not value:
            setattr(kind, name, value)


@pytest.mark.usefixtures("postponed")
def test_real_contexts_have_the_same_authorities() -> None:
    first, second = (ssl.create_default_context() for _ in range(2))

    assert second.cert_store_stats() == first.cert_store_stats()
    assert second.get_ca_certs() == first.get_ca_certs()
