"""Optional arguments that exceptions demanded by name: later calls have them from the outset.

Of thirty settings that a constructor looks up, two are needed, and only its exceptions say which.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from keyword import iskeyword
from random import Random

from testloom.model.execution import ExecutionResult, RaisedException
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.model.subject import Callable

EAGERNESS = 0.85
"""The probability that a new call has the demanded arguments; without them, other exceptions are seen."""
MOST = 8
"""The most demands of a callable that are remembered; the first are kept."""
OF_PYTHON = frozenset({"builtins:TypeError", "builtins:AttributeError", "builtins:NameError"})
"""Errors whose messages the interpreter writes unless the project raises them."""
_ASKS = re.compile(
    r"\b(argument|field|keyword|missing|needs?|option|parameter|pass|provided?|requires?|required|setting"
    r"|specified|specify)s?\b",
    re.IGNORECASE,
)
"""Words of messages that demand something by name."""
_QUOTED = re.compile(r"['\"`](?P<name>[a-zA-Z]\w*)['\"`]")
WARINESS = 0.9
"""The probability that a call which was refused a keyword gets only keywords known to be accepted."""
_UNEXPECTED = re.compile(
    r"unexpected keyword argument '(?P<name>\w+)'|'(?P<invalid>\w+)' is an invalid keyword argument"
)
_ANY_OF = re.compile(r"\b(or|either|one of)\b", re.IGNORECASE)
"""Words of messages that demand only one of the names they list."""


@dataclass(slots=True)
class Demands:
    """Remembers, for each callable, the groups of names demanded, and whether one of each is enough.

    A demanded name that a call then refuses, because it passes its keywords on, is not used again, and
    a call that was refused any name seldom gets other names that nobody demanded.
    """

    _asked: dict[str, dict[tuple[str, ...], bool]] = field(default_factory=dict)
    _refused: dict[str, set[str]] = field(default_factory=dict)

    def note(self, case: TestCase, result: ExecutionResult, callables: Mapping[str, Callable]) -> None:
        """Learn what the call that failed was asked for; texts of the test itself are not names."""
        failed = next((s for s in case.statements if s.id == result.statement), None)
        if result.exception is None or not isinstance(failed, CallStatement):
            return
        error, called = result.exception.first, callables.get(failed.callable)
        if refused := refused_by(error):
            for id_ in {failed.callable, *(call.callable for _, call in calls_with(case, refused))}:
                self._forget(id_, refused)
            return
        if called is None or not (names := named_by(error)):
            return
        own = {s.value for s in case.statements if isinstance(s, LiteralStatement)}
        own |= self._refused.get(called.id, set())
        missing = tuple(name for name in left_out(failed, called, names) if name not in own)
        asked = self._asked.setdefault(called.id, {}) if missing else {}
        if missing and len(asked) < MOST:
            asked.setdefault(missing, _ANY_OF.search(error.message) is not None)

    def _forget(self, callable: str, name: str) -> None:
        asked = self._asked.get(callable, {})
        for names in [names for names in asked if name in names]:
            del asked[names]
        self._refused.setdefault(callable, set()).add(name)

    def is_wary(self, called: Callable, rng: Random) -> bool:
        """Decide whether a new call avoids keywords that are not known to be accepted."""
        return called.id in self._refused and rng.random() < WARINESS

    def draw(self, called: Callable, rng: Random) -> list[str]:
        """Choose the names of optional arguments for a new call."""
        asked = self._asked.get(called.id)
        if not asked or rng.random() >= EAGERNESS:
            return []
        groups = ([rng.choice(names)] if is_any else names for names, is_any in asked.items())
        return list(dict.fromkeys(name for group in groups for name in group))


def refused_by(error: RaisedException) -> str:
    """Find the keyword that a function did not accept; empty if the exception is about none."""
    found = _UNEXPECTED.search(error.message) if error.type == "builtins:TypeError" else None
    return "" if found is None else found["name"] or found["invalid"]


def calls_with(case: TestCase, name: str) -> Iterator[tuple[int, CallStatement]]:
    """Yield the calls that get an argument by this keyword, each after its place."""
    for index, call in enumerate(case.statements):
        if isinstance(call, CallStatement) and any(given == name for given, _ in call.kwargs):
            yield index, call


def named_by(error: RaisedException) -> Sequence[str]:
    """List the names in the message of an exception that asks for something, or of a KeyError."""
    is_of_project = error.explicit or error.type not in OF_PYTHON
    if error.type != "builtins:KeyError" and not (is_of_project and _ASKS.search(error.message)):
        return ()
    names = dict.fromkeys(_QUOTED.findall(error.message))
    return [name for name in names if not iskeyword(name)]


def left_out(call: CallStatement, called: Callable, names: Sequence[str]) -> Iterator[str]:
    """Yield the names that a call could be given by keyword and has not been given."""
    own = {parameter.name for parameter in called.parameters}
    takes_any = any(parameter.kind == "kwargs" for parameter in called.parameters)
    by_place = [p for p in called.parameters if p.kind in ("positional", "either")][len(call.args) :]
    free = {p.name for p in by_place if p.kind == "either" and p.has_default}
    free |= {p.name for p in called.parameters if p.kind == "keyword"}
    given = {name for name, _ in call.kwargs}
    return (name for name in names if name not in given and (name in free or (takes_any and name not in own)))
