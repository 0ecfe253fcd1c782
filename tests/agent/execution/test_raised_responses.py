"""Of a response of aiohttp that is raised, its text is told, as its message is the phrase of its status."""

from __future__ import annotations

import pytest

from testloom_agent.execution.reporting.frameworks.responses import text_of


class HTTPException(Exception):
    """Looks like the base of what handlers of aiohttp raise."""

    status = 404

    def __init__(self, text: str | None, reason: str = "Not Found") -> None:
        super().__init__(reason)
        self.text, self.reason = text, reason


HTTPException.__module__ = "aiohttp.web_exceptions"


class HTTPNotFound(HTTPException):
    """Looks like one of them."""


@pytest.mark.parametrize(
    ("text", "told"),
    [("no parcel 7", "no parcel 7"), ("404: Not Found", ""), (None, None), ("a" * 1000, None)],
)
def test_a_text_of_its_own_is_told(text: str | None, told: str | None) -> None:
    assert text_of(HTTPNotFound(text)) == told


def test_of_one_with_a_reason_of_its_own_the_message_says_it() -> None:
    assert text_of(HTTPNotFound("404: no parcel", "no parcel")) is None


def test_what_cannot_be_read_is_no_text() -> None:
    class Streamed(HTTPNotFound):
        @property
        def text(self) -> str:
            raise TypeError("Unable to decode")

        @text.setter
        def text(self, text: str | None) -> None: ...

    assert text_of(Streamed(None)) is None


def test_other_errors_have_none() -> None:
    assert text_of(ValueError("no")) is None
