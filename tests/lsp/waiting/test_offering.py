from __future__ import annotations

from pathlib import Path

from testloom.lsp.waiting.offering import shown_offer
from testloom.model.progress.offers import OfferedTest


def test_a_candidate_leads_with_a_condition() -> None:
    test = OfferedTest(
        file=Path("/p/tests/test_tools.py"),
        name="test_clamp",
        source="def test_clamp(): ...",
        subject=Path("/p/tools.py"),
        target="tools:clamp",
        covers=("clamp is called", "line 3", "low > high is true"),
        complete="",
        branches=((2, "low > high is true"),),
    )

    assert shown_offer(test).covers == ("low > high is true", "clamp is called", "line 3")
