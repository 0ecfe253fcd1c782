"""The regular expressions that a module and its classes hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any

from testloom_agent.homes import home_of
from testloom_agent.kinds import is_class

_LONGEST = 4_000
_MOST_ITEMS = 100


def expressions_of(modules: Iterable[ModuleType]) -> list[str]:
    """List the patterns of compiled expressions in variables of modules and their classes, each once.

    A source may put them together, so that none of its literals is the whole pattern.
    """
    found = (entry for module in modules for entry in _held(module))
    return list(dict.fromkeys(_text(entry) for entry in found if type(entry.pattern) is str))


def _held(module: ModuleType) -> Iterator[re.Pattern[Any]]:
    for value in list(vars(module).values()):
        yield from _patterns(value)
        if is_class(value) and home_of(value) == module.__name__:
            for attribute in list(vars(value).values()):
                yield from _patterns(attribute)


def _patterns(value: Any) -> Iterator[re.Pattern[Any]]:
    """Yield the value itself if it is a pattern, and the patterns directly in a plain container."""
    if type(value) in (dict, list, tuple):
        items = value.values() if isinstance(value, Mapping) else value
        inner = [item for _, item in zip(range(_MOST_ITEMS), list(items), strict=False)]
    else:
        inner = [value]
    for item in inner:
        if type(item) is re.Pattern and len(item.pattern) <= _LONGEST:
            yield item


def _text(pattern: re.Pattern[str]) -> str:
    """Write the expression with its flags, as far as these change its meaning."""
    return f"(?x){pattern.pattern}" if pattern.flags & re.VERBOSE else pattern.pattern
