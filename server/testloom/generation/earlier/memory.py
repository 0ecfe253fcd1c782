"""Knowledge about tests that were written before, where the store is available."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from testloom.model.errors import StoreError
from testloom.store import EmittedTests, open_store

log = logging.getLogger(__name__)


@contextmanager
def emitted_tests(state: Path | None = None) -> Iterator[EmittedTests | None]:
    """Provide the tests that earlier runs wrote; None if the store cannot be opened.

    `state` is the file of the store, None for the user's own.
    """
    with ExitStack() as stack:
        try:
            emitted = EmittedTests(stack.enter_context(open_store(state)))
        except StoreError as error:
            log.warning("Edited tests are not recognised: %s", error)
            emitted = None
        yield emitted
