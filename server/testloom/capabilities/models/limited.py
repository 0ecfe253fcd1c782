"""Values within the limits of their type."""

from __future__ import annotations

import math
import string
from collections.abc import Iterator
from decimal import Decimal

from testloom.model.limits import Limits
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.inputs.limited import LONGEST
from testloom.search.providers.inputs.texts.patterns import draw, parse
from testloom.search.providers.provider import ValueProvider
from testloom.search.providers.values.collecting import COLLECTIONS

DECIMAL, MOMENT, UTC = "decimal:Decimal", "datetime:datetime", "datetime:timezone.utc"
DAYS = ((2024, 2023, 2000, 2030), (1, 2, 12), (1, 28, 15))
"""The years, months and days of datetimes."""
OFTEN = 9.0
"""How often values keep within limits, for each value that does not."""
TRIES = 20
"""The most strings that are drawn to find one within the limits."""
MOST = 3
"""The most items of a collection beyond the required ones."""
MOST_NEEDED = 12
"""The most required items: a collection that requires more is not made."""


class LimitedValues(ValueProvider):
    """Provides numbers in a range, strings of a length or a form, and collections of a permitted size."""

    name = "limits"

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Types with limits."""
        return 0.0 if kind.limits is None else OFTEN

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        """Check whether the type is a datetime with a time zone, where others are refused or warned about."""
        return kind.limits is not None and kind.limits.tz

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Build a value on a limit of the type or within its limits."""
        limits = kind.limits or Limits()
        if kind.name == "int":
            return builder.literal(_integer(limits, builder))
        if kind.name == "float":
            return builder.literal(_float(limits, builder))
        if kind.name == DECIMAL:
            return builder.call(DECIMAL, builder.literal(_decimal(limits, builder)))
        if kind.name == MOMENT:
            return _moment(builder)
        if kind.name in COLLECTIONS:
            return _collection(kind, limits, builder)
        text = _text(limits, builder)
        return builder.literal(text.encode() if kind.name == "bytes" else text)


def _moment(builder: Builder) -> int:
    """A day that says its time zone."""
    parts = [builder.literal(builder.rng.choice(values)) for values in DAYS]
    return builder.call(MOMENT, *parts, tzinfo=builder.reference(UTC))


def _integer(limits: Limits, builder: Builder) -> int:
    step = max(1, math.ceil(limits.multiple_of or 1))
    low, high = _bounds(limits, step)
    around = [low, low + step, high, high - step, *builder.knowledge.values.integers]
    around.append(step * round(builder.rng.uniform(low, min(high, low + 100 * step)) / step))
    whole = list(map(math.ceil, around))
    return builder.rng.choice([number for number in whole if limits.admit(number)] or whole[:1])


def _float(limits: Limits, builder: Builder) -> float:
    step = limits.multiple_of or 0.5
    low, high = _bounds(limits, step)
    around = [low, low + step, high, high - step, *builder.knowledge.values.floats]
    around.append(round(builder.rng.uniform(low, min(high, low + 100 * step)), 1))
    return float(builder.rng.choice([n for n in around if limits.admit(n)] or [low]))


def _decimal(limits: Limits, builder: Builder) -> str:
    """A decimal number with as many places and digits as it may have at most."""
    places = 2 if limits.decimal_places is None else limits.decimal_places
    whole = 4 if limits.max_digits is None else max(1, limits.max_digits - places)
    step = Decimal(1).scaleb(-places)
    low, high = _bounds(limits, 1)
    high = min(high, 10**whole - 1)
    drawn = Decimal(round(builder.rng.uniform(low, min(high, low + 100)), 2)).quantize(step)
    around = [Decimal(math.ceil(low)), Decimal(math.floor(high)), Decimal(math.ceil(low)) + step, drawn]
    around += [Decimal(n) for n in builder.knowledge.values.integers if abs(n) <= high]
    return str(builder.rng.choice([n for n in around if limits.admit(float(n))] or [Decimal(low)]))


def _bounds(limits: Limits, step: float) -> tuple[float, float]:
    """The least and the greatest number admitted; where one is not limited, some way off the other."""
    low = limits.ge if limits.gt is None else limits.gt + step
    high = limits.le if limits.lt is None else limits.lt - step
    if low is None:
        low = 0 if high is None else min(0, high - 100 * step)
    return low, max(low + 1000 * step if high is None else high, low)


def _text(limits: Limits, builder: Builder) -> str:
    """A text of the form that is asked for, or of a length that is admitted."""
    return next((text for text in _texts(limits, builder) if limits.admit(text)), "")


def _texts(limits: Limits, builder: Builder) -> Iterator[str]:
    rng, parsed = builder.rng, parse(limits.pattern) if limits.pattern else None
    least = min(limits.min_length or 0, LONGEST)
    most = least + MOST if limits.max_length is None else limits.max_length
    for _ in range(TRIES):
        if parsed is not None:
            yield draw(parsed, rng)
        else:
            if rng.random() < 1 / 2:
                yield builder.knowledge.values.piece()
            alphabet = rng.choice((string.ascii_lowercase, string.digits))
            length = rng.choice((least, max(1, least), rng.randint(least, max(least, most))))
            yield "".join(rng.choice(alphabet) for _ in range(min(length, least + MOST)))


def _collection(kind: TypeRef, limits: Limits, builder: Builder) -> int:
    """A collection of an admitted size; keys and values of a dict take turns."""
    least = min(limits.min_length or 0, MOST_NEEDED)
    most = least + MOST if limits.max_length is None else min(limits.max_length, least + MOST)
    size = builder.rng.choice((least, least, builder.rng.randint(least, max(least, most))))
    parts = kind.args if kind.name == "dict" and len(kind.args) == 2 else (*kind.args, ANY)[:1]
    parts = (TypeRef("str"), ANY) if kind.name == "dict" and len(parts) == 1 else parts
    items = [builder.value(part) for _ in range(size) for part in parts]
    return builder.collection(COLLECTIONS[kind.name], *items)
