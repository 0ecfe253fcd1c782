"""Regular expressions that a module holds, whatever they were made of."""

from __future__ import annotations

import types

from testloom_agent.reflection.modules.expressions import expressions_of

SOURCE = """
import re
from re import compile as made

PART = "[0-9]+"
WHOLE = re.compile("P" + PART + "Y")
TABLE = {"a": re.compile("a+"), "b": "b+"}
BYTES = re.compile(b"c+")
again = WHOLE

class Reader:
    WORDS = re.compile("d+ # digits", re.VERBOSE)
"""


def module(source: str) -> types.ModuleType:
    made = types.ModuleType("dates")
    exec(source, vars(made))
    return made


def test_expressions_of_variables_containers_and_classes_are_found_once() -> None:
    assert expressions_of([module(SOURCE)]) == ["P[0-9]+Y", "a+", "(?x)d+ # digits"]


def test_what_others_define_is_not_looked_into() -> None:
    one, other = module(SOURCE), types.ModuleType("others")
    vars(other)["Reader"] = vars(one)["Reader"]

    assert expressions_of([other]) == []
