"""Makers: callables that yield instances of a class, and the success of tests that use them.

A class may have several makers: its constructor, those of its subclasses, functions that return it. If
a maker yields useless objects, such as a constructor that only the module itself can call properly,
tests that use it make no sense more often, and it is chosen less.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable as Function
from collections.abc import Iterable
from random import Random

from testloom.model.statements import TestCase
from testloom.model.subject import Callable, Subject, SubjectClass
from testloom.model.texts.names import is_fixture
from testloom.search.providers.inputs.types.library import library_factory


class Makers:
    """The makers of each class's instances; initially the first of them is preferred."""

    def __init__(self, subject: Subject) -> None:
        self._classes = subject.classes
        self._makers = _makers(subject)
        self.fixtures = _fixtures(subject)
        """The fixtures that provide an instance of each class, so that a test need not make one."""
        self._fared: dict[str, list[int]] = {}
        self._contested = self._rivals()
        self._tried: set[str] = set()

    def has_untried(self, class_id: str) -> bool:
        """Check whether there is a maker of the class that has never been chosen."""
        return any(maker.id not in self._tried for maker in self._makers.get(class_id, ()))

    def choose(self, class_id: str, rng: Random) -> Callable | None:
        """Choose a maker of the class; None if there is none."""
        makers = self._makers.get(class_id)
        if not makers:
            return library_factory(class_id)
        weights = [self._trust(maker) for maker in makers]
        weights[0] *= len(makers)
        chosen = makers[0] if len(makers) == 1 else rng.choices(makers, weights)[0]
        self._tried.add(chosen.id)
        return chosen

    def add(self, class_id: str, maker: Callable) -> None:
        """Take what was seen to return an instance of a class of the subject."""
        makers = self._makers.setdefault(class_id, [])
        if class_id in self._classes and maker not in makers and library_factory(class_id) is None:
            makers.append(maker)
            self._contested = self._rivals()

    def note(self, case: TestCase, made_sense: bool) -> None:
        """Learn how a test fared that may use makers which have rivals."""
        if not self._contested:
            return
        for statement in case.calls:
            if statement.callable in self._contested:
                self._fared.setdefault(statement.callable, [1, 1])[made_sense] += 1

    def _trust(self, maker: Callable) -> float:
        senseless, sensible = self._fared.get(maker.id, (1, 1))
        return sensible / (sensible + senseless)

    def _rivals(self) -> frozenset[str]:
        return frozenset(maker.id for makers in self._makers.values() if len(makers) > 1 for maker in makers)


def _makers(subject: Subject) -> dict[str, list[Callable]]:
    """What yields instances of each class: what reads one from text, its constructor, then the others.

    What is looked for in the bodies of classes is made by functions rather than by its constructor. Classes
    of the standard library that have a factory of ours are left to it.
    """
    collected = {class_id for called in subject.callables.values() for class_id in called.collects}
    makers: dict[str, list[Callable]] = {}
    for known in subject.classes.values():
        constructor = subject.callables.get(known.id)
        if constructor is None or known.is_abstract or library_factory(known.id) is not None:
            continue
        bases = [known.id] if constructor.is_private else _with_bases(known, subject.classes.get)
        for class_id in bases:
            makers.setdefault(class_id, []).append(constructor)
    for class_id, found in makers.items():
        found.sort(key=lambda maker: maker.id != class_id)
    for called in subject.callables.values():
        returns_instance = called.returns.is_class and library_factory(called.returns.name) is None
        returns_instance = returns_instance and not (called.is_private or is_fixture(called.id))
        is_maker = called.kind in ("function", "classmethod", "staticmethod")
        if returns_instance and (is_maker or (called.kind == "method" and not called.in_subject)):
            found = makers.setdefault(called.returns.name, [])
            is_first = _reads_text(called) or (not called.in_subject and called.returns.name in collected)
            found.insert(0 if is_first else len(found), called)
    return makers


def _fixtures(subject: Subject) -> dict[str, list[Callable]]:
    """The fixtures that give instances of each class, or of one that is derived from it."""
    found: dict[str, list[Callable]] = {}
    for called in subject.callables.values():
        if is_fixture(called.id):
            known = subject.classes.get(called.returns.name)
            names = [called.returns.name] if known is None else _with_bases(known, subject.classes.get)
            for name in names:
                found.setdefault(name, []).append(called)
    return found


def _reads_text(called: Callable) -> bool:
    return any(parameter.type.name == "format" for parameter in called.parameters)


def _with_bases(known: SubjectClass, find: Function[[str], SubjectClass | None]) -> Iterable[str]:
    """The class and all its bases; ids are names, which a class and its base may share."""
    found = {known.id: None}
    pending = deque(known.bases)
    while pending:
        base = pending.popleft()
        if base not in found:
            found[base] = None
            parent = find(base)
            pending.extend(() if parent is None else parent.bases)
    return found
