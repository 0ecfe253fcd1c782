"""Functions that report facts about the machine or return unpredictable random values."""

from testloom.capabilities.machine.inputs import FactInput
from testloom.capabilities.machine.lines import FactLines
from testloom.capabilities.machine.pins import FactPins

MACHINE = (FactInput(), FactPins(), FactLines())
