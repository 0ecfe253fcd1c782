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
ASKING = """
import runpy, sys
if sys.argv[2] == "first":
    import sqlite3, ssl
runpy.run_path(sys.argv[1])
import sqlite3, ssl
print(ssl.OPENSSL_VERSION, sqlite3.sqlite_version)
"""


@pytest.mark.process
def test_what_is_replaced_takes_arguments_by_their_names() -> None:
    plugin = str(PYTEST_PLUGINS["testloom_pytest_machine"])
    command = [sys.executable, "-c", CALLING, plugin]
    run = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (run.stdout, run.stderr) == ("True\n", "")


@pytest.mark.process
@pytest.mark.parametrize("order", ["first", "last"])
def test_libraries_of_the_system_have_other_versions(order: str) -> None:
    plugin = str(PYTEST_PLUGINS["testloom_pytest_machine"])
    command = [sys.executable, "-c", ASKING, plugin, order]
    run = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (run.stdout, run.stderr) == ("OpenSSL 3.0.99 1 Jan 2020 3.32.1\n", "")
