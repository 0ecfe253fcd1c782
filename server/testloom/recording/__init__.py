"""Recorded calls become test cases.

`journal` reads what the recorder wrote (docs/recording.md); `carving` picks the calls to make tests of, one
for each behaviour that was seen.
"""

from testloom.recording.carving import Carved, carve
from testloom.recording.journal import RecordedCall, Recording, read_recording

__all__ = ["Carved", "RecordedCall", "Recording", "carve", "read_recording"]
