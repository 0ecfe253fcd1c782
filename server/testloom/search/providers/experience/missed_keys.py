"""Missed keys: keys that code looked up in the dictionaries of tests without finding them.

The code may be in any module: code that goes through a table of another module, and asks which of its
keys a dictionary has, does not show these keys in the source of the module under test.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from testloom.model.statements import CallStatement, CollectionStatement, TestCase
from testloom.model.subject import Parameter, Subject
from testloom.search.providers.callables.given import arguments_of
from testloom.search.providers.inputs.types.records import ITEM, holds, is_step, may_have

MOST_KEYS = 60
"""The most missed keys remembered for a parameter; the first are kept."""
DEEPEST = 3
"""The nesting of dictionaries beyond which they are not distinguished."""


@dataclass(slots=True)
class MissedKeys:
    """Missed keys, by the statements of dictionaries, and as further uses of their parameters."""

    _uses: dict[Parameter, dict[str, None]] = field(default_factory=dict)
    _keys: dict[tuple[Parameter, str], dict[str, None]] = field(default_factory=dict)
    _in: dict[int, Sequence[str]] = field(default_factory=dict)
    _looked_at: set[frozenset[int]] = field(default_factory=set)

    @property
    def is_any(self) -> bool:
        """Whether a dictionary was seen to miss a key."""
        return bool(self._in)

    def is_new(self, case: TestCase, hits: frozenset[int]) -> bool:
        """Check whether a test has dictionaries, and no watched test has hit exactly the same probes."""
        if hits in self._looked_at:
            return False
        return any(
            isinstance(statement, CollectionStatement) and statement.kind == "dict" for statement in case
        )

    def note_look(self, hits: frozenset[int]) -> None:
        """Remember what a test has run that is looked at."""
        self._looked_at.add(hits)

    def take(self, case: TestCase, missed: Mapping[int, Sequence[str]], subject: Subject) -> None:
        """Learn from one test; of a parameter what the test says itself, or the source, is nothing new."""
        own = {s.value for s in case.literals}
        for value, keys in missed.items():
            self._in[value] = keys
            ways = list(_ways_to(value, case, subject, DEEPEST))
            told = [(use, steps) for parameter, steps in ways for use in parameter.uses]
            wanted = [key for key in keys if key not in own]
            wanted = [key for key in wanted if not any(holds(use, steps, key) for use, steps in told)]
            if wanted and len(ways) == 1:  # a key found in several places may belong to any of them
                self._add(*ways[0], wanted)

    def _add(self, parameter: Parameter, steps: str, keys: Sequence[str]) -> None:
        self._keys.setdefault((parameter, steps), {}).update(dict.fromkeys(keys))
        if not self._is_told_of(parameter, steps):
            return
        known = self._uses.setdefault(parameter, {})
        for key in keys:
            if len(known) < MOST_KEYS and is_step(key):
                known.setdefault(may_have(steps, key))

    def _is_told_of(self, parameter: Parameter, steps: str) -> bool:
        """Whether code asked for what these steps lead to, which a test may have made up."""
        return not steps or steps in (f"['{key}']" for key in self._keys.get((parameter, ""), ()))

    def told(self, parameter: Parameter) -> Parameter:
        """Return the parameter with the learned uses added to its own."""
        more = self._uses.get(parameter)
        return replace(parameter, uses=(*parameter.uses, *more)) if more else parameter

    def of(self, dictionary: int, case: TestCase, subject: Subject) -> Sequence[str]:
        """List the keys missed in the dictionary of a statement, or in others for the same parameters."""
        found = dict.fromkeys(self._in.get(dictionary, ()))
        for parameter, steps in _ways_to(dictionary, case, subject, DEEPEST) if self._keys else ():
            found.update(dict.fromkeys(self._keys.get((parameter, steps), ())))
        return list(found)


def _ways_to(value: int, case: TestCase, subject: Subject, steps: int) -> Iterator[tuple[Parameter, str]]:
    """The parameters that get a value, or what contains it, with the steps that lead from there to it."""
    keys = {s.id: s.value for s in case.literals}
    for statement in case:
        if isinstance(statement, CallStatement):
            yield from ((p, "") for _, p, given in arguments_of(statement, subject) if given == value)
        elif isinstance(statement, CollectionStatement) and value in statement.items and steps:
            is_dict = statement.kind == "dict"
            key = keys.get(statement.items[statement.items.index(value) - 1]) if is_dict else ""
            if not isinstance(key, str) or (is_dict and not is_step(key)):
                continue
            step = f"['{key}']" if is_dict else ITEM
            yield from ((p, way + step) for p, way in _ways_to(statement.id, case, subject, steps - 1))
