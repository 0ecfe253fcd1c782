"""Errors of the writer."""

from __future__ import annotations

from testloom.model.errors import TestloomError


class UnwritableError(TestloomError):
    """A test that contains something Python source cannot express; `test` is its id, if known."""

    def __init__(self, what: str, test: str = "") -> None:
        super().__init__(what, "Leave this test out.")
        self.test = test
