"""The plugin that has a test run as on another machine."""

from __future__ import annotations

import subprocess
import sys

import pytest

from testloom.measurement.run_folder import PYTEST_PLUGINS

CALLING = """
import os, runpy, sys
before = os.statvfs("/")
runpy.run_path(sys.argv[1])
print(os.statvfs(path="/").f_blocks > before.f_blocks)
"""


@pytest.mark.process
def test_what_is_replaced_takes_arguments_by_their_names() -> None:
    plugin = str(PYTEST_PLUGINS["testloom_pytest_machine"])
    command = [sys.executable, "-c", CALLING, plugin]
    run = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (run.stdout, run.stderr) == ("True\n", "")
