"""What tests are called: after the callable, the outcome, and the condition that tells them apart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from testloom.writer.descriptions import Description

MAX_LENGTH = 79
_OTHER = re.compile(r"[^0-9A-Za-z]+")


def function_names(descriptions: Sequence[Description], taken: Collection[str]) -> list[str]:
    """A name for each test, none taken or given twice; a number only where nothing tells them apart."""
    names: dict[int, str] = {}
    used = set(taken)
    candidates = {n: list(_candidates(entry, descriptions)) for n, entry in enumerate(descriptions)}
    for level in range(max((len(levels) for levels in candidates.values()), default=0)):
        offers = {
            n: levels[level] for n, levels in candidates.items() if n not in names and level < len(levels)
        }
        counted = Counter(offers.values())
        for n, name in offers.items():
            if counted[name] == 1 and name not in used:
                names[n] = name
        used |= set(names.values())
    for n, levels in candidates.items():
        if n not in names:
            names[n] = next((name for name in levels if name not in used), "") or _numbered(levels[-1], used)
            used.add(names[n])
    return [names[n] for n in range(len(descriptions))]


def common(descriptions: Sequence[Description]) -> Description:
    """What several tests have in common: the description of the table that holds them."""
    first = descriptions[0]
    same = all(entry.outcome == first.outcome for entry in descriptions)
    return Description(
        first.subject,
        first.outcome if same else "",
        first.telling and same,
        _shared([entry.conditions for entry in descriptions]),
        _shared([entry.arguments for entry in descriptions]),
    )


def row_names(descriptions: Sequence[Description], values: Sequence[str]) -> list[str]:
    """An id for each row of a table: the condition or argument that only it has, else its values."""
    names: list[str] = []
    for n, entry in enumerate(descriptions):
        others = [other for m, other in enumerate(descriptions) if m != n]
        own = [*_own(entry.conditions, [other.conditions for other in others])]
        own += _own(entry.arguments, [other.arguments for other in others])
        words = own[0] if own else next(iter(entry.arguments), values[n].strip("\"'"))
        name = words.removeprefix("when ").removeprefix("with ")
        name = re.sub(r"[^ -~]|[\[\]\\:]", "", name).strip()[:40].strip() or f"row {n + 1}"
        names.append(name if name not in names else _numbered(name, set(names), " "))
    return names


def _candidates(entry: Description, all_entries: Sequence[Description]) -> Iterator[str]:
    """Names from short to long; a longer one is taken where the shorter one is not unique."""
    siblings = [other for other in all_entries if other is not entry and other.subject == entry.subject]
    condition = _rarest(entry.conditions, [other.conditions for other in siblings])
    argument = next(iter(_own(entry.arguments, [other.arguments for other in siblings])), "")
    forms = [(entry.outcome,), (entry.outcome, condition), (entry.outcome, argument)]
    if not entry.telling and condition:
        forms = [(condition,), (entry.outcome, condition), (condition, argument)]
    elif not entry.outcome:
        forms = [(), (argument,)]
    last = ""
    for form in [*forms, (entry.outcome, condition, argument)]:
        name = _identifier("test", entry.subject, *form)
        if len(name) <= MAX_LENGTH or not last:
            last = name
            yield name


def _identifier(*phrases: str) -> str:
    return _OTHER.sub("_", "_".join(phrase for phrase in phrases if phrase)).strip("_").lower()


def _rarest(phrases: Sequence[str], others: Sequence[Sequence[str]]) -> str:
    """The phrase that the fewest others share, of several the last one."""
    counted = {phrase: sum(phrase in other for other in others) for phrase in phrases}
    return min(reversed(phrases), key=lambda phrase: counted[phrase], default="")


def _own(phrases: Sequence[str], others: Sequence[Sequence[str]]) -> list[str]:
    return [phrase for phrase in phrases if not any(phrase in other for other in others)]


def _shared(groups: Sequence[Sequence[str]]) -> tuple[str, ...]:
    return tuple(phrase for phrase in groups[0] if all(phrase in group for group in groups))


def _numbered(name: str, used: Collection[str], separator: str = "_") -> str:
    number = 2
    while f"{name}{separator}{number}" in used:
        number += 1
    return f"{name}{separator}{number}"
