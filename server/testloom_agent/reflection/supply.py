"""What makes the instances of classes that a module needs, wherever they are defined."""

from __future__ import annotations

import enum
from functools import partial
from types import ModuleType
from typing import Any

from testloom_agent.reflection.databases.django import (
    is_model,
    links_of,
    models_queried_by,
    storing_links,
    through_managers,
    without_details,
)
from testloom_agent.reflection.entries import Entries
from testloom_agent.reflection.identities import OFFERED_WHOLE, class_id
from testloom_agent.reflection.members.calls.callables import CallableDescriber
from testloom_agent.reflection.members.classes.attributes import AttributeDescriber
from testloom_agent.reflection.members.classes.definitions import missing_in
from testloom_agent.reflection.members.classes.description import describe_class, has_constructor
from testloom_agent.reflection.members.hints.annotations import Reducer, make
from testloom_agent.reflection.members.supplying.makers import kinds_of, makers_of
from testloom_agent.reflection.members.supplying.neighbours import Neighbours
from testloom_agent.reflection.members.supplying.suppliers import external_suppliers
from testloom_agent.reflection.sources import Sources
from testloom_agent.reflection.web.django.forms import filled
from testloom_agent.reflection.web.fastapi.overriding import SESSIONS

OPENED = ("sqlite3:Connection", *SESSIONS)
ANSWERED = ("httpx:AsyncClient", "httpx:Client", "httpx:Response")
"""Classes whose constructors do not make useful instances."""


class Supply:
    """Describes constructors and other makers of instances, and the classes that annotations name.

    `described` are the classes that need no further description.
    """

    def __init__(
        self,
        module: ModuleType,
        entries: Entries,
        sources: Sources,
        reducer: Reducer,
        attributes: AttributeDescriber,
        describer: CallableDescriber,
        neighbours: Neighbours,
    ) -> None:
        self.described: set[type] = set()
        self._module = module
        self._entries = entries
        self._sources = sources
        self._reducer = reducer
        self._attributes = attributes
        self._describer = describer
        self._neighbours = neighbours
        self._collected: dict[type, list[Any]] = {}
        self._protocols: dict[str, list[str]] = {}

    def named(self) -> None:
        """Describe the classes of the project that annotations name, what their constructors name, and so on.

        Methods by which they make one another are described last.
        """
        self._makers()
        self._named_classes()
        elsewhere = [kind for kind in self._reducer.classes if self._sources.is_project(kind)]
        for owner, name, entry, made in self._neighbours.methods_between(elsewhere):
            self._add_maker(made, self._describer.method(owner, class_id(owner), name, entry))
        self._named_classes()
        for described in self._entries.classes:
            known = described["bases"]
            known += [name for name in self._protocols.get(described["id"], ()) if name not in known]

    def _makers(self) -> None:
        """Describe how to make the values that hooks look for in class bodies."""
        for kind, makers in self._collected.items():
            known = {entry["id"]: entry for entry in self._entries.callables}
            for maker in makers:
                identity, returns = class_id(maker), self._reducer.reduce(kind)
                if identity not in known:
                    described = self._describer.function(identity, maker)
                    self._entries.callables.append({**described, "returns": returns, "in_subject": False})
                elif known[identity]["returns"]["name"] == "any":
                    known[identity]["returns"] = returns

    def _named_classes(self) -> None:
        while pending := [kind for kind in self._reducer.classes if kind not in self.described]:
            for kind in pending:
                self.described.add(kind)
                if self._sources.is_project(kind):
                    self._entries.attempt(class_id(kind), partial(self._supplier, kind))
                else:
                    self._entries.attempt(class_id(kind), partial(self._external, kind))

    def _supplier(self, kind: type) -> None:
        missing = self.missing(kind, class_id(kind))
        described = describe_class(kind, self._sources, self._attributes, in_subject=False)
        self._entries.classes.append({**described, "missing": missing})
        beside = self._makers_beside(kind)
        if issubclass(kind, type):
            self.definition(kind, class_id(kind), False)
        elif has_constructor(kind) and not (kind.__name__.startswith("_") and beside):
            self.constructor(kind, class_id(kind), False)

    def _external(self, kind: type) -> None:
        identity = class_id(kind)
        if is_model(kind):
            self.constructor(kind, identity, False, is_own=False)
            return
        if identity in (*OPENED, *ANSWERED) or identity.partition(":")[0] in OFFERED_WHOLE:
            return  # value providers make these from the lookups in the code
        known = {entry["id"] for entry in self._entries.callables}
        found = external_suppliers(kind, vars(self._module), self._describer.required(kind))
        self._entries.callables += [entry for entry in found if entry["id"] not in known]
        if found:
            described = describe_class(kind, self._sources, self._attributes, in_subject=False)
            self._entries.classes.append(described)

    def _makers_beside(self, kind: type) -> bool:
        """Describe other sources of a class's instances in the package; returns whether any are functions."""
        if issubclass(kind, (type, BaseException, enum.Enum)):
            return False
        functions = self._neighbours.functions(kind)
        for function in functions:
            self._add_maker(kind, self._describer.function(class_id(function), function))
        if has_constructor(kind):
            for name, entry in self._neighbours.class_methods(kind).items():
                self._add_maker(kind, self._describer.method(kind, class_id(kind), name, entry))
        else:
            for near in self._neighbours.subclasses(kind):
                self._reducer.reduce(near)
            self.implementations(kind, class_id(kind))
        return bool(functions) or bool(self._collected.get(kind))

    def missing(self, kind: type, identity: str) -> list[dict[str, Any]]:
        """Describe the members that a subclass adds to a class."""
        return missing_in(kind, partial(self._describer.method, kind, identity), self._sources)

    def constructor(self, kind: type, identity: str, in_subject: bool, is_own: bool = True) -> None:
        """Describe the constructor of a class, and what makes stored objects with the same values.

        Of a class that is not the project's own, only what the subject uses is described.
        """
        described = filled(self._describer.constructor(kind, identity, in_subject), kind, self._reducer)
        described = described if is_own else without_details(described, self._sources.asked)
        if not models_queried_by(kind):
            self._entries.callables.append(described)
        for made in through_managers(described, kind):
            self._add_maker(kind, made)
        for path, through, linked in links_of(kind):
            link = filled(self._describer.constructor(through, path, False), through, self._reducer)
            self._entries.callables.append({**storing_links(link, path, linked), "returns": make("any")})

    def definition(self, kind: type, identity: str, in_subject: bool) -> None:
        """Describe what defining a subclass needs, and what makes the values in its body."""
        described = self._describer.definition(kind, identity, in_subject)
        if described is None:
            return
        self._entries.callables.append(described)
        for collected in self._describer.collected(kind):
            for made in kinds_of(collected):
                self._reducer.reduce(made)
            self._collected[collected] = makers_of(collected, [self._module], self._sources.function)

    def implementations(self, protocol: type, identity: str) -> None:
        """Note the classes that have the methods of a protocol."""
        for alike in self._neighbours.implementations(protocol):
            self._protocols.setdefault(self._reducer.reduce(alike)["name"], []).append(identity)

    def _add_maker(self, kind: type, described: dict[str, Any] | None) -> None:
        if described is not None and all(entry["id"] != described["id"] for entry in self._entries.callables):
            returns = self._reducer.reduce(kind)
            self._entries.callables.append({**described, "returns": returns, "in_subject": False})
