"""Goals: what tests should reach, how far a test is from each, and how goals are shown to people.

* `goal`: the interface, all that the search and the reports know of a goal;
* `branches`: goals that a probe of the subject stands for; `calls`: calls that return;
* `rejections`: values that classes refuse;
* `failures`: undocumented exceptions, and crashes;
* `distances`: approach level and branch distance; `index`: which goals a test reaches.

Another kind of goal implements `Goal`: for coupled branches, see `testloom.integration`.
"""

from testloom.search.goals.branches import failing_goals, goals_of
from testloom.search.goals.calls import call_goals
from testloom.search.goals.failures import FailureGoal
from testloom.search.goals.goal import Goal
from testloom.search.goals.index import GoalIndex
from testloom.search.goals.rejections import construction_goals, rejection_goals

__all__ = [
    "FailureGoal",
    "Goal",
    "GoalIndex",
    "call_goals",
    "construction_goals",
    "failing_goals",
    "goals_of",
    "rejection_goals",
]
