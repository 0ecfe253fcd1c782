"""Decisions on the tests of a file, derived from the contents of the file.

A test that is in the text was accepted, and so was its edited or quick-fixed successor with the same
name; a function that only has its name is its user's. A test that disappeared with a change was deleted
by its user. But a text that the file has had before restores the decisions of that time: so undo and
redo are followed, and files that are closed without being saved, although no editor says that a change
is one of these. All this is forgotten with the editor's session, as is the editor's undo history; the
next session begins with the contents of the store.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from testloom.model.progress.offers import OfferedTest
from testloom.model.suite import EmittedTest
from testloom.model.texts.lines import plain_lines

_FUNCTION = re.compile(r"^(?:async )?def (\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Standing:
    """The tests that a text holds, edited or not, and the tests that were deleted before it was reached."""

    inside: frozenset[str] = frozenset()
    deleted: frozenset[str] = frozenset()

    def without_deleted(self, names: Collection[str]) -> _Standing:
        """Return a copy in which the tests of these names do not count as deleted."""
        return replace(self, deleted=self.deleted.difference(names))


class Decisions:
    """The decisions on the tests of one file, whose text changes over time."""

    def __init__(self) -> None:
        self._offered: dict[str, OfferedTest] = {}
        self._emitted: dict[str, dict[str, EmittedTest]] = {}  # by name and fingerprint, latest last
        self._names = frozenset[str]()
        self._contents: dict[str, str] | None = {}
        self._now = _Standing()
        self._mark = _mark(None)
        self._text: str | None = None
        self._unedited: frozenset[str] | None = None  # for the current text; None until it is needed
        self._past: dict[str, _Standing] = {}

    @property
    def waiting(self) -> list[OfferedTest]:
        """The tests that are neither in the file nor deleted."""
        return [test for test in self._offered.values() if not self._is_decided(test.name)]

    @property
    def decided(self) -> list[str]:
        """The ids of the tests that are in the file or deleted."""
        return [test.id for test in self._offered.values() if self._is_decided(test.name)]

    @property
    def as_generated(self) -> list[OfferedTest]:
        """The tests that are in the file as they were generated and verified."""
        if self._unedited is None:
            self._unedited = self._verified_inside()
        return [test for id, test in self._offered.items() if id in self._unedited]

    def offer(self, tests: Collection[OfferedTest]) -> None:
        """Let tests wait, even if the user has deleted them before."""
        from testloom.writer import fingerprint

        self._offered.update((test.id, test) for test in tests)
        self._undelete({test.name for test in tests})
        for test in tests:
            versions, mark = self._emitted.get(test.name, {}), fingerprint(test.source)
            if mark in versions:
                versions[mark] = versions.pop(mark)

    def knows(self, id: str) -> bool:
        """Check whether a test is offered in this file."""
        return id in self._offered

    def discard(self, ids: Collection[str]) -> None:
        """Stop offering tests."""
        for id in ids:
            self._offered.pop(id, None)

    def forget(self) -> bool:
        """Let deleted tests wait again; return whether there were any."""
        found = bool(self._now.deleted)
        self._undelete(self._now.deleted.union(*(past.deleted for past in self._past.values())))
        return found

    def move(self, was: Path, now: Path) -> None:
        """Rename the file or that of some code, or a folder above them.

        The next change may bring the same text.
        """
        moved = [test.moved(was, now) for test in self._offered.values()]
        self._offered = {test.id: test for test in moved}
        self._past.setdefault(self._mark, self._now)

    def keep(self, text: str | None) -> None:
        """Remember the current decisions as those for a text."""
        self._past.setdefault(_mark(text), self._now)

    def emit(self, tests: Iterable[EmittedTest]) -> None:
        """Register tests, as they were or are, as written by Testloom.

        Tests that were already seen in the file are followed from there.
        """
        from testloom.writer import fingerprint

        for test in tests:
            if test.was_seen and test.name not in self._emitted:
                self._now = replace(self._now, inside=self._now.inside | {test.name})
            self._emitted.setdefault(test.name, {})[fingerprint(test.source)] = test

    def look(self, text: str | None, *, again: bool = False) -> bool:
        """Update the decisions for a text, with `again` also for the same; return whether they may differ."""
        mark, names = _mark(text), frozenset(_FUNCTION.findall(text or ""))
        if text is None:  # the file may have been moved
            self._past.setdefault(self._mark, self._now)
        if again or mark != self._mark:
            self._unedited = None
        self._mark, self._text = mark, text
        if not again and mark not in self._past and names == self._names:
            return False
        was = self._now, self._contents
        self._names, self._contents = names, _contents(text or "")
        before, past = self._now.inside, self._past.get(mark)
        tracked = {*self._emitted, *(test.name for test in self._offered.values())}
        had = past.inside if past else before
        inside = frozenset(name for name in tracked if self._holds(name, had_it=name in had))
        deleted = past.deleted if past else self._now.deleted | before - names
        self._now = _Standing(inside, deleted - inside)
        return again or was != (self._now, self._contents)

    def known(self, stored: Collection[EmittedTest]) -> list[EmittedTest]:
        """Collect the tests to be known as Testloom's for this text of the file.

        They replace the stored ones.
        """
        by_name = {test.name: test for test in stored}
        if self._contents is not None:
            by_name |= {name: self._version(name, by_name.get(name)) for name in self._emitted}
        return list(by_name.values())

    def _version(self, name: str, stored: EmittedTest | None) -> EmittedTest:
        """Return a test's version in the text, or else the version that was written last."""
        versions = self._emitted[name]
        contents = self._contents or {}
        places = [contents.get(name), *contents.values()]
        found = [versions[content] for content in places if content in versions]
        test = found[0] if found else stored or list(versions.values())[-1]
        return replace(test, was_seen=self._is_decided(name))

    def _verified_inside(self) -> frozenset[str]:
        """Return the ids of the tests that are in the text as they were generated and verified."""
        from testloom.writer import fingerprint

        held = set((_contents(self._text or "") or {}).values())
        tests = [test for test in self._offered.values() if test.is_verified and test.generated is None]
        return frozenset(test.id for test in tests if fingerprint(test.source) in held)

    def _is_decided(self, name: str) -> bool:
        return name in self._now.inside or name in self._now.deleted

    def _undelete(self, names: Collection[str]) -> None:
        self._now = self._now.without_deleted(names)
        self._past = {mark: past.without_deleted(names) for mark, past in self._past.items()}

    def _holds(self, name: str, *, had_it: bool) -> bool:
        """Check whether the text contains a test, as generated or edited since an earlier text `had_it`."""
        from testloom.writer import fingerprint

        if self._contents is None:
            return had_it and name in self._names
        offered = [fingerprint(test.source) for test in self._offered.values() if test.name == name]
        written = list(self._emitted.get(name, {}))
        held = set(self._contents.values())
        came_of_it = written[min(map(written.index, {*offered} & {*written}), default=len(written)) :]
        if not held.isdisjoint(offered or written) or self._contents.get(name) in came_of_it:
            return True
        return had_it and name in self._contents and (not offered or self._contents[name] not in written)


def _contents(text: str) -> dict[str, str] | None:
    """Return the fingerprints of the functions in a text, by name; None if it is not valid Python."""
    from testloom.writer import fingerprints

    try:
        return fingerprints(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _mark(text: str | None) -> str:
    """Return a hash of a text that ignores how its lines end; no text counts as an empty one."""
    return hashlib.sha256("\n".join(plain_lines(text or "")).encode()).hexdigest()
