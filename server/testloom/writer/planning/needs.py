"""What a test needs around its body: fixtures, and conditions under which it is skipped."""

from __future__ import annotations

from dataclasses import dataclass

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
