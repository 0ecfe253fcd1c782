"""What the writer refuses."""

from __future__ import annotations

from testloom.model.errors import TestloomError


class UnwritableError(TestloomError):
    """A test holds something that Python source cannot say; `test` is the id of the test, where known."""

    def __init__(self, what: str, test: str = "") -> None:
        super().__init__(what, "Leave this test out.")
        self.test = test
