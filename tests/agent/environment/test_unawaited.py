"""Coroutines of doubles that nothing awaits are noted."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Iterator
from typing import Any
from unittest.mock import MagicMock

import pytest

from testloom_agent.environment.touches import Touch
from testloom_agent.environment.unawaited import watch_coroutines


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Touch]]:
    """What is noted."""
    touches: list[Touch] = []
    library: Any = warnings
    monkeypatch.setattr(library, "_warn_unawaited_coroutine", lambda coroutine: None)
    watch_coroutines(touches.append)
    yield touches


def test_what_async_with_gives_of_a_double_has_asynchronous_methods_only(noted: list[Touch]) -> None:
    session = MagicMock()

    async def fetch() -> None:
        async with session.get() as response:
            response.raise_for_status()
            await response.json()

    asyncio.run(fetch())

    assert noted == [("unawaited",)]


def test_a_coroutine_of_the_subject_is_its_own_matter(noted: list[Touch]) -> None:
    async def save() -> None: ...

    save()  # type: ignore[unused-coroutine]

    assert noted == []
