"""Recipes: how to build values again, as steps in the form of statements of test cases.

docs/agent-protocol.md describes the form. Values are read without calling their own code: no `__repr__`, no
`__eq__`, no `__hash__`, no properties.
"""

from __future__ import annotations

import enum
import sys
from collections.abc import Callable, Iterable, Mapping
from types import BuiltinFunctionType, FunctionType
from typing import Any, Protocol

from testloom_agent.kinds import is_a, is_class
from testloom_agent.recording.values.classes import (
    PLAIN_ERRORS,
    base_of,
    contents_of,
    fields_of,
    inherited,
    name_of,
    needed_of,
    plain_of,
)
from testloom_agent.recording.values.cycles import fields_without, filled_dict, filled_list
from testloom_agent.recording.values.iterators import ITERATORS
from testloom_agent.recording.values.library import LIBRARY, LONGEST, STREAMS, Build, Unrecordable
from testloom_agent.recording.values.reach import reachable
from testloom_agent.recording.values.state import attributes_of
from testloom_agent.recording.values.steps import Ask, HoldsItself, Step, Unmade
from testloom_agent.redaction.labels import entry_names, item_names
from testloom_agent.redaction.naming import is_sensitive
from testloom_agent.redaction.secrets import Secrets
from testloom_agent.reflection.identities import class_id, encode_scalar

MOST_STEPS = 300
LARGE = 60
"""How many steps are too many for a value that a module holds under a name: tests use the name instead."""
MOST_HEARD = 2_000
DEEPEST = 12
FARTHEST = 60
"""How many nested objects may have their histories replayed: the stack is limited."""
MOST_TRIED = 2 * MOST_STEPS
"""How many attempts at building objects again are made; objects after that get doubles.

A few dozen objects that all hold one another could be tried in more ways than there is time for.
"""
MAIN = "__main__"
COLLECTIONS: Mapping[type, str] = {list: "list", tuple: "tuple", set: "set", frozenset: "frozenset"}


class Histories(Protocol):
    """How objects were made."""

    def steps(self, value: Any, recipe: Recipe) -> int | None:
        """Add the steps that made an object, and return the id of the one that yields it; None if unknown."""

    def constant(self, value: Any, *, changed: bool = False) -> str | None:
        """Find where a module holds an object as it was after the import, or as it is now; else None."""

    def is_own(self, kind: type) -> bool:
        """Check whether a class is defined in a module that is recorded."""

    def has_changed(self, value: Any) -> bool:
        """Check whether an object has changed since it was made, as far as that is known."""

    def lost(self, value: Any) -> str:
        """Explain why the history of an object cannot be reported; empty if none is known."""


