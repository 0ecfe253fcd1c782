"""What is in the session of a client of Flask before a request, without the handler saying so."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from testloom_agent.reflection.web.held import of_login


@pytest.mark.parametrize(
    ("app", "expected"),
    [
        (SimpleNamespace(secret_key="a", login_manager=object()), [("session", "_user_id")]),
        (SimpleNamespace(secret_key=None, login_manager=object()), []),
        (SimpleNamespace(secret_key="a"), []),
    ],
)
def test_a_user_may_be_logged_in_where_flask_login_looks_for_one(
    app: SimpleNamespace, expected: list[tuple[str, str]]
) -> None:
    assert [(field.argument, field.key) for field in of_login(app)] == expected
