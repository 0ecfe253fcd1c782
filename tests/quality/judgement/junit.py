"""How tests ended, from the report that pytest writes."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree


def outcomes(report: Path) -> dict[str, str]:
    """Passed, failed or skipped for each test, by its module and name.

    An expected failure counts as skipped.
    """
    if not report.is_file():
        return {}
    cases = ElementTree.parse(report).getroot().iter("testcase")
    return {f"{case.get('classname')}::{case.get('name')}": outcome(case) for case in cases}


def outcome(case: ElementTree.Element) -> str:
    """How one test ended."""
    kinds = {child.tag for child in case}
    if kinds & {"failure", "error"}:
        return "failed"
    return "skipped" if "skipped" in kinds else "passed"
