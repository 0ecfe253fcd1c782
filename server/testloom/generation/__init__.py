"""The use cases: one function for each request of a user.

`generate` writes tests for classes, functions, files or lines. Start reading in `job`; `pipeline` is
the walk of one file, `finding_tests` its part before anything is written. `python -m testloom.generation` is
the worker that the language server starts. `integrate` writes tests of the interplay of a caller and a
callee, `carve_recording` tests of recorded calls. `own_scratch` is where a process that generates keeps
its temporary files, `own_folder` is a folder for a part of its work.

The folders are the parts of a walk: `earlier` before the search, `suite_run` during it, `suites`, `mutants`,
`findings`, `proving`, `delivering` and `reporting` after it. `pairs` is a walk of its own.
"""

from testloom.execution.scratch import own_folder, own_scratch
from testloom.generation.carving import carve_recording
from testloom.generation.job import generate
from testloom.generation.pairs.integrating import integrate

__all__ = ["carve_recording", "generate", "integrate", "own_folder", "own_scratch"]
