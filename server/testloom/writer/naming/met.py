"""The conditions of the source that a test meets, in phrases."""

from __future__ import annotations

from collections.abc import Collection

from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest
from testloom.writer.naming.arguments import left_out
from testloom.writer.naming.conditions import denied_by, denies_type, is_about_place, words_of
from testloom.writer.naming.truth import given_in
from testloom.writer.syntax.words import snake


def conditions_of(
    test: AssertedTest, subject: Subject
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Find phrases for the conditions that a test meets: about parameters, other values, and positions.

    The innermost come first. Of which type something is not counts among the positions: it says as little.
    """
    known = subject.callables.get(test.callable)
    own = {entry.name for entry in known.parameters} if known else set()
    parameters = {snake(name).replace("_", " ") for name in own}
    given, prepared = given_in(test, subject), _prepared(test)
    absent = {phrase.removeprefix("without ") for phrase in left_out(test, subject)}
    labels = (*reversed(test.meets), *(label for label in test.covers if label not in prepared))
    told: dict[bool, dict[str, None]] = {True: {}, False: {}}
    for label in labels:
        phrase = "" if denied_by(given, label) else words_of(label)
        if phrase and _is_told(phrase, parameters) and not _is_given_by_default(phrase, absent):
            told[not (is_about_place(label, own) or denies_type(label))][phrase] = None
    about = {phrase for phrase in told[True] if any(f" {name} " in f"{phrase} " for name in parameters)}
    return (
        tuple(phrase for phrase in told[True] if phrase in about),
        tuple(phrase for phrase in told[True] if phrase not in about),
        tuple(phrase for phrase in told[False] if phrase not in told[True]),
    )


def _is_given_by_default(phrase: str, absent: Collection[str]) -> bool:
    """Whether a phrase names an argument that a test leaves out: the code has filled it in."""
    return phrase.startswith("with ") and phrase.removeprefix("with ") in absent


def _prepared(test: AssertedTest) -> set[str]:
    """The labels of goals that belong only to callables which the test calls as preparation."""
    calls = (s.callable.partition(":")[2] for s in test.case.calls)
    about = test.callable.partition(":")[2]
    others = {name for call in calls if call != about for name in (call, f"{call}.__init__")}
    labels: dict[bool, set[str]] = {True: set(), False: set()}
    for goal in test.goals:
        owner, _, rest = goal.partition("/")
        labels[owner in others].add(rest.partition("/")[2].rpartition("/")[0])
    return labels[True] - labels[False]


def _is_told(phrase: str, parameters: Collection[str]) -> bool:
    """Whether all one-letter names in a phrase are parameters: readers do not know any others."""
    return all(
        len(word) > 1 or word in parameters or not word.isalpha() or word == "a" for word in phrase.split()
    )
