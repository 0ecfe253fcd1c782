"""Tests for sessions."""

import asyncio

import pytest

from sessions import Session


def test_session_sets_active_to_false():
    session = Session("a")

    assert not session.active


def test_session_enter_raises_permission_error():
    async def scenario():
        session = Session("")

        with pytest.raises(PermissionError, match="a session has a user"):
            async with session:
                pass

    asyncio.run(scenario())


def test_session_enter_returns_itself():
    async def scenario():
        session = Session("a")

        async with session as entered:
            assert entered is session
            assert session.active

    asyncio.run(scenario())


def test_session_exit_sets_active_to_false():
    async def scenario():
        session = Session("a")

        async with session:
            pass

        assert not session.active

    asyncio.run(scenario())
