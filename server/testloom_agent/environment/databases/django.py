"""The databases of Django in memory: made once with their tables, rolled back after each test case."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import Any

from testloom_agent.environment.touches import Note

TOUCH, MAIL = ("database",), ("mail",)
OUTBOX = "django.core.mail.backends.locmem"
"""The module of the mail backend for tests, which keeps the messages that are sent."""
HOST = "fake-tests.example.com"
"""The host name in mails, as pytest-django sets it, so that the name of this machine is not looked up."""
SQLITE = "sqlite"


def make_databases() -> None:
    """Have the tables of the project's applications made."""
    if not any(True for _ in _connections()) or find_spec("pytest_django") is None:
        return
    if any(connection.vendor != SQLITE for connection in _connections()):
        return
    tools: Any = importlib.import_module("django.test.utils")
    with suppress(Exception):  # a test that needs a table fails with the reason
        tools.setup_test_environment(debug=False)
        tools.setup_databases(verbosity=0, interactive=False, serialized_aliases=())
        importlib.import_module(OUTBOX)
        vars(sys.modules["django.core.mail.message"])["DNS_NAME"] = HOST


@contextmanager
def rolled_back() -> Iterator[None]:
    """Undo what is stored in the databases in memory meanwhile."""
    transactions = Transactions(lambda _: None)
    try:
        yield
    finally:
        transactions.end()


class Outbox:
    """The mails that test cases send: sending is noted, and mails are removed after each test case."""

    def __init__(self, note: Note) -> None:
        kind: Any = getattr(sys.modules.get(OUTBOX), "EmailBackend", None)
        if kind is not None:
            send = kind.send_messages

            def send_messages(backend: Any, messages: Any) -> Any:
                note(MAIL)
                return send(backend, messages)

            kind.send_messages = send_messages

    def begin(self) -> None:
        """Forget what was sent."""
        if OUTBOX in sys.modules:
            getattr(sys.modules["django.core.mail"], "outbox", []).clear()


class Transactions:
    """A transaction for each database in memory, which confines everything that a test case stores."""

    def __init__(self, note: Note) -> None:
        self._note = note
        self._is_between = True
        self._is_used = False
        self._connections = [one for one in _connections() if one.vendor == SQLITE and one.is_in_memory_db()]
        self._open: list[Any] = []
        for connection in self._connections:
            connection.execute_wrappers.append(self._heard)
        self._enter()

    def begin(self) -> None:
        """Undo what was stored since the last call."""
        if self._is_used:
            self._leave()
            self._enter()

    def end(self) -> None:
        """Undo what was stored, and have no transaction any more."""
        self._leave()
        for connection in self._connections:
            connection.execute_wrappers.remove(self._heard)

    def _leave(self) -> None:
        self._is_between = True
        for transaction in reversed(self._open):
            _transactions().set_rollback(True, using=transaction.using)
            transaction.__exit__(None, None, None)

    def _enter(self) -> None:
        self._open = [_transactions().atomic(using=one.alias) for one in self._connections]
        for transaction in self._open:
            transaction._from_testcase = True  # as in Django's own tests, code may ask for the outermost one
            transaction.__enter__()
        self._is_between = self._is_used = False

    def _heard(self, execute: Callable[..., Any], *query: Any) -> Any:
        if not self._is_between:
            self._is_used = True
            self._note(TOUCH)
        return execute(*query)


def _transactions() -> Any:
    return sys.modules["django.db.transaction"]


def _connections() -> Iterator[Any]:
    """The connections to the project's databases; none if Django was not set up."""
    apps, database = sys.modules.get("django.apps"), sys.modules.get("django.db")
    if apps is not None and database is not None and vars(apps)["apps"].models_ready:
        yield from vars(database)["connections"].all()
