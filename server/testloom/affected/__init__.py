"""Which of a project's own tests a change affects.

A project has parts that change by themselves (`state`): functions, what modules do when they are imported,
other files. A run of tests is observed (`observing`), which yields for each test all parts that it depended
on; the `store` keeps them by their content. A test is affected unless it has passed with all of these as they
are now (`choice`). Start reading at `plans.make_plan`.
"""

from testloom.affected.choice import Affected, Choice
from testloom.affected.observing import Observed
from testloom.affected.plans import TestPlan, clock_of, keep_records, make_plan
from testloom.affected.state import named_part

__all__ = [
    "Affected",
    "Choice",
    "Observed",
    "TestPlan",
    "clock_of",
    "keep_records",
    "make_plan",
    "named_part",
]
