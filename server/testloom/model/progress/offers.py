"""Generated tests that wait for the user to accept or discard them."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from testloom.model.texts.paths import moved


@dataclass(frozen=True, slots=True)
class Generated:
    """A test as it was generated, before the user edited it; the fields are those of an `OfferedTest`."""

    name: str
    source: str
    complete: str


@dataclass(frozen=True, slots=True)
class OfferedTest:
    """A test function that is not in its file yet.

    Attributes:
        file: the test file that it belongs in.
        name: the name of the function.
        source: the source of the function.
        subject: the source file that it tests.
        target: the id of the callable that it is about.
        covers: labels of the goals that only this test reaches.
        complete: the text of the test file with all tests of the job, from which its imports are taken.
        doubles: the objects that it replaces by doubles as a last resort.
        private: the private names that it calls as a last resort.
        kills: the mutants that it kills, in words.
        lines: the lines of the subject that it reaches.
        branches: the branches of the subject that it takes, by line and label.
        is_verified: whether it has passed in fresh processes, as it was generated.
        added: functions that its user has added to `complete` for it.
        generated: the test before its user edited it.
        replaces: the names of generated tests in its file that it replaces.
        verified_for: a mark of the subject's text that it was made for, "" if that is not known.
        place: its position among the others: after those with a smaller one.
    """

    file: Path
    name: str
    source: str
    subject: Path
    target: str
    covers: tuple[str, ...]
    complete: str
    doubles: tuple[str, ...] = ()
    private: tuple[str, ...] = ()
    kills: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    branches: tuple[tuple[int, str], ...] = ()
    is_verified: bool = True
    added: tuple[str, ...] = ()
    generated: Generated | None = None
    replaces: tuple[str, ...] = ()
    verified_for: str = ""
    place: int = field(default=0, compare=False)

    @property
    def id(self) -> str:
        """The id, equal for tests generated for a file under one name: the newer replaces the older."""
        name = self.generated.name if self.generated else self.name
        return hashlib.sha256(f"{self.file}\0{name}".encode()).hexdigest()[:16]

    def edited(self, name: str, source: str, complete: str, added: tuple[str, ...]) -> OfferedTest:
        """Create the test as its user has changed it; the arguments replace the attributes of their names."""
        first = self.generated or Generated(self.name, self.source, self.complete)
        return replace(self, name=name, source=source, complete=complete, added=added, generated=first)

    def generated_as(self, other: OfferedTest) -> OfferedTest:
        """Keep the user's version of the test, with the other as the generated original."""
        made = replace(other, generated=None, place=self.place)
        return made.edited(self.name, self.source, self.complete, self.added)

    def moved(self, was: Path, now: Path) -> OfferedTest:
        """Rename the file of the test or its source file, or a folder above one of them or both."""
        return replace(self, file=moved(self.file, was, now), subject=moved(self.subject, was, now))

    def reset(self) -> OfferedTest:
        """Restore the test as it was generated; itself if its user has not edited it."""
        was = self.generated
        if was is None:
            return self
        return replace(self, **asdict(was), added=(), generated=None)
