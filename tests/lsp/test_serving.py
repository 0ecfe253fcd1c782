"""How the server is set up before it serves."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from pygls.lsp.server import LanguageServer

from testloom.lsp import serve
from testloom.platform.garbage import NEW_OBJECTS


@pytest.fixture
def collector() -> Iterator[None]:
    """Leaves the collector as it was."""
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


@pytest.mark.usefixtures("collector")
def test_answers_do_not_wait_for_a_collection_of_what_the_server_has_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[tuple[bool, int]] = []
    monkeypatch.setattr(
        LanguageServer, "start_io", lambda _: seen.append((gc.get_freeze_count() > 0, gc.get_threshold()[0]))
    )

    serve()

    assert seen == [(True, NEW_OBJECTS)]
