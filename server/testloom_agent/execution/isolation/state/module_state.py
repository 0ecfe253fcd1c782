"""Detects changes of a test case to the project's modules, and undoes them in place.

The check covers the globals of modules, the attributes of their classes, of module-level instances and
of functions, default arguments, and the built-in containers found in any of these. It is one comparison
of two tuples, which compares by identity first and never leaves C as long as nothing changed.
"""

from __future__ import annotations

import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import lru_cache
from operator import is_, itemgetter
from types import CellType, FunctionType, MappingProxyType, ModuleType
from typing import Any
from weakref import WeakKeyDictionary, WeakSet, WeakValueDictionary

from testloom_agent.kinds import dictionary_of, is_a, is_class, is_function
from testloom_agent.reflection.identities import MODULE_HOOK

OFTEN_ITEMS = 400
"""The number of items that are compared after each test case; the rest is compared after each batch."""

SMALL = 64
DEEPEST = 4
MOST_WATCHED = 5_000

CACHED = type(lru_cache(len))
WEAK = (WeakSet, WeakKeyDictionary, WeakValueDictionary)
"""Classes that keep weak references in a plain container called `data`."""
NO_NAMES: Mapping[str, Any] = MappingProxyType({})
CELL_KINDS = (int, float, str, bytes, bool, tuple, type(None))


class WatchedObject:
    """A live object, a copy of its content, and the function that restores the content.

    For an object that `holds` named values, `bound` has the containers among these values: replacing
    one of the containers counts as a change, even if the new one is equal.
    """

    __slots__ = ("bound", "live", "restore", "saved", "size")

    def __init__(
        self,
        live: Any,
        saved: Any,
        restore: Callable[[Any, Any], None],
        size: int,
        *,
        holds: bool = False,
    ) -> None:
        self.live = live
        self.saved = saved
        self.restore = restore
        self.size = size
        names = [name for name, value in saved.items() if type(value) in PLAIN] if holds else []
        self.bound = itemgetter(*names, names[0]) if names else None

    def is_clean(self) -> bool:
        """Check whether the object still has its saved content."""
        try:
            return bool(self.live == self.saved) and self.is_bound()
        except Exception:
            return False

    def is_bound(self) -> bool:
        """Check whether names are still bound to the same containers."""
        return self.bound is None or all(map(is_, self.bound(self.live), self.bound(self.saved)))


class Tier:
    """A group of objects that are checked together."""

    def __init__(self, watched: Iterable[WatchedObject] = ()) -> None:
        self.watched = list(watched)
        self._live: tuple[Any, ...] = ()
        self._saved: tuple[Any, ...] = ()
        self.refresh()

    def refresh(self) -> None:
        """Prepare the comparison after `watched` changed."""
        self._live = tuple([one.live for one in self.watched])
        self._saved = tuple([one.saved for one in self.watched])
        self._holders = [one for one in self.watched if one.bound is not None]

    def is_clean(self) -> bool:
        """Check whether nothing has changed."""
        try:
            return self._live == self._saved and all(map(WatchedObject.is_bound, self._holders))
        except Exception:
            return False

    def restore(self) -> list[WatchedObject]:
        """Undo what changed and return it.

        Raises:
            Exception: if something resists.
        """
        dirty = [one for one in self.watched if not one.is_clean()]
        for one in dirty:
            one.restore(one.live, one.saved)
        return dirty


