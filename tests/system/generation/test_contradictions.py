"""What code does against its documentation and its annotations is a finding."""

from __future__ import annotations

import shutil
from pathlib import Path

from testloom.generation.file_job import STRENGTHENING_SHARE
from testloom.model.events.jobs import Finding
from testloom.model.settings import Settings
from tests.system.generation.searching import found_in

SUBJECTS = Path(__file__).parents[2] / "subjects" / "documented"


def contradictions(folder: Path, name: str) -> dict[str, Finding]:
    """What a search for one of the subjects finds, by what the documentation says."""
    file = folder / name
    shutil.copy(SUBJECTS / name, file)
    findings = found_in(file, folder, Settings(executions=200), STRENGTHENING_SHARE).findings
    return {finding.said: finding for finding in findings if finding.is_contradiction}


def test_an_example_that_does_not_hold_is_a_finding_with_the_test_that_fails(tmp_path: Path) -> None:
    found = contradictions(tmp_path, "postage.py")

    assert {said: finding.returned for said, finding in found.items()} == {
        "share(9, 3) == 4": "3",
        "share(6, 0) raises ZeroDivisionError": "6",
        "tariff('DE') == 1.5": "2.5",
    }
    assert "assert share(9, 3) == 4" in found["share(9, 3) == 4"].complete
    assert found["tariff('DE') == 1.5"].line == 18


def test_a_result_against_its_annotation_is_a_finding(tmp_path: Path) -> None:
    found = contradictions(tmp_path, "lookup.py")

    assert {(finding.target, said, finding.returned) for said, finding in found.items()} == {
        ("lookup:number", "-> int", "None"),
        ("lookup:total", "-> float", "None"),
    }
