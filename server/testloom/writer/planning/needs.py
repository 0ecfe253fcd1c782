"""What a test needs around its body: fixtures, and conditions under which it is skipped."""

from __future__ import annotations

from dataclasses import dataclass, field

FIXTURES = frozenset(
    {"request", "monkeypatch", "capsys", "caplog", "tmp_path", "recwarn", "pytester", "cache"}
)
"""Names of pytest's fixtures, which no variable takes."""


@dataclass(frozen=True, slots=True)
class Skip:
    """A test is skipped where `condition`, an expression, is true; `reason` is a sentence."""

    condition: str
    reason: str


@dataclass(frozen=True, slots=True)
class Needs:
    """The fixtures of a test, which are parameters of its function, and when it is skipped.

    One that `is_asynchronous` awaits something in its body.
    """

    fixtures: tuple[str, ...] = ()
    skips: tuple[Skip, ...] = ()
    is_asynchronous: bool = False


@dataclass(slots=True)
class NeedsList:
    """Collects what a test needs while it is written, each thing once and in order."""

    fixtures: dict[str, None] = field(default_factory=dict)
    skips: dict[Skip, None] = field(default_factory=dict)
    is_asynchronous: bool = False

    def freeze(self) -> Needs:
        """What was collected."""
        return Needs(tuple(self.fixtures), tuple(self.skips), self.is_asynchronous)
