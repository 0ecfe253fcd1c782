"""Test doubles: objects that stand for others in a test case.

They are those of `unittest.mock`, which the emitted test uses, too: what a test does here it does there.
"""

from testloom_agent.doubles.making import make_double
from testloom_agent.doubles.usage import used_paths

__all__ = ["make_double", "used_paths"]
