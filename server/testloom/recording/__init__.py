"""Recorded calls become test cases.

`journal` reads what the recorder wrote (docs/recording.md); `carving` picks the calls to make tests of, one
for each behaviour that was seen. `overview` tells what a recording holds while it is written.
"""

from testloom.recording.carving import Carved, carve
from testloom.recording.journal import RecordedCall, Recording, read_recording
from testloom.recording.overview import RecordedFunction, forget_functions, recorded_functions, recorded_root

__all__ = [
    "Carved",
    "RecordedCall",
    "RecordedFunction",
    "Recording",
    "carve",
    "forget_functions",
    "read_recording",
    "recorded_functions",
    "recorded_root",
]
