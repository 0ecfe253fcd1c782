"""Which modules see another date."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import testloom.measurement.plugins

PLUGIN = Path(testloom.measurement.plugins.__file__).with_name("date.py")
BEGIN = f"""\
import datetime
import sys
import typing
from importlib.machinery import ExtensionFileLoader
from threading import Event, Thread
from unittest import mock

original = datetime.datetime


def load(execute):
    ExtensionFileLoader("compiled", "compiled.so").exec_module(execute)


ExtensionFileLoader.exec_module = lambda loader, execute: execute()
sys.path.append({str(PLUGIN.parent)!r})
import date
moved = datetime.datetime
assert moved is not original
"""
ONE = """\
seen = []


def execute():
    import source

    seen.extend((datetime.datetime, source.datetime))


load(execute)
assert seen == [original, moved]
"""
TWO = """\
first, second, seen = Event(), Event(), []


def wait():
    first.set()
    second.wait()
    seen.append(datetime.datetime)


other = Thread(target=load, args=[wait])
other.start()
first.wait()
seen.append(datetime.datetime)
load(lambda: seen.append(datetime.datetime))
second.set()
other.join()
assert seen == [moved, original, original]
"""
REPLACING = """\
with mock.patch("datetime.datetime") as replaced:
    assert datetime.datetime is replaced
"""
END = "assert datetime.datetime is moved\n"


@pytest.mark.process
@pytest.mark.parametrize("script", [ONE, TWO, REPLACING], ids=["in-one-thread", "in-two", "replaced"])
def test_another_date_is_seen_by_all_but_what_imports_compiled_modules(tmp_path: Path, script: str) -> None:
    (tmp_path / "source.py").write_text("from datetime import datetime\n")
    (tmp_path / "script.py").write_text(BEGIN + script + END)

    words = [sys.executable, str(tmp_path / "script.py")]
    run = subprocess.run(words, capture_output=True, text=True, check=False)

    assert run.stderr == ""
