"""Test doubles: objects that stand for others in a test case.

They are those of `unittest.mock`, which the emitted test uses, too: what a test does here it does there.
"""

from testloom_agent.doubles.making import (
    Answer,
    Question,
    Unanswered,
    expect_orders,
    give_answers,
    make_double,
    make_stub,
)
from testloom_agent.doubles.usage import DOUBLES, asked_of, path_of, used_paths

__all__ = [
    "DOUBLES",
    "Answer",
    "Question",
    "Unanswered",
    "asked_of",
    "expect_orders",
    "give_answers",
    "make_double",
    "make_stub",
    "path_of",
    "used_paths",
]