class ModuleState:
    """The state of some modules, and of what they share with others when this object was made."""

    def __init__(
        self,
        modules: Iterable[ModuleType],
        ignored: Iterable[Any] = (),
        extra: Iterable[Any] = (),
        shared: Mapping[str, Any] = NO_NAMES,
        deepest: int = DEEPEST,
    ) -> None:
        self.modules = tuple(modules)
        self.shared = shared
        extra = [*extra, *shared.values()]
        scan = _Scan(self.modules, ignored, extra, deepest)
        self._caches = scan.caches
        self._extra = {id(one) for one in extra}
        self._often, self._seldom = _split(scan.watched, self._extra)

    def own_changes(self) -> list[WatchedObject]:
        """List objects that have changed, of those that the modules hold and that are checked each time."""
        often = (one for one in self._often.watched if id(one.live) not in self._extra)
        return [one for one in often if not one.is_clean()]

    def within(self, value: Any) -> Tier:
        """Watch what a value contains, apart from what is too large to be checked each time."""
        scan = _Scan(self.modules, map(vars, self.modules), [value], DEEPEST)
        return Tier(one for one in scan.watched if one.size <= OFTEN_ITEMS)

    def dirty(self) -> list[WatchedObject]:
        """List the watched objects that have changed."""
        if self._often.is_clean() and self._seldom.is_clean():
            return []
        return [one for tier in (self._often, self._seldom) for one in tier.watched if not one.is_clean()]

    def contents(self) -> Mapping[int, Any]:
        """Collect the initial contents of all watched objects, by object id."""
        watched = [*self._often.watched, *self._seldom.watched]
        return {id(one.live): one.saved for one in watched}

    def is_restored(self) -> bool:
        """Undo what the last test case changed; false if that is impossible."""
        for clear in self._caches:
            clear()
        often = self._often
        if often.is_clean():
            return True
        try:
            often.restore()
        except Exception:
            return False
        return often.is_clean()

    def is_restored_after_batch(self) -> bool:
        """Restore the objects too large to check after each test case; return whether this worked.

        Objects that a batch has changed are checked after each test case from then on.
        """
        if self._seldom.is_clean():
            return True
        try:
            dirty = self._seldom.restore()
        except Exception:
            return False
        moved = {id(one) for one in dirty}
        self._often.watched += dirty
        self._seldom.watched = [one for one in self._seldom.watched if id(one) not in moved]
        self._often.refresh()
        self._seldom.refresh()
        return self._often.is_clean() and self._seldom.is_clean()


class _Scan:
    """Walks from modules to every object whose content a test case may change."""

    def __init__(
        self, modules: Iterable[ModuleType], ignored: Iterable[Any], extra: Iterable[Any], deepest: int
    ) -> None:
        modules = list(modules)
        self.watched: list[WatchedObject] = []
        self.caches: list[Callable[[], None]] = []
        self._holders = {id(vars(module)) for module in modules}
        self._names = {module.__name__ for module in modules}
        self._kept = [*ignored, modules]  # kept alive, so that their ids stay theirs
        self._seen = {id(one) for one in self._kept}
        for start in [vars(module) for module in modules] + list(extra):
            layer: list[tuple[Any, bool]] = [(start, True)]
            for _ in range(deepest):
                layer = [found for one, whole in layer for found in self._visit(one, whole)]

    def _visit(self, one: Any, whole: bool) -> Iterator[tuple[Any, bool]]:
        """Watch one object and return what to visit next."""
        if id(one) in self._seen or len(self.watched) > MOST_WATCHED:
            return
        self._seen.add(id(one))
        if is_class(one):
            yield from self._visit_class(one)
        elif is_function(one):
            yield from self._visit_function(one)
        elif is_a(one, staticmethod) or is_a(one, classmethod):
            yield one.__func__, False
        elif is_a(one, property):
            yield from ((part, False) for part in (one.fget, one.fset, one.fdel) if part is not None)
        elif is_a(one, *WEAK):
            yield vars(one)["data"], whole
        elif type(one) is CACHED:
            self.caches.append(one.cache_clear)
        elif is_a(one, tuple):
            yield from ((item, False) for item in one[:SMALL])
        elif (watched := _watch_container(one, holds=id(one) in self._holders)) is not None:
            self.watched.append(watched)
            if whole or watched.size <= SMALL:
                values = dict.values(one) if is_a(one, dict) else list(one)
                yield from ((item, False) for item in values)
        elif type(one).__module__ in self._names and not is_a(one, Enum):
            yield from self._visit_instance(one)

    def _visit_class(self, one: type) -> Iterator[tuple[Any, bool]]:
        if one.__module__ not in self._names:
            return
        content: MappingProxyType[str, Any] = type.__dict__["__dict__"].__get__(one)
        self.watched.append(
            WatchedObject(content, dict(content), _make_class_restorer(one), len(content), holds=True)
        )
        for name, value in list(content.items()):
            if not is_a(value, *PLAIN) or not (name.startswith("__") and name.endswith("__")):
                yield value, False  # names such as `__annotations__` hold data of libraries

    def _visit_function(self, one: FunctionType) -> Iterator[tuple[Any, bool]]:
        if one.__module__ not in self._names:
            return
        yield one.__dict__, False
        yield from ((default, False) for default in one.__defaults__ or ())
        yield from ((default, False) for default in (one.__kwdefaults__ or {}).values())
        for cell in one.__closure__ or ():
            yield from self._visit_cell(cell)

    def _visit_cell(self, cell: CellType) -> Iterator[tuple[Any, bool]]:
        try:
            content = cell.cell_contents
        except ValueError:  # still empty
            return
        if is_a(content, *CELL_KINDS) and id(cell) not in self._seen:
            self._seen.add(id(cell))
            self.watched.append(WatchedObject(cell, CellType(content), _restore_cell, 1))
        yield content, False

    def _visit_instance(self, one: Any) -> Iterator[tuple[Any, bool]]:
        content = dictionary_of(one)
        if content is not None:
            yield content, False


