"""An assertion sees a difference in what it shows, and no other."""

from __future__ import annotations

import pytest

from testloom.model.mutation import Difference
from testloom.model.observed import Made, Tuple
from testloom.model.suite import (
    Assertion,
    ExceptionAssertion,
    FileAssertion,
    LogAssertion,
    OutputAssertion,
    StateAssertion,
    ValueAssertion,
    WarningAssertion,
)
from testloom.model.texts.names import PLAIN
from testloom.oracle.assertions.showing import UNKNOWN
from testloom.oracle.selection.visibility import sees
from tests.values import scalar

ONE = scalar(1)
PAIR = Tuple((ONE, UNKNOWN))
POINT = Made("m:P", (ONE,), fields=("x", "y"))
RESULT = ValueAssertion(4, PAIR, after=4)
RECORD = ValueAssertion(4, POINT, after=4)
STATE = ValueAssertion(2, ONE, after=4, attribute="x")
ARGUMENT = ValueAssertion(3, PAIR, after=4)


@pytest.mark.parametrize(
    ("assertion", "difference"),
    [
        pytest.param(RESULT, Difference(4, "value"), id="another value"),
        pytest.param(RESULT, Difference(4, "value", (0,)), id="a part that is shown"),
        pytest.param(RESULT, Difference(4, "value", (2,)), id="an item too many"),
        pytest.param(RESULT, Difference(4, "value", (0, PLAIN)), id="what an object equals"),
        pytest.param(RECORD, Difference(4, "value", ("y",)), id="a field that has its default"),
        pytest.param(STATE, Difference(4, "receiver", (2, "x")), id="an attribute"),
        pytest.param(STATE, Difference(4, "receiver", (2,)), id="another object"),
        pytest.param(ARGUMENT, Difference(4, "argument", (3, 0)), id="a part of an argument"),
        pytest.param(OutputAssertion("a", 4), Difference(2, "output"), id="output"),
        pytest.param(OutputAssertion("a", 4, "err"), Difference(2, "errors"), id="errors"),
        pytest.param(FileAssertion("a", "b", 4), Difference(4, "files", ("a",)), id="a file"),
        pytest.param(
            StateAssertion("m:x", PAIR, 4), Difference(4, "state", ("m:x", 0)), id="part of a state"
        ),
        pytest.param(LogAssertion(("a",), 4), Difference(2, "logs"), id="messages"),
        pytest.param(WarningAssertion(4, "m:W"), Difference(4, "warnings"), id="warnings"),
        pytest.param(ExceptionAssertion(4, "m:E"), Difference(4, "exception"), id="exception"),
        pytest.param(ExceptionAssertion(4, "m:E", "no"), Difference(4, "message", ("yes",)), id="message"),
        pytest.param(
            ExceptionAssertion(4, "m:E", "no", "b"), Difference(4, "message", ("no: c\nb",)), id="its ending"
        ),
    ],
)
def test_what_is_shown_is_seen(assertion: Assertion, difference: Difference) -> None:
    assert sees(assertion, difference)


@pytest.mark.parametrize(
    ("assertion", "difference"),
    [
        pytest.param(RESULT, Difference(4, "value", (1,)), id="a part that is left open"),
        pytest.param(RESULT, Difference(4, "receiver", (2,)), id="another facet"),
        pytest.param(RESULT, Difference(2, "value"), id="another statement"),
        pytest.param(RECORD, Difference(4, "value", ("norm",)), id="what is no field"),
        pytest.param(RESULT, Difference(4, "value", (0, "line")), id="what an object has beside its text"),
        pytest.param(STATE, Difference(4, "receiver", (2, "y")), id="another attribute"),
        pytest.param(ARGUMENT, Difference(4, "receiver", (2, 0)), id="an argument, not the receiver"),
        pytest.param(ARGUMENT, Difference(4, "argument", (1,)), id="another argument"),
        pytest.param(StateAssertion("m:x", PAIR, 4), Difference(4, "state", ("m:y", 0)), id="another state"),
        pytest.param(StateAssertion("m:x", PAIR, 4), Difference(4, "state", ("m:x", 1)), id="its open part"),
        pytest.param(OutputAssertion("a", 4, "err"), Difference(2, "output"), id="another stream"),
        pytest.param(FileAssertion("a", "b", 4), Difference(4, "files", ("c",)), id="another file"),
        pytest.param(ExceptionAssertion(4, "m:E"), Difference(4, "message", ("yes",)), id="any message"),
        pytest.param(ExceptionAssertion(4, "m:E", "no"), Difference(4, "message", ("no b",)), id="its rest"),
    ],
)  # fmt: skip
def test_what_is_not_shown_is_not_seen(assertion: Assertion, difference: Difference) -> None:
    assert not sees(assertion, difference)
