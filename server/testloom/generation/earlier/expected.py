"""Undocumented exceptions that the user has marked as expected."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

from testloom.model.errors import StoreError
from testloom.model.subject import Subject
from testloom.store import ExpectedExceptions, open_store

log = logging.getLogger(__name__)


def with_expected(subject: Subject, file: Path, state: Path | None) -> Subject:
    """Add the exceptions that the user has marked as expected to those that callables document.

    `state` is the file of the store, None for the user's own; without a store nothing is expected.
    """
    try:
        with open_store(state) as database:
            expected = ExpectedExceptions(database).of(file)
    except StoreError as error:
        log.warning("Expected exceptions are unknown: %s", error)
        return subject
    callables = dict(subject.callables)
    for name, kind in expected:
        if known := callables.get(name):
            callables[name] = replace(known, raises=(*known.raises, kind))
    return replace(subject, callables=callables) if expected else subject
