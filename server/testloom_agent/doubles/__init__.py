"""Test doubles: objects that stand in for others in a test case.

They are made with `unittest.mock`, as in the written test, so they behave the same in both.
"""

from testloom_agent.doubles.endless import end_loops
from testloom_agent.doubles.inner import copy_inner_doubles
from testloom_agent.doubles.making import (
    Answer,
    Doubles,
    Question,
    Unanswered,
    expect_orders,
    give_answers,
)
from testloom_agent.doubles.received import ReceivedCalls
from testloom_agent.doubles.usage import DOUBLES, asked_of, calls_of, is_extended, path_of, used_paths

__all__ = [
    "DOUBLES",
    "Answer",
    "Doubles",
    "Question",
    "ReceivedCalls",
    "Unanswered",
    "asked_of",
    "calls_of",
    "copy_inner_doubles",
    "end_loops",
    "expect_orders",
    "give_answers",
    "is_extended",
    "path_of",
    "used_paths",
]
