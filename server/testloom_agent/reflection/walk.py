"""The walk through a module that describes its definitions, and whatever these need."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from types import FunctionType, ModuleType
from typing import Any

from testloom_agent.homes import home_of
from testloom_agent.instrumentation.names import is_reserved
from testloom_agent.instrumentation.program import Program
from testloom_agent.kinds import is_class, is_function, is_typed_dict
from testloom_agent.reflection.bodies.parameters.passing import Passing
from testloom_agent.reflection.bodies.parameters.tested import tested_in
from testloom_agent.reflection.databases.columns import ColumnTypes
from testloom_agent.reflection.databases.describing import connecting, location_of, storing, used_by
from testloom_agent.reflection.databases.django import (
    models_named_in,
    user_model,
)
from testloom_agent.reflection.databases.mapped import checks_of_mapped, stored_classes
from testloom_agent.reflection.databases.schemas import literals_in_queries
from testloom_agent.reflection.entries import Entries
from testloom_agent.reflection.fixtures import Offered
from testloom_agent.reflection.identities import MODULE_HOOK, class_id, found_at
from testloom_agent.reflection.members.calls.callables import CallableDescriber, as_access, is_wrapper
from testloom_agent.reflection.members.calls.fields import validators_of
from testloom_agent.reflection.members.calls.signatures import Knowledge
from testloom_agent.reflection.members.classes.attributes import AttributeDescriber
from testloom_agent.reflection.members.classes.description import (
    describe_class,
    has_constructor,
    is_dunder,
    private_entries,
    public_entries,
)
from testloom_agent.reflection.members.classes.files import ClassFiles
from testloom_agent.reflection.members.classes.inheriting import Inheritance
from testloom_agent.reflection.members.classes.lacked import lacked_by
from testloom_agent.reflection.members.classes.markers import markers_of
from testloom_agent.reflection.members.classes.namesakes import Namesakes
from testloom_agent.reflection.members.classes.unimplemented import unimplemented_in
from testloom_agent.reflection.members.frameworks.aiohttp_routes import Routes
from testloom_agent.reflection.members.frameworks.commands import Commands, as_command, function_of
from testloom_agent.reflection.members.frameworks.encoded import encoded_within
from testloom_agent.reflection.members.frameworks.tasks import task_of
from testloom_agent.reflection.members.hints.annotations import Reducer
from testloom_agent.reflection.members.supplying.neighbours import Neighbours
from testloom_agent.reflection.modules.collaborators import caught_in
from testloom_agent.reflection.modules.constants import constants_of
from testloom_agent.reflection.modules.documents_read import documents_read
from testloom_agent.reflection.modules.issuing import issuing_in
from testloom_agent.reflection.parts import Part
from testloom_agent.reflection.resolution import Resolver
from testloom_agent.reflection.sources import Sources
from testloom_agent.reflection.supply import OPENED, Supply
from testloom_agent.reflection.web.applications import Applications
from testloom_agent.reflection.web.django.forms import asked, is_filled, steps_of
from testloom_agent.reflection.web.django.management import CALLED_BY_FRAMEWORK, HANDLE, command, is_command
from testloom_agent.reflection.web.django.signals import received
from testloom_agent.reflection.web.flask.contexts import contexts, database_of
from testloom_agent.reflection.web.lookups import with_session
from testloom_agent.reflection.web.route import Route, as_request, redirects

MOST_ELSEWHERE = 20
"""How many handlers of other modules are described at most: an application may have hundreds."""
DEEPEST = 6
"""How deep nested classes are described: each may contain another one."""


class Walk:
    """Goes through a module, then through the classes that its annotations name."""

    def __init__(self, part: Part, root: str, columns: ColumnTypes, fixtures: Sequence[Offered] = ()) -> None:
        self.entries = Entries()
        self._module = module = part.module
        self._tree = part.program.tree
        self.sources = Sources(module.__name__, part.file, part.program.tree, root)
        self._reducer = Reducer()
        resolver = Resolver(module.__name__, self.sources.tree)
        self._attributes = AttributeDescriber(self.sources, resolver, self._reducer, columns)
        files = ClassFiles(root, module.__name__.partition(".")[0])
        namesakes = Namesakes(module.__name__, files, self.sources, self._attributes)
        self._passing = Passing(module.__name__, self.sources, resolver)
        routes = Routes(self.sources)
        known = Knowledge(self._reducer, vars(module), namesakes, self._passing, routes, columns)
        self._describer = CallableDescriber(self.sources, resolver, known)
        self._inheritance = Inheritance(module.__name__, self.sources)
        self._neighbours = neighbours = Neighbours(module, self.sources, resolver, files)
        self._supply = Supply(
            module,
            self.entries,
            self.sources,
            self._reducer,
            self._attributes,
            self._describer,
            neighbours,
        )
        self._fixtures = fixtures
        self._applications = Applications(fixtures)
        self._commands = Commands()
        self._seen: set[int] = set()
        self._whole: dict[type, None] = {}

    def own(self) -> None:
        """Describe what the module defines, in the order of its source."""
        find = partial(self._applications.find, self._module, self.sources.function)
        self.entries.attempt("its web application", find)
        self.entries.attempt("its commands", partial(self._commands.find, self._module))
        views = partial(self._applications.find_views, self.sources.function, self.entries.attempt)
        self.entries.attempt("its views", views)
        for name, entry in list(vars(self._module).items()):
            is_access = name == MODULE_HOOK
            if not is_reserved(name) and (is_access or not is_dunder(name)) and self._is_own(entry):
                with self.entries.privately(name.startswith("_") and not is_access):
                    self._entry(self._identity(name, entry), entry)
        for handler in self._applications.nested_in(self._module.__name__):
            if self._is_own(handler):
                self._entry(class_id(handler), handler)
        self._open_definitions()
        order = {entry["id"]: place for place, entry in enumerate(self.entries.callables)}
        self.entries.callables.sort(key=lambda entry: (entry["line"], order[entry["id"]]))
        self.entries.classes.sort(key=lambda entry: entry["line"])

    def caught(self, program: Program) -> list[str]:
        """List the exceptions that the module handles, and describe the project's own like other classes."""
        kinds = caught_in(vars(self._module), program.tree)
        for kind in kinds:
            self._reducer.reduce(kind)
        return [class_id(kind) for kind in kinds]

    def tested(self, program: Program) -> None:
        """Have the classes described that code tests values for, as items and results: tests make these."""
        for kind in tested_in(program.tree, vars(self._module)):
            self._reducer.reduce(kind)

    def is_provided(self, path: str) -> bool:
        """Check whether a name of the module is provided by its web application."""
        return self._applications.provides(vars(self._module).get(path.rpartition(":")[2]))

    def contexts(self) -> dict[str, Any]:
        """Describe the contexts of the web application, with the lookups by functions without a route."""
        own = [entry for entry in vars(self._module).values() if is_function(entry)]
        plain = [entry for entry in own if self._applications.route_of(entry) is None]
        functions = [self.sources.function(entry) for entry in plain if self.sources.defines(entry)]
        applications = self._applications.with_contexts
        connects = connecting(self._module, self.sources) if applications else ""
        stores = storing(self._module, self.sources) if applications else ""
        known = contexts(applications, self._applications.factories, functions, connects, stores)
        is_made = bool(self._applications.factories)
        given = {path: [said.kind, said.name] for path, said in self._applications.arguments.items()}
        known = {**known, "arguments": given, "location": location_of(connects, self.sources)}
        return {**known, **database_of(self._applications.app, stores, self.sources, is_made=is_made)}

    def markers(self) -> list[dict[str, str]]:
        """List and describe the decorators that mark functions, each with the parameter for a function."""
        found = []
        for marker in markers_of(self._module.__name__, self.sources):
            identity = class_id(marker.offered)
            self.entries.attempt(identity, partial(self._marker, identity, marker.offered, marker.function))
            path = f"{identity}.__call__" if is_class(marker.offered) else identity
            found.append({"path": path, "takes": marker.takes})
        return found

    def modules(self) -> Iterator[ModuleType]:
        """Yield the modules that define the classes described so far."""
        for name in dict.fromkeys(entry["id"].partition(":")[0] for entry in self.entries.classes):
            if isinstance(module := sys.modules.get(name), ModuleType):
                yield module

    def constants(self, trees: Iterable[ast.AST]) -> Iterator[Any]:
        """Yield the constants of these trees, and of code elsewhere that the module reaches.

        The latter are the functions that parameters are passed to, and the subclasses that complete a class.
        """
        whole = [node for kind in self._whole if (node := self.sources.class_(kind)) is not None]
        trees = list(dict.fromkeys([*trees, *self._passing.elsewhere, *whole]))
        for tree in trees:
            yield from constants_of(tree)
            if tree is self._tree:
                yield from encoded_within(tree, vars(self._module))
        if "sqlite3" in sys.modules:
            yield from literals_in_queries(trees)

    def stored(self) -> None:
        """Have the classes described of which objects are stored, wherever they are defined."""
        users = [user_model()] if self._applications.has_views else []
        used = partial(used_by, sources=self.sources)
        stored = stored_classes(self._module, used)
        for kind in (*stored, *models_named_in(self._module), *users):
            if kind is not None:
                self._reducer.reduce(kind)
        is_verified = bool(stored) or self._applications.has_routes
        for function in issuing_in(self._module, used(self._module)) if is_verified else ():
            path = class_id(function)
            is_plain = self._applications.route_of(function) is None and self.sources.holds(home_of(function))
            if is_plain and found_at(*path.split(":")) is function:
                self.entries.attempt(path, partial(self._function_elsewhere, path, function))

    def named(self) -> None:
        """Describe the classes of the project that annotations name, and what makes their instances."""
        self._supply.named()

    def documents(self, tree: ast.Module) -> list[dict[str, Any]]:
        """List the lookups in documents that the module reads, itself or in project code that it calls."""
        return documents_read(self._module, tree, self._passing, self.sources)

    def _open_definitions(self) -> None:
        """Make the definition of a private metaclass public if users reach it by public classes."""
        classes = self.entries.classes
        public = {entry["metaclass"] for entry in classes if "._" not in entry["id"].replace(":", ".")}
        for described in self.entries.callables:
            if described["kind"] == "definition" and described["id"] in public:
                described["is_private"] = False

    def offered(self) -> None:
        """Describe the fixtures whose values may stand where the module wants objects of classes."""
        known = {*self._reducer.classes, *self._supply.described}
        for fixture in self._fixtures:
            kind = fixture.as_one_of(known)
            is_wanted = class_id(fixture.kind) in OPENED or self._applications.wants(fixture)
            if kind is not None or is_wanted:
                self.entries.callables.append(fixture.describe(self._reducer.reduce(kind or fixture.kind)))
        others = self._applications.elsewhere(self._module.__name__)
        read = (pair for pair in others if self.sources.tree(home_of(pair[0])) is not None)
        with self._passing.aside():
            for handler, route in islice(read, MOST_ELSEWHERE):
                identity = class_id(handler)
                self.entries.attempt(identity, partial(self._handler_elsewhere, identity, handler, route))
        if self._applications.has_views and (users := user_model()) is not None:
            user = self._reducer.reduce(users)
            self.entries.callables += [login_of(user) for login_of in self._applications.logins]

    def _function_elsewhere(self, identity: str, function: Any) -> None:
        described = self._describer.function(identity, function)
        self.entries.callables.append({**described, "in_subject": False, "line": 0})

    def _handler_elsewhere(self, identity: str, handler: Any, route: Route) -> None:
        """Describe a handler of another module; requests to it prepare those to the module's own handlers."""
        described = self._describer.function(identity, handler)
        reached = as_request(described, route, redirects(handler))
        self.entries.callables.append({**reached, "in_subject": False, "line": 0})

    def join(self, companion: Walk) -> None:
        """Take in what a companion defines."""
        companion.own()
        companion.named()
        self.entries.join(companion.entries)

    def _identity(self, name: str, entry: Any) -> str:
        """Find the path of an entry: in the public module that has it, as in annotations, or here."""
        public = class_id(entry) if hasattr(entry, "__qualname__") else ""
        is_there = public.endswith(f":{name}") and found_at(*public.split(":")) is entry
        return public if is_there else f"{self._module.__name__}:{name}"

    def _is_own(self, entry: Any) -> bool:
        if (task := task_of(entry)) is not None:
            return self._is_own(task.function)
        if (function := function_of(entry)) is not None:
            return function_of(function) is None and self._is_own(function)
        if not (is_class(entry) or is_function(entry) or is_wrapper(entry)):
            return False
        if id(entry) in self._seen or not self.sources.defines(entry):
            return False
        self._seen.add(id(entry))
        return True

    def _entry(self, identity: str, entry: Any) -> None:
        if is_class(entry):
            self.entries.attempt(identity, lambda: self._class(entry, identity))
        elif not self._applications.is_hook(entry):
            described = partial(self._function, identity, entry)
            self.entries.attempt(identity, lambda: self.entries.callables.append(described()))

    def _function(self, identity: str, entry: Any) -> dict[str, Any]:
        if identity.endswith(f":{MODULE_HOOK}"):
            return as_access(self._describer.function(identity, entry))
        if (task := task_of(entry)) is not None:
            return self._describer.function(identity, task.function, is_bound=task.is_bound)
        if (command := self._commands.of(entry)) is not None:
            return as_command(self._describer.function(identity, function_of(entry) or entry), command)
        described = received(self._describer.function(identity, entry), entry, self._reducer)
        return self._through_route(described, entry)

    def _through_route(self, described: dict[str, Any], entry: Any) -> dict[str, Any]:
        """Describe a function or method by the request that reaches it, if there is one."""
        route = self._applications.route_of(entry)
        if route is None:
            return described
        return as_request(with_session(described, self.sources.function(entry)), route, redirects(entry))

    def _class(self, kind: type, identity: str) -> None:
        self._supply.described.add(kind)
        described = describe_class(kind, self.sources, self._attributes, in_subject=True)
        missing = self._supply.missing(kind, identity)
        lacked = lacked_by(kind, self.sources)
        for near in self._neighbours.whole(kind) if lacked or missing else ():
            self._reducer.reduce(near)
            self._whole[near] = None
        unimplemented = unimplemented_in(kind, self.sources)
        self.entries.classes.append(
            {
                **described,
                "id": identity,
                "missing": missing,
                "lacked": lacked,
                "unimplemented": unimplemented,
            }
        )
        self.entries.attempt(identity, lambda: self._supply.definition(kind, identity, True))
        is_reached = self._applications.is_reached(kind)
        is_made = (has_constructor(kind) or inspect.isabstract(kind)) and not issubclass(kind, type)
        if is_made and not is_reached:
            self.entries.attempt(
                identity, lambda: self._supply.constructor(kind, identity, not is_typed_dict(kind))
            )
        self._supply.implementations(kind, identity)
        self._members(kind, identity)
        self.entries.callables += self._applications.inherited_by(kind, identity, described["line"])
        self.entries.callables += asked(kind, identity, described["line"], self._reducer)
        is_called = not is_reached and not is_filled(kind) and not is_command(kind)
        for name, entry in self._inheritance.entries(kind) if is_called else ():
            self.entries.attempt(f"{identity}.{name}", partial(self._inherited, kind, identity, name, entry))

    def _members(self, kind: type, identity: str) -> None:
        """Describe the methods of a class and the classes within it, the private ones last."""
        skipped = validators_of(kind) | checks_of_mapped(kind) | steps_of(kind)
        skipped |= CALLED_BY_FRAMEWORK if is_command(kind) else set()
        for name, entry in public_entries(kind, self._module.__name__, self.sources):
            if is_class(entry) and name not in skipped:
                is_near = identity.partition(":")[2].count(".") < DEEPEST
                if not name.startswith("_") and is_near and self._is_own(entry):
                    self._class(entry, f"{identity}.{name}")
            elif name not in skipped:
                self.entries.attempt(f"{identity}.{name}", partial(self._method, kind, identity, name, entry))
        with self.entries.privately():
            for name, entry in private_entries(kind, self.sources):
                if name not in skipped:
                    self.entries.attempt(
                        f"{identity}.{name}", partial(self._method, kind, identity, name, entry)
                    )

    def _inherited(self, kind: type, identity: str, name: str, entry: Any) -> None:
        described = self._describer.method(kind, identity, name, entry)
        if described is not None:
            hooks = [[f".{hook}", []] for hook in self._inheritance.private_calls(kind, entry)]
            known = [name for name, _ in described["private_calls"]]
            calls = [*described["private_calls"], *(hook for hook in hooks if hook[0] not in known)]
            self.entries.callables.append({**described, "line": 0, "private_calls": calls})

    def _method(self, kind: type, identity: str, name: str, entry: Any) -> None:
        described = self._describer.method(kind, identity, name, entry)
        if described is None:
            return
        if name == HANDLE and is_command(kind):
            self.entries.callables.append(command(described, kind, self.sources))
        else:
            self.entries.callables.append(self._through_route(described, entry))

    def _marker(self, identity: str, offered: Any, function: FunctionType) -> None:
        known = {entry["id"] for entry in self.entries.callables}
        if is_class(offered):
            self._reducer.reduce(offered)
            described = self._describer.method(offered, identity, function.__name__, function)
        else:
            described = self._describer.function(identity, function)
        if described is not None and described["id"] not in known:
            self.entries.callables.append({**described, "in_subject": False})