class Recipe:
    """The steps that build some values; the same object is built only once.

    Values that cannot be built again are replaced by doubles, whose interactions are in `asks`. `doubled` has
    these objects by identity, each with the id of the step for its double. `roots` are the inputs of the
    call: objects that were doubled in earlier calls are recognised if they can still be reached from these.
    Paths are made `relative` to the folder where the program started, and `secrets` are left out.

    Raises:
        Unrecordable: from `add`, if a value can be neither built nor doubled, or is too large.
    """

    def __init__(
        self,
        histories: Histories,
        main: str,
        roots: Iterable[Any],
        relative: Callable[[str], str],
        secrets: Secrets,
    ) -> None:
        self.steps: list[Step] = []
        self.asks: list[Ask] = []
        self.doubled: dict[int | str, int] = {}
        self.made: dict[int, int] = {}
        """Objects of the project by identity, each with the step that makes it: they may become doubles."""
        self.spliced: dict[int, tuple[int, int]] = {}
        """Objects by identity that histories of others have made: the step, and the number of calls told."""
        self.subject = 0
        """The id of the recorded call; 0 as long as it has not been added."""
        self.is_comparing = False
        """Whether the values added are only compared: then their classes must define equality."""
        self.unmade: set[type] = set()
        """Classes of objects that have doubles because their construction was not recorded."""
        self.patience = MOST_HEARD
        """How many more interactions are observed."""
        self.leaves: Any = None
        """The context manager that an exception leaves: a test enters and leaves it in one step."""
        self.lost = ""
        """The reason why interactions could not be recorded."""
        self.is_withheld = False
        """Whether a secret is replaced in the steps."""
        self.since: float | None = None
        """When the oldest of the objects that are built by their recorded history was made."""
        self._roots = list(roots)
        self._alive: frozenset[int] | None = None
        self._histories = histories
        self._relative = relative
        self._secrets = secrets
        self._main = main
        self._built: dict[int, int] = {}
        self._kept: list[Any] = []
        self._open: set[int] = set()
        self._tried = 0

    def add(self, value: Any, name: str = "", depth: int = 0) -> int:
        """Add the steps for a value that goes by a name; returns the id of the step that yields it."""
        kind = type(value)
        if value is None or kind in (bool, int, float, complex):
            return self._literal(name, value)
        if kind in (str, bytes):
            return self._text(value, name)
        plain = None if issubclass(kind, enum.Enum) else plain_of(value, kind)
        if plain is not None:
            return self._plain(self.add(plain, name, depth), kind)
        if id(value) in self.doubled:
            return self.doubled[id(value)]
        if id(value) in self._built:
            return self._built[id(value)]
        if id(value) in self._open:
            raise HoldsItself(id(value))
        if depth > DEEPEST or len(self._open) > FARTHEST:
            raise Unrecordable("a value nested too deeply")
        self._open.add(id(value))
        before = self.size
        try:
            built = self._object(value, kind, name, depth + 1)
        except HoldsItself as cycle:
            self._open.discard(id(value))
            if cycle.identity != id(value):
                raise
            self.shrink(before)
            return self._made_then_filled(value, kind, depth + 1)
        finally:
            self._open.discard(id(value))
        self.know(value, built)
        return built

    def add_part(self, whole: Any, part: slice, name: str, depth: int) -> int:
        """Add the steps for a part of a text or a sequence, without what is secret in the whole."""
        kind = type(whole)
        if kind in (str, bytes) and self._secrets.literal(name, whole) != whole:
            return self._literal(name, whole)
        if kind not in (list, tuple):
            return self.add(whole[part], name, depth)
        named = _with_names(list(whole), name)[part]
        if len(named) > MOST_STEPS:
            raise Unrecordable("a value that is too large")
        ids = [self.add(item, known, depth + 1) for item, known in named]
        return self.step("collection", COLLECTIONS[kind], ids)

    def _plain(self, plain: int, kind: type) -> int:
        """Add a string or number of a derived class, or a plain one if tests cannot name the class."""
        try:
            return self.call(self.path(kind), [plain])
        except Unrecordable:
            return plain

    def _made_then_filled(self, value: Any, kind: type, depth: int) -> int:
        """Make a value that contains itself without its contents, and add these afterwards."""
        if kind is list:
            return filled_list(self, value, depth)
        return filled_dict(self, value, depth) if kind is dict else self._filled_fields(value, kind, depth)

    def _filled_fields(self, value: Any, kind: type, depth: int) -> int:
        fields = fields_of(value, kind)
        if fields is None:
            raise Unrecordable("a value that contains itself")
        self._open.add(id(value))
        try:
            named, later = fields_without(self, fields, needed_of(kind), depth)
        finally:
            self._open.discard(id(value))
        made = self.call(self.path(kind), (), named)
        self.know(value, made)
        for name, item in later.items():
            self.step("assign", made, name, self.add(item, name, depth))
        return made

    @property
    def size(self) -> int:
        """How many steps there are."""
        return len(self.steps)

    def shrink(self, size: int) -> None:
        """Go back to where there were so many steps."""
        del self.steps[size:]
        self.asks = [ask for ask in self.asks if ask.of <= size]
        self._built = {known: step for known, step in self._built.items() if step <= size}
        self.doubled = {known: step for known, step in self.doubled.items() if step <= size}
        self.made = {known: step for known, step in self.made.items() if step <= size}
        self.spliced = {known: told for known, told in self.spliced.items() if told[0] <= size}

    def built(self, identity: int) -> int | None:
        """Return the step that yields an object; None if there is none yet."""
        return self._built.get(identity)

    def know(self, value: Any, step: int) -> None:
        """Remember that a step yields a value."""
        self._built[id(value)] = step
        self._kept.append(value)

    def close(self) -> None:
        """Let go of all values: what is added from now on is built anew."""
        self.leaves = None
        for values in (self._kept, self._roots, self._built, self.doubled):
            values.clear()

    def is_alive(self, identity: int | str) -> bool:
        """Check whether an object doubled by an earlier call is still reachable.

        A function at a place, whose identity is a string, always is.
        """
        if self._alive is None:
            self._alive = reachable(self._roots)
        return isinstance(identity, str) or identity in self._alive

    def receiver(self, value: Any) -> int:
        """Add the steps for the object of a method that is recorded, which must not be a double."""
        built = self.add(value)
        if self.steps[built - 1][0] == "double":
            if why := self._histories.lost(value):
                raise Unrecordable(why)
            raise Unmade(f"an object of {type(value).__qualname__} whose creation was not recorded")
        self.made.pop(id(value), None)
        return built

    def double(self, identity: int | str, spec: str, place: str = "") -> int:
        """Add a double of an object, of the class `spec` if that is not ""; the same object has one only.

        `place` is where a module looks it up, as `module:dotted.name`, which is its identity, too, then.
        """
        if identity not in self.doubled:
            self.doubled[identity] = self.step("double", spec, identity, place)
        return self.doubled[identity]

    def step(self, kind: str, *arguments: Any) -> int:
        """Add a step; returns its id."""
        if len(self.steps) >= MOST_STEPS:
            raise Unrecordable("a value that is too large")
        self.steps.append([kind, len(self.steps) + 1, *arguments])
        return len(self.steps)

    def call(self, path: str, args: Iterable[int] = (), kwargs: Mapping[str, int] | None = None) -> int:
        """Add the call of a function or class."""
        return self.step("call", path, None, list(args), dict(kwargs or {}))

    def path(self, entry: Any) -> str:
        """Return the path of a class or function, `module:qualname`.

        Raises:
            Unrecordable: if it has no name, or cannot be found by it.
        """
        module, qualname = getattr(entry, "__module__", None), getattr(entry, "__qualname__", "")
        if not isinstance(module, str) or not qualname or "<" in qualname:
            raise Unrecordable("an unnamed function or class")
        found: Any = sys.modules.get(module)
        for part in qualname.split("."):
            found = getattr(found, part, None)
        if found is not entry:
            raise Unrecordable(f"{qualname}, which cannot be found by its name")
        return f"{self._main if module == MAIN else module}:{qualname}"

    def _text(self, value: Any, name: str) -> int:
        if len(value) > LONGEST:
            raise Unrecordable("a string that is too long")
        return self._literal(name, self._relative(value) if type(value) is str else value)

    def _literal(self, name: str, value: Any) -> int:
        shown = self._secrets.literal(name, value)
        self.is_withheld = self.is_withheld or (shown is not value and shown != value)
        return self.step("literal", encode_scalar(shown))

    def _object(self, value: Any, kind: type, name: str, depth: int) -> int:
        constant = self._histories.constant(value)
        if constant is not None:
            return self.step("reference", constant)
        if kind in COLLECTIONS:
            items = list(value)
            if len(items) > MOST_STEPS:
                raise Unrecordable("a value that is too large")
            return self.step("collection", COLLECTIONS[kind], self._items(items, name, depth))
        if kind is dict:
            return self._dict(value, name, depth)
        if is_a(value, enum.Enum):
            return self._member(value)
        if is_a(value, type, FunctionType, BuiltinFunctionType):
            return self._named(value)
        build = LIBRARY.get(kind) or ITERATORS.get(kind)
        if build is not None:
            return self._of_library(build, value, name, depth)
        return self._instance(value, kind, depth)

    def _of_library(self, build: Build, value: Any, name: str, depth: int) -> int:
        """Add a value of the standard library; a stream or iterator with too much in it becomes a double."""
        may_be_doubled = type(value) in STREAMS or type(value) in ITERATORS
        if may_be_doubled and self.is_comparing:
            raise Unrecordable("an object that equals no other")
        before = self.size
        try:
            return build(self, value, name, depth)
        except Unrecordable:
            if not may_be_doubled:
                raise
            self.shrink(before)
            return self.double(id(value), self.spec(type(value)))

    def _named(self, value: Any) -> int:
        try:
            return self.step("reference", self.path(value))
        except Unrecordable:
            if is_class(value) or self.is_comparing:
                raise
            return self.double(id(value), "")

    def spec(self, kind: type) -> str:
        """Return the id of a class as the spec of doubles; "" if tests cannot name the class."""
        path = class_id(kind)
        module, _, qualname = path.partition(":")
        found: Any = sys.modules.get(module)
        for part in qualname.split("."):
            found = None if part.startswith("_") else getattr(found, part, None)
        if found is not kind or module == "builtins":
            return ""
        return f"{self._main}:{qualname}" if module == MAIN else path

    def _items(self, items: list[Any], name: str, depth: int) -> list[int]:
        """Add items under the collection's name if it indicates secrets, else by their neighbours."""
        return [self.add(item, known, depth) for item, known in _with_names(items, name)]

    def _dict(self, value: dict[Any, Any], name: str, depth: int) -> int:
        if len(value) > MOST_STEPS:
            raise Unrecordable("a value that is too large")
        entries = list(value.items())
        names = [name] * len(entries) if is_sensitive(name) else entry_names(entries)
        ids: list[int] = []
        for (key, item), known in zip(entries, names, strict=True):
            ids += [self.add(key, "", depth), self.add(item, known, depth)]
        return self.step("collection", "dict", ids)

    def _member(self, value: enum.Enum) -> int:
        if not value._name_ or "|" in value._name_:
            raise Unrecordable("a combination of flags")
        return self.step("reference", f"{self.path(type(value))}.{value._name_}")

    def _instance(self, value: Any, kind: type, depth: int) -> int:
        if is_a(value, tuple) and hasattr(kind, "_fields"):
            entries = list(zip(kind._fields, tuple(value), strict=True))
            return self.call(self.path(kind), self._named_entries(entries, depth).values())
        if is_a(value, BaseException) and inherited(kind, "__init__") in PLAIN_ERRORS:
            return self.call(self.path(kind), [self.add(item, "", depth) for item in value.args])
        fields = fields_of(value, kind)
        if fields is not None:
            return self.call(self.path(kind), (), self._named_entries(list(fields.items()), depth))
        name = name_of(value, kind)
        if name is not None and not self._histories.has_changed(value):
            module = self._main if kind.__module__ == MAIN else kind.__module__
            return self.step("reference", f"{module}:{name}")
        is_other = self.is_comparing and inherited(kind, "__eq__") is vars(object)["__eq__"]
        self._tried += 1
        may_be_tried = self._tried <= MOST_TRIED
        built = self._by_its_past(value) if may_be_tried and not is_other else None
        if built is not None:
            return built
        if is_other:
            raise Unrecordable("an object that equals no other")
        plain = self._plainly_made(value, kind, depth) if may_be_tried else None
        if plain is None and self.is_comparing:
            raise Unrecordable("an object that equals no other")
        if plain is not None:
            return plain
        place = self._histories.constant(value, changed=True)
        if place is not None:  # the changes are too many to record: the result will show
            return self.step("reference", place)
        self.unmade.add(kind)
        return self.double(id(value), self.spec(kind))

    def _named_entries(self, entries: list[tuple[str, Any]], depth: int) -> dict[str, int]:
        names = zip(entries, entry_names(entries), strict=True)
        return {name: self.add(item, known, depth) for (name, item), known in names}

    def _by_its_past(self, value: Any) -> int | None:
        """Add the steps that made an object, or a name of a module instead of many steps; None if unknown."""
        before = self.size
        built = self._histories.steps(value, self)
        if built is None:
            return None
        place = self._histories.constant(value, changed=True) if self.size - before > LARGE else None
        if place is not None:  # the changes since then are too many to record: the result will show
            self.shrink(before)
            return self.step("reference", place)
        if self.steps[built - 1][0] != "reference":
            self.made[id(value)] = built
        return built

    def _plainly_made(self, value: Any, kind: type, depth: int) -> int | None:
        """Make an object by its built-in base, and set its attributes; None if this is impossible."""
        base, before = base_of(kind), self.size
        if base is None or not self._histories.is_own(kind):
            return None
        try:
            contents = [] if base is object else [self.add(contents_of(value, base), "", depth)]
            made = self.call(self.path(kind), contents)
            self.know(value, made)
            for name, entry in attributes_of(value).items():
                self.step("assign", made, name, self.add(entry, name, depth))
        except Unrecordable:
            self.shrink(before)
            return None
        self.made[id(value)] = made
        return made


def _with_names(items: list[Any], name: str) -> list[tuple[Any, str]]:
    """Pair items with the collection's name if it indicates secrets, else with what their neighbours say."""
    names = [name] * len(items) if is_sensitive(name) else item_names(items)
    return list(zip(items, names, strict=True))
