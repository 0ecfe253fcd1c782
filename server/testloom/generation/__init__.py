"""One function for each wish of a user.

`generate` writes tests for classes, functions, files or lines. Start reading in `job`; `pipeline` is
the walk of one file: load, search, minimise, assert, write, verify. `python -m testloom.generation` is
the worker that the language server starts. `carve_recording` writes tests of what was recorded.
"""

from testloom.generation.carving import carve_recording
from testloom.generation.job import generate

__all__ = ["carve_recording", "generate"]
