"""Experience with values from running tests: the types that calls really return."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from testloom.model.statements import CallStatement, DoubleStatement, InvokeStatement, Statement, TestCase
from testloom.model.subject import Subject
from testloom.model.texts.trees import literal_of
from testloom.model.types import TypeRef

OF_VALUES = re.compile(
    r"\.__(eq|ne|lt|le|gt|ge|bool|len|contains|hash|int|float|index|round|neg|abs|str"
    r"|r?(add|sub|mul|truediv|floordiv|mod|pow|and|or|xor))__\(\)$"
)
"""Methods by which Python uses a double's answer as a plain value, which is the better answer."""
COMPARED = frozenset(f"__{name}__()" for name in ("eq", "ne", "lt", "le", "gt", "ge", "hash"))
"""Methods called on a double itself when it is compared or looked up; they never get explicit answers."""
CALLED = "()"
ANSWERED = frozenset({"str", "int", "float", "bool", "bytes", "list", "tuple", "dict", "set"})
"""Types of results for which doubles have return values from the start."""
MAY_BE_EMPTY = frozenset({"NoneType", "list", "tuple", "dict"})
MOST_LOOKS = 4
"""The most results of a callable that are examined while all of them may be empty.

Types in `MAY_BE_EMPTY` say nothing of what other results hold.
"""
MOST_IN_A_ROW = 3
"""The most times in a row that a result is called in turn."""
_LOOK_UP = re.compile(r"(?P<path>[^\[]*)\[(?P<key>.*)\]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class SeenType:
    """The type of a returned value, and whether it can be called or entered."""

    type: TypeRef
    is_callable: bool = False
    is_manager: bool = False

    @classmethod
    def parse(cls, text: str) -> SeenType:
        """Read `module:Qualname`, with `()` and `with` after it (docs/agent-protocol.md)."""
        is_manager = text.endswith("with")
        text = text.removesuffix("with")
        is_callable = text.endswith("()")
        path = text.removesuffix("()")
        return cls(TypeRef(path.removeprefix("builtins:")), is_callable, is_manager)


def made_by(statements: Iterable[Statement]) -> dict[int, str]:
    """Map each value that calls returned to its origin: a callable's id, and `()` per further call.

    With `shop:retry()()`, the result of `retry` was called, and the result of that call as well.
    """
    made: dict[int, str] = {}
    for statement in statements:
        if isinstance(statement, CallStatement):
            made[statement.id] = statement.callable
        elif isinstance(statement, InvokeStatement) and statement.function in made:
            name = made[statement.function]
            if not name.endswith(CALLED * MOST_IN_A_ROW):
                made[statement.id] = f"{name}{CALLED}"
    return made


@dataclass(slots=True)
class Learned:
    """The types that calls of the subject were seen to return, and the uses of doubles.

    Calls are named as `made_by` names them.
    """

    returns: dict[str, list[SeenType]] = field(default_factory=dict)

    _asked: dict[int, dict[str, int]] = field(default_factory=dict)
    _of_class: dict[str, dict[str, None]] = field(default_factory=dict)
    _names: dict[int, str] = field(default_factory=dict)
    _looks: Counter[str] = field(default_factory=Counter)

    def take_name(self, double: int, name: str) -> None:
        """Learn by which name the subject looks a double up."""
        self._names[double] = name

    def name(self, double: int) -> str:
        """Return the name by which the subject looks a double up; empty if there is none."""
        return self._names.get(double, "")

    def take_uses(self, uses: Mapping[int, Sequence[str]]) -> None:
        """Learn what doubles, by the ids of their statements, were asked."""
        for double, paths in uses.items():
            known = self._asked.setdefault(double, {})
            for path, times in Counter(paths).items():
                known[path] = max(times, known.get(path, 0))

    def take_calls(self, double: DoubleStatement, uses: Iterable[str]) -> None:
        """Learn which methods of its class a double was asked for."""
        if double.spec:
            called = (path for path in uses if path.endswith(CALLED) and "." not in path)
            self._of_class.setdefault(double.spec, {}).update(dict.fromkeys(called))

    def answers_due(self, spec: str, subject: Subject) -> list[tuple[str, TypeRef]]:
        """List the calls with plain results that doubles of a class were seen to get, with their types."""
        methods = ((path, f"{spec}.{path.removesuffix(CALLED)}") for path in self._of_class.get(spec, ()))
        known = ((path, subject.callables[name]) for path, name in methods if name in subject.callables)
        return [(path, method.returns) for path, method in known if method.returns.name in ANSWERED]

    def has_watched(self, doubles: Iterable[int]) -> bool:
        """Check whether the uses of each of these doubles were watched."""
        return all(double in self._asked for double in doubles)

    def asked(self, double: int) -> list[str]:
        """List the paths that were used of a double in watched tests.

        Comparisons and look-ups are left out, and operations on plain values are cut off.
        """
        known = self._asked.get(double, ())
        asked = (path for path in known if not path.endswith("]") and path not in COMPARED)
        return list(dict.fromkeys(OF_VALUES.sub("", path) for path in asked))

    def keys(self, double: int) -> dict[str, list[str | int]]:
        """Collect the keys that were looked up in a double, its attributes or its answers, by their path."""
        found: dict[str, list[str | int]] = {}
        for path in self._asked.get(double, ()):
            if looked_up := _LOOK_UP.fullmatch(path):
                found.setdefault(looked_up["path"], []).append(literal_of(looked_up["key"]))
        return found

    def is_asked_again(self, double: int, path: str) -> bool:
        """Check whether a call of a double was seen more than once."""
        return self._asked.get(double, {}).get(path, 0) > 1

    def take(self, case: TestCase, types: Mapping[int, str]) -> None:
        """Learn from one test; `types` are those of the values of its statements."""
        for value, name in made_by(case.statements).items():
            if value in types:
                self._looks[name] += 1
                seen = SeenType.parse(types[value])
                known = self.returns.setdefault(name, [])
                if seen not in known:
                    known.append(seen)

    def knows(self, callable_id: str) -> bool:
        """Check whether enough results of the callable were seen.

        Those that may be empty are watched again.
        """
        names = {seen.type.name for seen in self.returns.get(callable_id, ())}
        return bool(names - MAY_BE_EMPTY) or self._looks[callable_id] >= MOST_LOOKS

    def returned(self, callable_id: str) -> SeenType | None:
        """Return the first type other than None that the callable was seen to return."""
        known = self.returns.get(callable_id, [])
        return next((seen for seen in known if seen.type.name != "NoneType"), None)
