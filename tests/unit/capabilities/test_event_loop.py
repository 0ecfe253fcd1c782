from __future__ import annotations

import pytest

from testloom.capabilities.event_loop import LoopGuide
from testloom.model.execution import RaisedException


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("no running event loop", True),
        ("There is no current event loop in thread 'MainThread'.", True),
        ("must be called from async context", True),
        ("the event loop is closed", False),
    ],
)
def test_code_is_not_blamed_for_a_test_outside_of_its_event_loop(message: str, expected: bool) -> None:
    assert LoopGuide().blames_test(RaisedException("builtins:RuntimeError", message, False, True)) is expected
