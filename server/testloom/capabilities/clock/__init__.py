"""A clock that stands still, or advances by a step at each reading."""

from testloom.capabilities.clock.inputs import ClockInput
from testloom.capabilities.clock.lines import ClockLines
from testloom.capabilities.clock.pins import ClockPins

CLOCK = (ClockInput(), ClockPins(), ClockLines())
