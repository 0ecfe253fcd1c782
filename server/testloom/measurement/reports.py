"""The reports of pytest and coverage.py."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from testloom.measurement.results import CaseOutcome, Coverage, Outcome

MAX_MESSAGE = 200


def read_junit(report: Path) -> tuple[dict[str, CaseOutcome], str | None]:
    """The outcome of each test by its name, and why the file could not be collected, if so."""
    try:
        root = ElementTree.parse(report).getroot()
    except (OSError, ElementTree.ParseError):
        return {}, None
    cases: dict[str, CaseOutcome] = {}
    error = None
    for case in root.iter("testcase"):
        found = case.find("error")
        if found is not None and "collection" in found.get("message", ""):
            error = _raised(found.text or "") or found.get("message", "")
            continue
        cases[case.get("name", "")] = _outcome(case)
    return cases, error


def read_coverage(report: Path) -> Coverage | None:
    """The coverage of the one file in the report; None if the run never touched it."""
    try:
        files = json.loads(report.read_text(encoding="utf-8"))["files"]
        found = next(iter(files.values()))
        return Coverage(
            percent=float(found["summary"]["percent_covered"]),
            missing_lines=tuple(found["missing_lines"]),
            missing_branches=tuple((start, end) for start, end in found.get("missing_branches", ())),
        )
    except (OSError, ValueError, KeyError, StopIteration):
        return None


def short(message: str) -> str:
    """The first line of a message, cut where it gets long."""
    line = next((line.strip() for line in message.splitlines() if line.strip()), "")
    return line if len(line) <= MAX_MESSAGE else f"{line[: MAX_MESSAGE - 1]}…"


def _outcome(case: ElementTree.Element) -> CaseOutcome:
    kinds: dict[str, Outcome] = {"failure": "failed", "error": "failed", "skipped": "skipped"}
    for child in case:
        if child.tag in kinds:
            message = short(child.get("message", "")) or child.tag
            return CaseOutcome(kinds[child.tag], message, child.text or "")
    return CaseOutcome("passed")


def _raised(traceback: str) -> str:
    """The last line of a traceback that pytest marked as the exception."""
    marked = [line[1:].strip() for line in traceback.splitlines() if line.startswith("E ")]
    return short(marked[-1]) if marked else short(traceback)
