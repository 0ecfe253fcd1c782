"""Tests for sessions."""

import asyncio

import pytest

from sessions import Session


def test_session_aenter_raises_permission_error():
    session = Session("")

    with pytest.raises(PermissionError, match="a session has a user"):
        asyncio.run(session.__aenter__())


def test_session_aenter_returns_itself():
    session = Session("a")

    other_session = asyncio.run(session.__aenter__())

    assert other_session is session
    assert session.active


def test_session_aexit_returns_none():
    session = Session("a")

    assert asyncio.run(session.__aexit__()) is None
