"""What tests may take on this machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.execution import guarded_command
from testloom.measurement import TestEnvironment


@pytest.mark.parametrize(("pytest_seconds", "expected"), [(0.3, 2.0), (1.5, 3.0), (60.0, 5.0)])
def test_a_test_may_take_what_suits_the_pace_of_pytest(pytest_seconds: float, expected: float) -> None:
    nowhere = Path("/nowhere")
    environment = TestEnvironment(nowhere, nowhere, nowhere, nowhere, guarded_command)

    assert environment.paced(pytest_seconds).seconds_a_test == expected
