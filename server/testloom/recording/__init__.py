"""Recordings: recorded calls become test cases.

`journal` reads the file that the recorder wrote (docs/recording.md): `opening` opens the file,
`recipes` says what steps may do, and `definitions` finds what the project defines. `records` makes test
cases of recorded calls, `doubling` makes doubles from recorded interactions, `repeating` tries the test
cases, and `carving` picks one for each observed behaviour. `checking` makes tests of the real objects
from what doubles return; `seeding` gives calls to a search. `places` says where a project's own
recording is stored, `overview` what a recording holds while it is written.
"""

from testloom.recording.carving import LIKE_OTHERS, CarvedTests, carve
from testloom.recording.checking import interactions_of_doubles
from testloom.recording.definitions import start_of
from testloom.recording.journal import (
    RecordedCall,
    Recording,
    deleted,
    module_of,
    number_of_calls,
    read_recording,
    settle,
)
from testloom.recording.overview import (
    RecordedFunction,
    forget_functions,
    note_end,
    note_stop,
    recorded_functions,
    recorded_root,
)
from testloom.recording.places import JOURNALS, ignored_of, list_ignored, recording_of, recordings_folder
from testloom.recording.seeding import seeds_of
from testloom.recording.stops import Stop, only_looks

__all__ = [
    "JOURNALS",
    "LIKE_OTHERS",
    "CarvedTests",
    "RecordedCall",
    "RecordedFunction",
    "Recording",
    "Stop",
    "carve",
    "deleted",
    "forget_functions",
    "ignored_of",
    "interactions_of_doubles",
    "list_ignored",
    "module_of",
    "note_end",
    "note_stop",
    "number_of_calls",
    "only_looks",
    "read_recording",
    "recorded_functions",
    "recorded_root",
    "recording_of",
    "recordings_folder",
    "seeds_of",
    "settle",
    "start_of",
]
