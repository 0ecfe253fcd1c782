"""What may wait is done while a processor is free."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from testloom.generation.suites.sparing import SpareProcessor


@dataclass
class Machine:
    """A machine and its clock."""

    now: float = 0.0
    idle: float = 0.0
    own: float = 0.0

    def spare_processor(self) -> SpareProcessor:
        return SpareProcessor(lambda: self.idle, lambda: self.now, lambda: self.own)

    def goes_on(self, seconds: float, idle: float, own: float = 0.0) -> None:
        self.now += seconds
        self.idle += idle
        self.own += own


@pytest.mark.parametrize(
    ("idle", "own", "is_free"), [(0.5, 0.0, True), (0.05, 0.0, False), (0.05, 0.5, True)]
)
def test_a_processor_is_free_that_idled_or_worked_for_who_asks(
    idle: float, own: float, is_free: bool
) -> None:
    machine = Machine()
    processor = machine.spare_processor()
    assert not processor.is_free()

    machine.goes_on(1.0, idle, own)

    assert processor.is_free() == is_free


def test_a_moment_says_nothing_of_a_processor() -> None:
    machine = Machine()
    processor = machine.spare_processor()
    processor.is_free()
    machine.goes_on(1.0, 1.0)
    assert processor.is_free()

    machine.goes_on(0.01, 0.0)
    assert processor.is_free()

    machine.goes_on(1.0, 0.0)
    assert not processor.is_free()


def test_where_nobody_knows_what_is_free_nothing_waits() -> None:
    assert SpareProcessor(lambda: None).is_free()
