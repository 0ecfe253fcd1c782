"""Selection of a project's own tests that a change affects.

A project is divided into parts that change independently (`state`): functions, the code that modules
run when they are imported, other files. A run of the tests is observed (`observing`) to find all parts
that each test depended on; the `store` keeps these parts by their content. A test is affected unless it
has passed with all of its parts as they are now (`choice`). Start reading at `plans.make_plan`.
"""

from testloom.affected.choice import AffectedTest, Choice
from testloom.affected.observing import ObservedRun
from testloom.affected.plans import TestPlan, begin_to_observe, keep_records, make_plan
from testloom.affected.state import named_part

__all__ = [
    "AffectedTest",
    "Choice",
    "ObservedRun",
    "TestPlan",
    "begin_to_observe",
    "keep_records",
    "make_plan",
    "named_part",
]
