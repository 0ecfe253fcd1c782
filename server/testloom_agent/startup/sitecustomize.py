"""Starts a recording in a program: Python imports this module at its start if the environment says so.

Nothing of Testloom stays on the import path, and the `sitecustomize` that would have been imported without
this one is run. Errors are reported on standard error, and the program runs on without being recorded.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import PathFinder
from importlib.util import module_from_spec, spec_from_file_location

HERE = os.path.dirname(os.path.abspath(__file__))


def _begin() -> None:
    agent = os.path.dirname(HERE)
    file = os.path.join(agent, "__init__.py")
    spec = spec_from_file_location("testloom_agent", file, submodule_search_locations=[agent])
    assert spec is not None and spec.loader is not None
    package = sys.modules["testloom_agent"] = module_from_spec(spec)
    spec.loader.exec_module(package)
    from testloom_agent.recording.beginning import begin_as_told

    begin_as_told()


def _make_room() -> None:
    """Import the next `sitecustomize` in place of this one, if there is any."""
    spec = PathFinder.find_spec("sitecustomize", sys.path)
    if spec is None or spec.loader is None:
        return
    module = sys.modules["sitecustomize"] = module_from_spec(spec)
    spec.loader.exec_module(module)


sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != HERE]
try:
    _begin()
except Exception as error:  # a failure of the recorder must not affect the program
    sys.stderr.write(f"testloom: not recording: {type(error).__name__}: {error}\n")
_make_room()
