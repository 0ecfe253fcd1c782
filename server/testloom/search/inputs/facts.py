"""What functions that tell of the machine might answer, and what draws might be that nobody foretells."""

from __future__ import annotations

from testloom.model.statements.environment import IDENTIFIERS, SEEDED, TOKENS
from testloom.model.types import Scalar
from testloom.search.inputs.values import ValueSource

HEX_DIGITS = "0123456789abcdef"
PROGRAM = "/usr/bin/program"
MOST_SEEDS = 100
ABSENT = 0.3
INSTALLED = ("shutil.which", "importlib.metadata.version", "importlib.util.find_spec")
VERSIONS = ("0.1", "0.9.9", "1.0", "2.3.1", "10.0", "2024.1")
"""Of libraries."""


def fact(name: str, answer: Scalar, values: ValueSource) -> Scalar:
    """Another answer of a function than the one that it gave, as plausible."""
    rng = values.rng
    if name in SEEDED:
        return rng.randrange(MOST_SEEDS)
    if name in INSTALLED:
        return _installed(name, answer, values)
    if name.endswith("cpu_count") and rng.random() < ABSENT:
        return None
    match answer:
        case bool():
            return not answer
        case str() if name in (*IDENTIFIERS, *TOKENS):
            return _redrawn(answer, values)
        case str():
            return values.piece()
        case bytes():
            return _redrawn(answer.decode("latin-1"), values).encode("latin-1")
        case _:
            return rng.choice((0, 1, 2, abs(values.integer())))


def _installed(name: str, answer: Scalar, values: ValueSource) -> Scalar:
    """Where a program is, or which version a library has; where a library is, no plain value says."""
    if name == "shutil.which":
        return PROGRAM if answer is None else None
    return values.rng.choice(VERSIONS) if name == "importlib.metadata.version" else answer


def _redrawn(text: str, values: ValueSource) -> str:
    """A text of the same form with another digit at its start, or everywhere but for dashes."""
    digit = values.rng.choice(HEX_DIGITS)
    if values.rng.random() < 0.5:
        return digit + text[1:] if text else text
    return "".join(letter if letter == "-" else digit for letter in text)