def _split(watched: list[WatchedObject], always: set[int]) -> tuple[Tier, Tier]:
    """Divide objects by how often they are checked: often the first one, the subject, and some others."""
    often, seldom = Tier(), Tier()
    left = OFTEN_ITEMS
    for one in watched:
        fits = not often.watched or id(one.live) in always or one.size <= min(left, SMALL)
        (often if fits else seldom).watched.append(one)
        left -= one.size if fits else 0
    often.refresh()
    seldom.refresh()
    return often, seldom


def _watch_container(one: Any, *, holds: bool = False) -> WatchedObject | None:
    """Watch a built-in container or one that compares like it; a module `holds` the values of its names."""
    for kind, saver, restore in RESTORERS:
        if is_a(one, kind):
            if type(one) not in PLAIN and type(one).__eq__ is not kind.__eq__:
                return None
            undo = _restore_names if holds else restore
            return WatchedObject(one, saver(one), undo, kind.__len__(one), holds=holds)
    return None


def _restore_dict(live: Any, saved: Any) -> None:
    if type(live) is OrderedDict:
        live.clear()
        live.update(saved)
        return
    for key in [key for key in dict.keys(live) if key not in saved]:
        dict.__delitem__(live, key)
    dict.update(live, saved)


def _restore_names(live: Any, saved: Any) -> None:
    """Restore what a module holds, but for submodules: a second import would not put them there again.

    A package that has a hook for missing names finds them by itself.
    """
    if MODULE_HOOK not in saved:
        package = saved.get("__name__")
        new = [(name, value) for name, value in live.items() if name not in saved]
        saved.update(pair for pair in new if _is_submodule(package, *pair))
    _restore_dict(live, saved)


def _is_submodule(package: Any, name: Any, value: Any) -> bool:
    return is_a(value, ModuleType) and sys.modules.get(f"{package}.{name}") is value


def _restore_list(live: Any, saved: Any) -> None:
    list.__setitem__(live, slice(None), saved)


def _restore_set(live: Any, saved: Any) -> None:
    set.clear(live)
    set.update(live, saved)


def _restore_deque(live: Any, saved: Any) -> None:
    deque.clear(live)
    deque.extend(live, saved)


def _restore_bytes(live: Any, saved: Any) -> None:
    live[:] = saved


def _restore_cell(live: Any, saved: Any) -> None:
    live.cell_contents = saved.cell_contents


def _make_class_restorer(owner: type) -> Callable[[Any, Any], None]:
    def restore(live: Any, saved: Any) -> None:
        for name in [name for name in live if name not in saved]:
            type.__delattr__(owner, name)
        for name, value in saved.items():
            if live.get(name) is not value:
                type.__setattr__(owner, name, value)

    return restore


PLAIN = (dict, list, set, deque, bytearray, defaultdict, OrderedDict, Counter)
RESTORERS: tuple[tuple[Any, Callable[[Any], Any], Callable[[Any, Any], None]], ...] = (
    (dict, dict, _restore_dict),
    (list, list, _restore_list),
    (set, set, _restore_set),
    (deque, lambda live: deque(live, live.maxlen), _restore_deque),
    (bytearray, bytearray, _restore_bytes),
)
