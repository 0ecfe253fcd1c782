"""What code was seen to look for in vain, put into the test: a row that a query does not find."""

from __future__ import annotations

from collections.abc import Sequence

from testloom.model.execution import Touch
from testloom.model.statements import TestCase
from testloom.search.operators.directed.guide import Guide, Step
from testloom.search.providers.knowledge import Knowledge


def may_seek(knowledge: Knowledge) -> bool:
    """Check whether touches can tell that code of the subject looked for something in vain."""
    guides = knowledge.subject.capabilities.of(Guide)
    return any(guide.told_by for guide in guides) and knowledge.last_resort.settings.has("environment")


def seeks_in_vain(touched: Sequence[Touch], knowledge: Knowledge) -> bool:
    """Check whether touches of a test case tell that code looked for something in vain."""
    kinds = {touch[0] for touch in touched}
    guides = knowledge.subject.capabilities.of(Guide) if kinds else ()
    return any(guide.told_by & kinds for guide in guides) and may_seek(knowledge)


def supplying(case: TestCase, touched: Sequence[Touch], knowledge: Knowledge) -> list[Step]:
    """List the ways to put into a test case what it was seen to look for in vain."""
    guides = knowledge.subject.capabilities.of(Guide)
    return [step for guide in guides for step in guide.supplies(case, touched, knowledge)]
