"""What functions tell of the machine, and draws that nobody foretells."""

from testloom.capabilities.machine.inputs import FactInput
from testloom.capabilities.machine.lines import FactLines
from testloom.capabilities.machine.pins import FactPins

MACHINE = (FactInput(), FactPins(), FactLines())
