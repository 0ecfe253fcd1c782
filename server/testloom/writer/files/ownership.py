"""Ownership of the tests that Testloom wrote into a file: kept, edited, or deleted by the user.

A test is recognised by its content, so that it may be renamed, commented and laid out anew; a test with
the same name but other content was edited, and belongs to the user from then on. So does a test with
another name that is very similar: it was renamed and edited. A test that is in the file in none of
these ways was deleted. If nothing is left of all that was written, the file was replaced, and all is
forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import Literal, TypeAlias

from testloom.model.suite import EmittedTest
from testloom.model.texts.trees import tree_of
from testloom.writer.files.document import Document, fingerprint, fingerprint_of, functions_of, steps_of

ALIKE = 0.75
"""The share of words and signs that an edited test has in common with the original."""
Standing: TypeAlias = Literal["new", "extended", "kept", "edited", "deleted"]


@dataclass(frozen=True, slots=True)
class Ownership:
    """The tests that were written into a file, by the names that they had then.

    `kept` are unchanged but for their names, `edited` and `deleted` are the user's decision; `contents`
    are the fingerprints of the edited and deleted tests.
    """

    kept: dict[str, EmittedTest] = field(default_factory=dict)
    edited: dict[str, EmittedTest] = field(default_factory=dict)
    deleted: dict[str, EmittedTest] = field(default_factory=dict)
    contents: dict[str, Standing] = field(default_factory=dict)

    @classmethod
    def of(cls, document: Document | None, emitted: Sequence[EmittedTest]) -> Ownership:
        """Compare a file with what was written into it."""
        found = cls()
        if document is None:
            return found
        contents = {test.name: fingerprint(test.source) for test in emitted}
        unknown = {
            name: steps_of(node)
            for name, node in document.functions.items()
            if name not in contents and not any(document.tests.get(c) == name for c in contents.values())
        }
        for test in emitted:
            content = contents[test.name]
            if content in document.tests:
                found.kept[test.name] = test
            elif test.name in document.functions or _take_likeness(test, unknown):
                found.edited[test.name] = test
                found.contents[content] = "edited"
            elif test.was_seen:
                found.deleted[test.name] = test
                found.contents[content] = "deleted"
        return found if found.kept or found.edited else cls()

    @property
    def remembered(self) -> Iterator[EmittedTest]:
        """What stays known: all but the tests that were offered and did not come into the file."""
        for group in (self.kept, self.edited, self.deleted):
            yield from (replace(test, was_seen=True) for test in group.values())

    def in_file(self, document: Document) -> dict[str, EmittedTest]:
        """Map the tests that nobody has edited by the name that they have in the file."""
        return {document.tests[fingerprint(test.source)]: test for test in self.kept.values()}

    def standing(
        self, name: str, source: str, document: Document | None, *, by_name: bool = True
    ) -> Standing:
        """Determine the standing of a test that would be called `name`: new, kept, edited or deleted.

        With `by_name`, a test of the same name counts as the same; otherwise only one with the same
        content does.
        """
        if document is None:
            return "new"
        content = fingerprint(source)
        if content in document.tests:
            return "kept"
        if content in self.contents:
            return self.contents[content]
        if not by_name:
            return "new"
        if name in self.edited:
            return "edited"
        if name in self.deleted:
            return "deleted"
        return "kept" if name in self.kept else "new"


def emitted_in(text: str, emitted: Sequence[EmittedTest]) -> frozenset[str]:
    """Find the emitted functions in a file that were at most renamed or edited.

    The result is their names; none if the file is not valid Python.
    """
    if not emitted:
        return frozenset()
    try:
        names, contents = {test.name for test in emitted}, {fingerprint(test.source) for test in emitted}
        functions = list(functions_of(tree_of(text)))
        return frozenset(f.name for f in functions if f.name in names or fingerprint_of(f) in contents)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()


def _take_likeness(test: EmittedTest, unknown: dict[str, list[str]]) -> bool:
    """Whether an unknown function is an edited version of a test; if so, remove it from `unknown`."""
    steps = steps_of(next(functions_of(tree_of(test.source))))
    ratios = {
        name: SequenceMatcher(None, steps, other, autojunk=False).ratio() for name, other in unknown.items()
    }
    best = max(ratios, key=lambda name: ratios[name], default=None)
    if best is None or ratios[best] < ALIKE:
        return False
    del unknown[best]
    return True
