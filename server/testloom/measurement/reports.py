"""The reports of pytest and coverage.py."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from testloom.measurement.results import CaseOutcome, Coverage, Outcome
from testloom.model.events.coverage import FileCoverage

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


def read_files(report: Path, project: Path) -> tuple[FileCoverage, ...] | None:
    """The files of a report, in the order of their paths; None if there is no report.

    Relative paths in it count from the project.
    """
    try:
        files = json.loads(report.read_text(encoding="utf-8"))["files"]
    except FileNotFoundError:
        return None
    return tuple(sorted((_file(project / path, told) for path, told in files.items()), key=_path))


def _path(file: FileCoverage) -> tuple[str, ...]:
    return Path(file.file).parts


def _file(path: Path, told: Mapping[str, Any]) -> FileCoverage:
    numbers = told["summary"]
    return FileCoverage(
        str(path),
        numbers["num_statements"],
        numbers["covered_lines"],
        numbers.get("num_branches", 0),  # which are not told if no test ran
        numbers.get("covered_branches", 0),
        round(numbers["percent_covered"], 2),
        tuple(told["missing_lines"]),
        tuple((start, end) for start, end in told.get("missing_branches", ())),
        tuple(told["executed_lines"]),
    )


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
