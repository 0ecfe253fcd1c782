"""Quick fixes that are commands. The client's half is client/src/protocol/fixes.ts."""

from __future__ import annotations

from dataclasses import dataclass

EXPECT_EXCEPTION = "testloom.expectException"
ADD_FAILING_TEST = "testloom.addFailingTest"
FAILING_TEST = "testloom/failingTest"
UNCOVERED = "testloom/uncovered"
EXTRACT_SEAM = "testloom.extractSeam"
EXTRACT_PATH = "testloom.extractPath"


@dataclass(frozen=True, slots=True)
class FindingArguments:
    """The argument of commands and requests about findings: an exception of a callable in a file.

    `with_test` also requests the test that shows it.
    """

    uri: str
    target: str
    exception: str
    with_test: bool = False


@dataclass(frozen=True, slots=True)
class SeamArguments:
    """The argument of `testloom.extractSeam`: a collaborator, by the function that builds it and its name."""

    uri: str
    function: str
    name: str


@dataclass(frozen=True, slots=True)
class PathArguments:
    """The argument of `testloom.extractPath`: a path in the function that holds a line, counted from 0."""

    uri: str
    line: int
    path: str


@dataclass(frozen=True, slots=True)
class FailingTest:
    """The answer to `testloom/failingTest`: the text of a file with a failing test of a finding."""

    text: str


@dataclass(frozen=True, slots=True)
class UncoveredParams:
    """The parameters of `testloom/uncovered`: a file."""

    uri: str


@dataclass(frozen=True, slots=True)
class Uncovered:
    """The answer to `testloom/uncovered`: the number of goals that no test reaches, if it is `known`."""

    known: bool
    goals: int
