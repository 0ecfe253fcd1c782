"""Clients send requests to a host that the application trusts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.agent.describing import callables

pytestmark = pytest.mark.usefixtures("own_modules")

APPLICATION = """
    from fastapi import FastAPI
    from starlette.middleware.trustedhost import TrustedHostMiddleware
    app = FastAPI()
    {}
    @app.get("/")
    def index(): ...
"""


@pytest.mark.parametrize(
    ("hosts", "base_url"),
    [
        (["localhost", "127.0.0.1"], "http://localhost"),
        (["*.example.com"], "http://www.example.com"),
        (["example.com", "testserver"], ""),
        (["*"], ""),
        (None, ""),
    ],
)
def test_a_host_is_chosen_that_the_application_does_not_refuse(
    described: Any, hosts: list[str] | None, base_url: str
) -> None:
    source = APPLICATION.format(f"app.add_middleware(TrustedHostMiddleware, allowed_hosts={hosts!r})")

    assert callables(described(source))["index"]["request"]["base_url"] == base_url
