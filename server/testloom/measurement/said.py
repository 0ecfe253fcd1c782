"""What a report of pytest says, in a line."""

from __future__ import annotations

import re
from pathlib import Path

_ERROR = re.compile(r"(?:^E .*\n?)+", re.MULTILINE)
_USAGE = re.compile(r"^(?:.*: error|ERROR): (.*)", re.MULTILINE)
_RAISED = re.compile(r"^(?:INTERNALERROR> )?([\w.]+(?:Error|Exception|Warning): .*)", re.MULTILINE)
_KIND = re.compile(r"[A-Za-z_][\w.]*(?=:)")
_PLACE = re.compile(r"^(?!E )(\S.*\.py:\d+): ", re.MULTILINE)
_LINE = re.compile(r'^E +File "(.+)", line (\d+)', re.MULTILINE)


def reason_in(said: str) -> str:
    """The line that tells most of why something failed, without a full stop; "" if nothing was said."""
    blocks = _ERROR.findall(said)
    if blocks:
        lines = [line.removeprefix("E") for line in blocks[-1].splitlines() if line.strip() != "E"]
        told = min(lines, key=lambda line: len(line) - len(line.lstrip()), default="")
    else:
        lines = _USAGE.findall(said) or _RAISED.findall(said)
        lines = lines or [line for line in said.splitlines() if line.strip()]
        told = lines[-1] if lines else ""
    return told.strip().rstrip(".")


def place_in(said: str, project: Path) -> str:
    """Where that arose, `FILE:LINE` relative to the project; "" if it is not told."""
    if not _ERROR.search(said):
        return ""
    found = [f"{file}:{line}" for file, line in _LINE.findall(said)] or _PLACE.findall(said)
    return found[-1].removeprefix(f"{project}/") if found else ""


def kind_in(said: str) -> str:
    """What is told of a failure if private files were read: nothing that may come from what is in them."""
    raised = _KIND.match(said)
    kind = raised[0] if raised else "AssertionError" if said.startswith("assert") else "an error"
    return f"{kind} with the contents of private files"
