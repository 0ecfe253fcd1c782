"""Attributes that methods of a class use and that its own objects were seen to lack.

A mixin and the base class of a template method leave them to subclasses, and no annotation says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from testloom.model.execution import RaisedException
from testloom.model.statements import ClassStatement, TestCase
from testloom.model.subject import LackedAttribute, SubjectClass
from testloom.model.texts.names import DEFINED


@dataclass(slots=True)
class Lacks:
    """Remembers the lacking attributes by class, in the order in which tests found them."""

    classes: Mapping[str, SubjectClass] = field(default_factory=dict)
    _seen: dict[str, dict[str, LackedAttribute]] = field(default_factory=dict)

    def note(self, case: TestCase, error: RaisedException) -> None:
        """Learn what an exception says that an object lacked; of a test's own class its base lacks it."""
        missing = error.lacks
        if missing is None or not missing.of:
            return
        kinds = [missing.of]
        if missing.of.startswith(DEFINED):
            own = (statement for statement in case if isinstance(statement, ClassStatement))
            kinds = [base for kind in own if kind.name == missing.class_name for base in kind.bases]
        for kind in kinds:
            if (lacked := self.lacked(kind, missing.name)) is not None:
                is_of_class = lacked.is_of_class or missing.is_class
                self._seen.setdefault(kind, {})[missing.name] = replace(lacked, is_of_class=is_of_class)

    def seen(self, class_id: str) -> Sequence[LackedAttribute]:
        """List the attributes that objects of a class were seen to lack."""
        return list(self._seen.get(class_id, {}).values())

    def lacked(self, class_id: str, name: str) -> LackedAttribute | None:
        """Find how methods of a class use an attribute that it lacks; None if they do not use it."""
        if (seen := self._seen.get(class_id, {}).get(name)) is not None:
            return seen
        known = self.classes.get(class_id)
        return next((entry for entry in known.lacked if entry.name == name), None) if known else None
