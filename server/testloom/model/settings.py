"""The settings of Testloom: one typed definition for the command line, the editor and pyproject.toml."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from testloom.model.errors import UsageError

ALGORITHMS = ("dynamosa", "mosa", "random")
PARTS = ("environment", "doubles", "private", "classes", "aiming", "seeds")
"""Techniques that can be switched off."""
STRATEGIES = ("simple", "budget", "seeding", "budget+seeding", "history")
"""Ways to spend the time on a whole project; the last one combines them all."""
ALLOWED = re.compile(r"(?:write|run|connect):.+")
SHARES = frozenset({"doubles_after", "doubles_probability", "private_after", "private_probability"})


@dataclass(frozen=True, slots=True)
class Settings:
    """How much to search, and how.

    Attributes:
        budget: wall-clock seconds for the search.
        executions: ends the search after so many test cases instead, whatever they take; None: by time.
        seed: of everything random; the same seed and `executions` give the same tests.
        max_statements: a test case in the search is never longer.
        population: test cases a generation.
        algorithm: `dynamosa`, `mosa` or `random`.
        without: techniques to do without: `environment` (files, variables, console, clock and chance as
            inputs), `doubles` (objects that stand in for others), `private` (calls of private names),
            `classes` (classes that a test defines),
            `aiming` (rewriting inputs after what comparisons saw), `seeds` (the subject's own constants,
            and tests of earlier runs).
        allow: what the guard lets pass: `write:PATH` (and all below it), `run:PROGRAM`, `connect:HOST`.
        findings: also write tests for undocumented exceptions, instead of only reporting them.
        exclude: patterns of files, relative to the project, that runs over all of it leave out.
        doubles_after, doubles_probability: from which fraction of the budget on, and how often, an object
            that could be built is doubled; what cannot be built is doubled at once.
        private_after, private_probability: the same for calls of private functions and methods.
    """

    budget: float = 20.0
    executions: int | None = None
    seed: int = 1
    max_statements: int = 40
    population: int = 50
    algorithm: str = "dynamosa"
    without: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    findings: bool = False
    doubles_after: float = 0.5
    doubles_probability: float = 0.8
    private_after: float = 0.8
    private_probability: float = 0.5

    def has(self, part: str) -> bool:
        """Whether a technique, one of `PARTS`, is to be used."""
        return part not in self.without

    def encode(self) -> dict[str, Any]:
        """The settings as JSON."""
        return asdict(self)

    @classmethod
    def decode(cls, data: Mapping[str, Any]) -> Settings:
        """Read settings, keeping the default of each that is missing.

        Raises:
            UsageError: if a name is unknown, or a value has the wrong type or is not above 0.
        """
        known = {entry.name for entry in fields(cls)}
        if unknown := sorted(set(data) - known):
            raise UsageError(
                f"Unknown setting {unknown[0]!r}.", f"Known settings: {', '.join(sorted(known))}."
            )
        for name, value in data.items():
            _check(name, value)
        lists = {name: tuple(data.get(name, ())) for name in _LISTS}
        return cls(**{**data, **lists})


def _check(name: str, value: Any) -> None:
    if name == "algorithm":
        if value not in ALGORITHMS:
            raise UsageError(
                f"Invalid value for 'algorithm': {value!r}.", f"Use one of {', '.join(ALGORITHMS)}."
            )
        return
    if name in _LISTS:
        _LISTS[name](value)
        return
    if name == "findings":
        if not isinstance(value, bool):
            raise UsageError(f"Invalid value for 'findings': {value!r}.", "Use true or false.")
        return
    if value is None and name == "executions":
        return
    if name in SHARES:
        _check_share(name, value)
        return
    admitted = (int, float) if name == "budget" else (int,)
    if not isinstance(value, admitted) or isinstance(value, bool):
        raise UsageError(f"Invalid value for {name!r}: {value!r}.", "Use a number.")
    if name != "seed" and not 0 < value < math.inf:
        raise UsageError(f"Invalid value for {name!r}: {value!r}.", "Use a positive number.")


def _check_share(name: str, value: Any) -> None:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
        raise UsageError(f"Invalid value for {name!r}: {value!r}.", "Use a number from 0 to 1.")


def _check_allowed(value: Any) -> None:
    advice = "Use a list of write:PATH, run:PROGRAM and connect:HOST."
    if not isinstance(value, list | tuple):
        raise UsageError(f"Invalid value for 'allow': {value!r}.", advice)
    for entry in value:
        if not isinstance(entry, str) or not ALLOWED.fullmatch(entry):
            raise UsageError(f"Invalid entry in 'allow': {entry!r}.", advice)


def _check_parts(value: Any) -> None:
    advice = f"Use a list of {', '.join(PARTS)}."
    if not isinstance(value, list | tuple):
        raise UsageError(f"Invalid value for 'without': {value!r}.", advice)
    for part in value:
        if part not in PARTS:
            raise UsageError(f"Invalid entry in 'without': {part!r}.", advice)


def _check_patterns(value: Any) -> None:
    if not isinstance(value, list | tuple) or not all(isinstance(entry, str) and entry for entry in value):
        raise UsageError(f"Invalid value for 'exclude': {value!r}.", "Use a list of file patterns.")


_LISTS: Mapping[str, Callable[[Any], None]] = {
    "without": _check_parts,
    "allow": _check_allowed,
    "exclude": _check_patterns,
}
