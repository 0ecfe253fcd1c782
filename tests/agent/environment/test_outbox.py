"""What a test case sends as mail with Django is noted, and forgotten behind it."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from testloom_agent.environment.databases.django import MAIL, OUTBOX, Outbox


def test_what_is_sent_is_noted_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []

    class EmailBackend:
        def send_messages(self, messages: list[str]) -> int:
            sent.extend(messages)
            return len(messages)

    mail: Any = SimpleNamespace(outbox=sent)
    monkeypatch.setitem(sys.modules, "django.core.mail", mail)
    monkeypatch.setitem(sys.modules, OUTBOX, SimpleNamespace(EmailBackend=EmailBackend))
    noted: list[Any] = []
    outbox = Outbox(noted.append)

    assert EmailBackend().send_messages(["one"]) == 1
    assert (sent, noted) == (["one"], [MAIL])

    outbox.begin()
    assert sent == []


def test_nothing_is_done_where_django_sends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, OUTBOX, raising=False)

    Outbox(lambda _: None).begin()
