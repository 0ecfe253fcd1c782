"""Which calls the exception handlers of a module are there for."""

from __future__ import annotations

import ast
import os
import subprocess
import urllib.request
from types import ModuleType
from typing import Any

from testloom_agent.reflection.modules.handlers import handlers_of

SOURCE = """
def published(page):
    try:
        os.replace(page, "page")
        subprocess.run(["sync"])
    except (PermissionError, subprocess.TimeoutExpired):
        return False
    except:
        return None
    try:
        return urllib.request.urlopen(page)
    except TimeoutError: return "late"
    try:
        return len(page)
    except TypeError:
        return 0
"""


def test_handlers_are_told_with_what_may_raise_their_exceptions() -> None:
    module = ModuleType("pages")
    vars(module).update(os=os, subprocess=subprocess, urllib=urllib)

    assert list(handlers_of(module, ast.parse(SOURCE), _name)) == [
        {
            "line": 7,
            "exceptions": ["PermissionError", "TimeoutExpired"],
            "calls": ["os:replace", "pages:subprocess.run"],
        },
        {"line": 9, "exceptions": [], "calls": ["os:replace", "pages:subprocess.run"]},
        {"line": 12, "exceptions": ["TimeoutError"], "calls": ["pages:urllib.request.urlopen"]},
    ]


def _name(kind: Any) -> str:
    return str(kind.__name__)
