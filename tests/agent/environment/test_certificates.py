"""Certificates that do not change are read once."""

from __future__ import annotations

import ssl
import sys
from pathlib import Path

import pytest

from testloom_agent.environment.certificates import read_certificates_once

PYTHONS = str(Path(sys.prefix, "authorities.pem"))


class Context:
    """A context that notes what it reads."""

    read: list[object]

    def load_verify_locations(self, cafile: object, capath: object, cadata: object) -> None:
        if cafile == "missing.pem":
            raise FileNotFoundError(cafile)
        self.read.append(cafile or cadata)

    def set_default_verify_paths(self) -> None:
        self.read.append("usual")


@pytest.fixture
def context(monkeypatch: pytest.MonkeyPatch) -> type[Context]:
    kind = type("SSLContext", (Context,), {"read": []})
    monkeypatch.setattr(ssl, "SSLContext", kind)
    read_certificates_once()
    return kind


def test_those_of_the_interpreter_and_of_the_system_are_read_once(context: type[Context]) -> None:
    for _ in range(2):
        made: ssl.SSLContext = ssl.SSLContext()
        made.load_verify_locations(PYTHONS)
        made.set_default_verify_paths()

    assert context.read == [PYTHONS, "usual"]


def test_others_are_read_each_time_and_refused_if_they_are_missing(context: type[Context]) -> None:
    for _ in range(2):
        ssl.SSLContext().load_verify_locations("own.pem")
        ssl.SSLContext().load_verify_locations(cadata="data")
        with pytest.raises(FileNotFoundError):
            ssl.SSLContext().load_verify_locations("missing.pem")

    assert context.read == ["own.pem", "data"] * 2
