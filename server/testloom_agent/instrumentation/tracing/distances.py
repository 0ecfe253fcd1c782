"""Branch distances: how far operands are from the outcome that did not happen.

A distance is at least 0, and 0 exactly where the outcome holds (Tracey, Clark, Mander, McDermid 1998;
strings after Alshraideh and Bottaci 2006). No code of the subject is called: only values whose type is
exactly a built-in type are inspected; for all others the distance is 0 or 1, depending on the outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any

from testloom_agent.instrumentation.patterns import Pattern
from testloom_agent.instrumentation.tracing.texts import (
    affix_distance,
    order_gap,
    text_distance,
    window_distance,
)

MIXED = 1000.0
"""The distance of values whose types cannot be compared."""
LARGEST = 1e15
LIMIT = 64
LIMITS = (LIMIT, 32, 4)
"""The number of items compared of a container, of containers in it, and of containers in these.

All of them may be the same container.
"""

_NUMBERS = frozenset({int, float, bool})
_TEXTS = frozenset({str, bytes})
_SEQUENCES = frozenset({list, tuple})
_SETS = frozenset({set, frozenset})
_SIZED = frozenset({str, bytes, bytearray, list, tuple, set, frozenset, dict, range})

CONTAINERS = _SEQUENCES | _SETS | {dict}
"""Types of containers in which values are looked for item by item."""
PLAIN = frozenset({int, float, bool, str, bytes, type(None)})
"""Types whose values have equal distances if they are equal."""

Pair = tuple[float, float]


def measure(op: str, left: Any, right: Any, outcome: Any, detail: Any = None) -> Pair:
    """Measure the distances of a predicate to true and to false.

    `op` is a comparison operator, `truth` (then `outcome` means that `left` is false), `startswith` and its
    like, `matches` (a string, a pattern), or `case` (then `detail` is the pattern that `left` did not match).
    """
    if op == "truth":
        return _truth(left, outcome)
    if op == "case":
        return _positive(_pattern_distance(left, detail)), 0.0
    try:
        return _clamp(_RULES.get(op, _by_characters)(left, right, op), outcome)
    except Exception:  # a container that changed meanwhile, a number too large to be a float
        return _clamp((1.0, 1.0), outcome)


def _clamp(pair: Pair, outcome: Any) -> Pair:
    """Make the distances agree with the actual outcome, whatever has become of the operands."""
    if outcome is True:
        return 0.0, _positive(pair[1])
    if outcome is False:
        return _positive(pair[0]), 0.0
    return _positive(pair[0]), _positive(pair[1])


def _positive(distance: float) -> float:
    """A finite distance above 0."""
    if not distance > 0:  # or not a number
        return 1.0
    return distance if distance < LARGEST else LARGEST


def _truth(value: Any, is_false: Any) -> Pair:
    if is_false is True:
        return 1.0, 0.0
    if is_false is not False:
        return 1.0, 1.0
    kind = type(value)
    if kind in _NUMBERS:
        return 0.0, _positive(_number(abs(value)))
    if kind in _SIZED:
        return 0.0, _positive(float(len(value)))
    return 0.0, 1.0


def _number(value: Any) -> float:
    return float(value) if -LARGEST < value < LARGEST else LARGEST


def _gap(left: Any, right: Any) -> float:
    """How much larger `left` is than `right`; negative if it is smaller."""
    if type(left) in _NUMBERS and type(right) in _NUMBERS:
        return float(max(-LARGEST, min(LARGEST, left - right)))
    if type(left) in _TEXTS and type(left) is type(right):
        return order_gap(left, right)
    return MIXED


def _less(left: Any, right: Any, op: str) -> Pair:
    gap = _gap(left, right)
    return gap + 1, -gap


def _less_or_equal(left: Any, right: Any, op: str) -> Pair:
    gap = _gap(left, right)
    return gap, 1 - gap


def _greater(left: Any, right: Any, op: str) -> Pair:
    return _less(right, left, op)


def _greater_or_equal(left: Any, right: Any, op: str) -> Pair:
    return _less_or_equal(right, left, op)


def _equal(left: Any, right: Any, op: str) -> Pair:
    return equality(left, right), 1.0


def _unequal(left: Any, right: Any, op: str) -> Pair:
    return 1.0, equality(left, right)


def _contained(left: Any, right: Any, op: str) -> Pair:
    return _membership(left, right), 1.0


def _not_contained(left: Any, right: Any, op: str) -> Pair:
    return 1.0, _membership(left, right)


def _identity(left: Any, right: Any, op: str) -> Pair:
    return 1.0, 1.0


def _by_affix(left: Any, right: Any, op: str) -> Pair:
    options = right if type(right) is tuple else (right,)
    if type(left) not in _TEXTS or any(type(option) is not type(left) for option in options):
        return 1.0, 1.0
    at_end = op == "endswith"
    return min((affix_distance(left, option, at_end) for option in options), default=1.0), 1.0


def _by_characters(left: Any, right: Any, op: str) -> Pair:
    """Count the characters that keep `isdigit` and the like from being true."""
    if type(left) is not str or not left:
        return 1.0, 1.0
    test = getattr(str, op)
    return float(sum(not test(character) for character in left[:LIMIT])), 1.0


_RULES: Mapping[str, Callable[[Any, Any, str], Pair]] = {
    "<": _less,
    "<=": _less_or_equal,
    ">": _greater,
    ">=": _greater_or_equal,
    "==": _equal,
    "!=": _unequal,
    "in": _contained,
    "not in": _not_contained,
    "is": _identity,
    "is not": _identity,
    "startswith": _by_affix,
    "endswith": _by_affix,
    "isinstance": _identity,
    "hasattr": _identity,
    "matches": _identity,
}


def equality(left: Any, right: Any, depth: int = 0) -> float:
    """Compute how far two values are from being equal; other than builtin values are equal if identical."""
    kind, other = type(left), type(right)
    if kind in _NUMBERS and other in _NUMBERS:
        return abs(_gap(left, right)) if left == left and right == right else MIXED
    if kind is complex and other is complex:
        return min(float(abs(left - right)), LARGEST)
    if kind in _TEXTS and other is kind:
        return text_distance(left, right)
    if kind in _SEQUENCES and other is kind and depth < len(LIMITS):
        return _of_items(left, right, depth)
    if kind in _SETS and other in _SETS:
        return _of_sets(left, right)
    if kind is dict and other is dict and depth < len(LIMITS):
        return _of_dicts(left, right, depth)
    if left is right:
        return 0.0
    return 1.0 if kind is other else MIXED


def _of_items(left: Any, right: Any, depth: int) -> float:
    total = float(abs(len(left) - len(right)))
    for one, other in islice(zip(left, right, strict=False), LIMITS[depth]):
        total += _below_one(equality(one, other, depth + 1))
    return total


def _of_sets(left: Any, right: Any) -> float:
    """Compute the difference in size, and the missing items of the smaller set if built-ins hash them."""
    smaller, larger = (left, right) if len(left) <= len(right) else (right, left)
    known = {item for item in islice(larger, LIMIT) if type(item) in _NUMBERS or type(item) in _TEXTS}
    plain = [item for item in islice(smaller, LIMIT) if type(item) in _NUMBERS or type(item) in _TEXTS]
    return float(len(larger) - len(smaller)) + sum(item not in known for item in plain)


def _of_dicts(left: Any, right: Any, depth: int) -> float:
    total = float(abs(len(left) - len(right)))
    for key, value in islice(left.items(), LIMITS[depth]):
        if type(key) not in _NUMBERS and type(key) not in _TEXTS:
            continue
        total += _below_one(equality(value, right[key], depth + 1)) if key in right else 1.0
    return total


def _membership(item: Any, container: Any) -> float:
    """Compute the distance to the nearest of the first items, or to a position in a string."""
    if type(container) in _TEXTS and type(item) is type(container):
        return window_distance(item, container)
    if type(container) not in CONTAINERS:
        return 1.0
    return _nearest(item, islice(container, LIMIT))


def _nearest(item: Any, candidates: Iterable[Any]) -> float:
    return min((equality(item, candidate, 1) for candidate in candidates), default=MIXED)


def _pattern_distance(subject: Any, pattern: Pattern) -> float:
    if pattern.values:
        return _nearest(subject, pattern.values)
    if type(subject) not in _SEQUENCES:
        return MIXED
    missing = pattern.length - len(subject)
    return float(max(0, missing) if pattern.longer else abs(missing)) or 1.0


def _below_one(distance: float) -> float:
    return distance / (distance + 1.0)
