"""The settings of Testloom: one typed definition for the command line, the editor and pyproject.toml."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from testloom.model.errors import UsageError
from testloom.model.texts.foreign import shown

ALGORITHMS = ("dynamosa", "mosa", "random")
PARTS = ("environment", "doubles", "private", "classes", "aiming", "seeds")
"""The techniques that can be switched off."""
STRATEGIES = ("simple", "budget", "seeding", "budget+seeding", "history")
"""The strategies for dividing the time among the units of a project; `history` combines them all."""
_LONGEST_VALUE = 100
ALLOWED = re.compile(r"(?:write|run|connect):.+")
SHARES = frozenset({"doubles_after", "doubles_probability", "private_after", "private_probability"})
BOUNDS: Mapping[str, tuple[int, int]] = {
    "budget": (0, 7 * 24 * 60 * 60),
    "executions": (1, 10**12),
    "seed": (-(2**63), 2**63 - 1),
    "max_statements": (1, 1000),
    "population": (1, 1000),
    **dict.fromkeys(sorted(SHARES), (0, 1)),
}
"""The minimum and the maximum of each number; a budget of 0 means no budget.

The first generation of a population is always made, whatever the budget, so it must not be large.
"""
MOST_ALLOWED = 50
"""The maximum number of entries in `allow`: somebody has to read them."""
LONGEST_ALLOWED = 500


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a search: how much to search, and how.

    Attributes:
        budget: wall-clock seconds for a file, without its import; the proof of its tests takes additional
            time.
        executions: ends the search after this number of executed test cases, however long they take; None:
            the time decides.
        seed: the random seed; the same seed and `executions` give the same tests.
        max_statements: the maximum number of statements of a test case in the search.
        population: the number of test cases in a generation.
        algorithm: `dynamosa`, `mosa` or `random`.
        without: techniques that are switched off: `environment` (files, variables, console, clock and
            randomness as inputs), `doubles` (objects that stand in for others), `private` (calls of private
            names), `classes` (classes that a test defines), `aiming` (input-to-state matching: inputs
            rewritten from observed comparisons), `seeds` (the subject's own constants, and tests of earlier
            runs).
        allow: what the guard permits: `write:PATH` (and all below it), `run:PROGRAM`, `connect:HOST`.
        findings: also write tests for undocumented exceptions, instead of only reporting them.
        exclude: patterns of files, relative to the project, that runs over the whole project leave out.
        doubles_after, doubles_probability: the fraction of the budget after which an object that could be
            built may be doubled, and how often it is; an object that cannot be built is doubled at once.
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
        """Check whether a technique, one of `PARTS`, is to be used."""
        return part not in self.without

    def encode(self) -> dict[str, Any]:
        """Encode the settings as JSON data."""
        return asdict(self)

    @classmethod
    def decode(cls, data: Mapping[str, Any]) -> Settings:
        """Decode settings; missing ones keep their defaults.

        Raises:
            UsageError: if a name is unknown, or a value has the wrong type or is out of `BOUNDS`.
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
    _check_number(name, value)


def _check_number(name: str, value: Any) -> None:
    least, most = BOUNDS[name]
    is_whole = name != "budget" and name not in SHARES
    if not is_number(value, is_whole) or not least <= value <= most or (name == "budget" and value == 0):
        kind = "an integer" if is_whole else "a number"
        raise UsageError(
            f"Invalid value for {name!r}: {_brief(value)}.", f"Use {kind} from {least:,} to {most:,}."
        )


def is_number(value: object, is_whole: bool = False) -> bool:
    """Check whether a value is a number; True and False are not."""
    return isinstance(value, int if is_whole else int | float) and not isinstance(value, bool)


def _brief(value: object) -> str:
    """Return a short text for a value; an integer may be too long for Python to convert it."""
    try:
        written = repr(value)
    except ValueError:
        return "a number with thousands of digits"
    return written if len(written) <= _LONGEST_VALUE else f"{written[:_LONGEST_VALUE]}…"


def _check_allowed(value: Any) -> None:
    advice = "Use a list of write:PATH, run:PROGRAM and connect:HOST."
    if not isinstance(value, list | tuple):
        raise UsageError(f"Invalid value for 'allow': {_brief(value)}.", advice)
    if len(value) > MOST_ALLOWED:
        raise UsageError(f"'allow' has {len(value)} entries.", f"Use at most {MOST_ALLOWED}.")
    for entry in value:
        if not is_allowance(entry):
            raise UsageError(f"Invalid entry in 'allow': {_brief(entry)}.", advice)


def is_allowance(entry: object) -> bool:
    """Check whether a value is an entry of `allow` that a user can read."""
    return (
        isinstance(entry, str)
        and len(entry) <= LONGEST_ALLOWED
        and ALLOWED.fullmatch(entry) is not None
        and shown(entry) == entry
    )


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
