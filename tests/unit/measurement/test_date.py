"""Which modules see another date."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import testloom.measurement.plugins

PLUGIN = Path(testloom.measurement.plugins.__file__).with_name("date.py")
SCRIPT = f"""\
import datetime
import sys
import typing
from importlib.machinery import ExtensionFileLoader

original = datetime.datetime
seen = []


def execute(loader, module):
    import source

    seen.extend((datetime.datetime, source.datetime))


ExtensionFileLoader.exec_module = execute
sys.path.append({str(PLUGIN.parent)!r})
import date
moved = datetime.datetime
ExtensionFileLoader("compiled", "compiled.so").exec_module(None)
assert moved is not original
assert seen == [original, moved]
assert datetime.datetime is moved
"""


@pytest.mark.process
def test_compiled_modules_are_imported_with_the_class_that_types_can_be_derived_from(tmp_path: Path) -> None:
    (tmp_path / "source.py").write_text("from datetime import datetime\n")
    (tmp_path / "script.py").write_text(SCRIPT)

    script = [sys.executable, str(tmp_path / "script.py")]
    run = subprocess.run(script, capture_output=True, text=True, check=False)

    assert run.stderr == ""
