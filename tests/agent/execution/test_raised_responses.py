"""Of a response of aiohttp that is raised, its text is told, as its message is the phrase of its status."""

from __future__ import annotations

import pytest

from testloom_agent.execution.reporting.responses import text_of


class HTTPException(Exception):
    """Looks like the base of what handlers of aiohttp raise."""

    status, reason = 404, "Not Found"

    def __init__(self, text: str | None) -> None:
        super().__init__(self.reason)
        self.text = text


HTTPException.__module__ = "aiohttp.web_exceptions"


class HTTPNotFound(HTTPException):
    """Looks like one of them."""


@pytest.mark.parametrize(
    ("text", "told"), [("no parcel 7", "no parcel 7"), ("404: Not Found", ""), (None, ""), ("a" * 1000, "")]
)
def test_a_text_of_its_own_is_told(text: str | None, told: str) -> None:
    assert text_of(HTTPNotFound(text)) == told


def test_other_errors_have_none() -> None:
    assert text_of(ValueError("no")) is None
