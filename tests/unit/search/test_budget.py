from __future__ import annotations

import pytest

from testloom.search import Budget


@pytest.mark.parametrize(("seconds", "batch"), [(4.0, 0.2), (60.0, 0.5), (600.0, 0.5)])
def test_a_batch_takes_a_part_of_the_budget_that_is_short_enough_to_wait_for(
    seconds: float, batch: float
) -> None:
    assert Budget(seconds).batch_seconds == pytest.approx(batch)
    assert Budget(seconds, executions=100).batch_seconds is None
