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
    """The argument of commands and questions about findings: an exception of a callable in a file.

    The test that shows it is wanted, too, if it comes `with_test`.
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
    """The answer to `testloom/failingTest`: a file with the test of a finding as one that fails."""

    text: str


@dataclass(frozen=True, slots=True)
class UncoveredParams:
    """The parameters of `testloom/uncovered`: a file."""

    uri: str


@dataclass(frozen=True, slots=True)
class Uncovered:
    """The answer to `testloom/uncovered`: how many goals no test reaches, if that is `known`."""

    known: bool
    goals: int
