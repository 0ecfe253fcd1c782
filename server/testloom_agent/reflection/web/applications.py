"""The web applications that a module's functions belong to: its own, or those that include its router.

Only frameworks that the project has imported itself are considered. A test needs the framework's own client:
if that cannot be imported, there are no routes.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

from testloom_agent.homes import home_of
from testloom_agent.kinds import dictionary_of, is_a, is_function
from testloom_agent.reflection.bodies.lookups.aiohttp_requests import knows_requests
from testloom_agent.reflection.fixtures import Offered
from testloom_agent.reflection.identities import class_id
from testloom_agent.reflection.members.hints.annotations import Type
from testloom_agent.reflection.web.django import api, views
from testloom_agent.reflection.web.django.api import Inherited, inherited
from testloom_agent.reflection.web.factories import Argument, is_made_near, made_by_factory
from testloom_agent.reflection.web.fastapi import asgi
from testloom_agent.reflection.web.fastapi.overriding import OVERRIDDEN
from testloom_agent.reflection.web.flask import wsgi
from testloom_agent.reflection.web.importing import import_application
from testloom_agent.reflection.web.lookups import SourceOf
from testloom_agent.reflection.web.route import Route, as_request


class Framework(NamedTuple):
    """A framework's classes of applications and routers, and what `includes` a router in an application."""

    module: str
    application: str
    routers: str
    router: str
    includes: str


Attempt = Callable[[str, Callable[[], Any]], None]
"""Describes something; if that fails, reports it by the given name."""
FASTAPI = "fastapi:FastAPI.include_router"
FLASK, QUART = "flask:Flask.register_blueprint", "quart:Quart.register_blueprint"
LOCALS = ".<locals>."
"""What the qualified name of a function has that another one defines."""
PLAIN = "flask:Flask"
"""What makes an application for the code of an extension, as no module of its package makes one."""
FRAMEWORKS = (
    Framework("fastapi.applications", "FastAPI", "fastapi.routing", "APIRouter", FASTAPI),
    Framework("flask.app", "Flask", "flask.blueprints", "Blueprint", FLASK),
    Framework("quart.app", "Quart", "quart.blueprints", "Blueprint", QUART),
    Framework("starlette.applications", "Starlette", "", "", ""),
)


class Applications:
    """The routes and hooks of the applications that loaded modules hold."""

    def __init__(self, fixtures: Sequence[Offered] = ()) -> None:
        self._routes: dict[int, Route] = {}
        self._handlers: dict[int, Any] = {}
        self._inherited: dict[type, dict[Inherited, Route]] = {}
        self._hooks: set[int] = set()
        self._views: set[type] = set()
        self.with_contexts: list[str] = []
        """The applications that have contexts, by path or by the id of a fixture; fixtures come first."""
        self.factories: list[str] = []
        """The paths of the factories among them, whose applications no module holds."""
        self.arguments: dict[str, Argument] = {}
        """The configurations for tests that factories are given, by the paths of the factories."""
        self.app: Any = None
        """The first application that has contexts, which a module holds or a factory has made, if any."""
        self._fixtures = fixtures
        self._clients = {id(one.app): one for one in reversed(fixtures) if one.app is not None}

    def find(self, module: ModuleType, source: SourceOf) -> None:
        """Look for applications, first in this module; the source of a function tells what it looks up.

        Where none is held, and no fixture gives one, it is what a factory of the project makes. Of a router
        that none of them includes, an application is made, as tests do then, too.
        """
        known = [framework for framework in FRAMEWORKS if framework.module in sys.modules]
        if knows_requests(vars(module)):  # the application's code has the routes to its handlers
            import_application(module, ("Application(", "add_"))
        for framework in known if not self._clients else ():
            _import_including(module, framework)
        others = [other for other in list(sys.modules.values()) if other is not module] if known else []
        seen: set[int] = set()
        for framework in known:
            kind = vars(sys.modules[framework.module])[framework.application]
            for client in self._clients.values():
                if is_a(client.app, kind):
                    seen.add(id(client.app))
                    self._take("", framework, client.app, source)
            has_contexts = framework.application == "Flask"
            if has_contexts:
                self.with_contexts += [one.id for one in self._fixtures if issubclass(one.kind, kind)]
            for path, app in _held((module, *others), seen, kind):
                if has_contexts:
                    self.app = self.app if self.with_contexts else app
                    self.with_contexts.append(path)
                self._take(path, framework, app, source)
            if not seen and not self.with_contexts and (found := made_by_factory(module, kind)) is not None:
                path, app, argument = found
                self.arguments |= {path: argument} if argument is not None else {}
                self.with_contexts += [path] if has_contexts else []
                self.factories += [path] if has_contexts else []
                self.app = app if has_contexts else self.app
                self._take(path, framework, app, source, is_factory=True)
            for path, router in _held((module,), seen, *_routers_of(framework)):
                self._take(path, framework, _including(router, framework, kind, module), source, is_made=True)
            is_base = any(other.application == "Quart" for other in known)  # which imports Flask for itself
            if has_contexts and not (is_base or seen or self.with_contexts or is_made_near(module, kind)):
                self.with_contexts, self.factories = [PLAIN], [PLAIN]

    def find_views(self, source: SourceOf, attempt: Attempt) -> None:
        """Look for the views of a Django project, if its tests have the client of the plugin for them.

        Each is an attempt of its own: one that cannot be described hides no other.
        """
        clients = (one for one in self._fixtures if class_id(one.kind) == views.CLIENT)
        if (client := next(clients, None)) is not None:
            for leaf in views.leaves():
                attempt(f"the view at {leaf.path}", partial(self._take_view, leaf, client.id, source))

    @property
    def has_routes(self) -> bool:
        """Whether requests reach functions."""
        return bool(self._routes)

    @property
    def has_views(self) -> bool:
        """Whether requests are sent through a client of Django."""
        clients = {one.id for one in self._fixtures if class_id(one.kind) == views.CLIENT} | {api.CLIENT}
        return any(route.client in clients for route in self._all_routes())

    @property
    def logins(self) -> list[Callable[[Type], dict[str, Any]]]:
        """Functions that describe the login of each client of Django in use."""
        is_api_used = any(route.client == api.CLIENT for route in self._all_routes())
        return [views.login_of, *([api.login_of] if is_api_used else [])]

    def wants(self, fixture: Offered) -> bool:
        """Check whether a fixture yields the client of requests, or the application of contexts."""
        is_client = any(route.client == fixture.id for route in self._routes.values())
        return is_client or fixture.id in self.with_contexts

    def route_of(self, function: Any) -> Route | None:
        """Return the route by which requests reach a function; None if there is none."""
        return self._routes.get(id(function))

    def elsewhere(self, module: str) -> Iterator[tuple[Any, Route]]:
        """Yield the handlers that other modules have in the same applications as a module.

        Handlers come first whose paths begin like those of the module, as they mostly concern the same
        objects.
        """
        pairs = [(handler, self._routes[key]) for key, handler in self._handlers.items()]
        own = [route for handler, route in pairs if home_of(handler) == module]
        applications = {(route.client, route.app) for route in own}
        beginnings = {_beginning(route) for route in own}
        others = (
            (handler, route)
            for handler, route in pairs
            if (route.client, route.app) in applications and home_of(handler) != module and not route.includes
        )
        yield from sorted(others, key=lambda pair: _beginning(pair[1]) not in beginnings)

    def nested_in(self, module: str) -> Iterator[Any]:
        """Yield the handlers that functions of a module define when they make an application."""
        for handler in filter(is_function, self._handlers.values()):
            if home_of(handler) == module and LOCALS in handler.__qualname__:
                yield handler

    def inherited_by(self, kind: type, identity: str, line: int) -> Iterator[dict[str, Any]]:
        """Yield the methods that a view class inherits from its framework, described by their requests."""
        for action, route in self._inherited.get(kind, {}).items():
            yield as_request(inherited(action, identity, line), route, redirects=False)

    def is_reached(self, kind: type) -> bool:
        """Check whether a class is a view, whose objects only the framework makes, for requests."""
        return kind in self._views or (self.has_views and views.is_view(kind))

    def is_hook(self, function: Any) -> bool:
        """Check whether only an application calls a function, such as a handler of errors."""
        return id(function) in self._hooks

    def provides(self, value: Any) -> bool:
        """Check whether a value stands for a part of the current request, or does what only views do."""
        is_shortcut = is_function(value) and value.__module__ == "django.shortcuts"
        is_proxy = type(value).__module__ == "werkzeug.local"
        return bool(self._routes or self.with_contexts) and (is_shortcut or is_proxy)

    def _all_routes(self) -> Iterator[Route]:
        yield from self._routes.values()
        for routes in self._inherited.values():
            yield from routes.values()

    def _take_view(self, leaf: views.Leaf, client: str, source: SourceOf) -> None:
        for view, route in views.routes(leaf, client, source):
            if is_a(view, Inherited):
                self._inherited.setdefault(view.kind, {}).setdefault(view, route)
            else:
                self._routes.setdefault(id(view), route)

    def _take(
        self,
        path: str,
        framework: Framework,
        app: Any,
        source: SourceOf,
        *,
        is_made: bool = False,
        is_factory: bool = False,
    ) -> None:
        given, base_url = self._clients.get(id(app)), ""
        dialect = wsgi.DIALECTS.get(framework.module)
        if dialect is not None:
            found, hooks = wsgi.routes(app, path, dialect, source), wsgi.hooks(app)
        elif _is_there(client := asgi.CLIENTS[framework.module]):
            is_ready, base_url = given is not None, asgi.base_url_of(app)
            found, hooks = asgi.routes(app, path, client, source, is_ready=is_ready), asgi.hooks(app)
        else:
            return
        for function, route in found:
            if (is_made or is_factory) and any(field.argument == OVERRIDDEN for field in route.fields):
                continue  # there is no application yet whose dependencies a test could override
            there = route if given is None else route._replace(client=given.id, app="")
            includes = framework.includes if is_made else ""
            there = there._replace(includes=includes, is_factory=is_factory, base_url=base_url)
            self._handlers.setdefault(id(function), function)
            self._routes.setdefault(id(function), there)
        self._hooks |= {id(hook) for hook in hooks}
        self._views |= set((asgi if dialect is None else wsgi).view_classes(app))


def _beginning(route: Route) -> str:
    """Return the first part of a path."""
    return route.path.strip("/").partition("/")[0]


def make_ready(module: ModuleType) -> None:
    """Load what requests need, as describing a module does, so that processes forked later have it."""
    with suppress(Exception):  # the description reports the error
        Applications().find(module, lambda _: None)


def _held(modules: Iterable[ModuleType], seen: set[int], *kinds: type) -> Iterator[tuple[str, Any]]:
    """Yield the objects of these classes under public names of modules, with their paths, each once."""
    for module in modules if kinds else ():
        for name, value in list((dictionary_of(module) or {}).items()):
            if is_a(value, *kinds) and id(value) not in seen and not name.startswith("_"):
                seen.add(id(value))
                yield f"{module.__name__}:{name}", value


def _routers_of(framework: Framework) -> Iterator[type]:
    """Yield the class of a framework's routers, if it has one."""
    found = getattr(sys.modules.get(framework.routers), framework.router, None)
    if found is not None:
        yield found


def _import_including(module: ModuleType, framework: Framework) -> None:
    """Import the application that the routers of a module belong to, unless one is loaded."""
    kind = vars(sys.modules[framework.module])[framework.application]
    has_routers = any(_held((module,), set(), *_routers_of(framework)))
    if has_routers and not any(_held(list(sys.modules.values()), set(), kind)):
        method = framework.includes.rpartition(".")[2]
        import_application(module, (f"{framework.application}(", f".{method}("))


def _including(router: Any, framework: Framework, kind: type, module: ModuleType) -> Any:
    """Create an application that includes a router, without a trace in the router."""
    app = kind(module.__name__) if framework.module in wsgi.DIALECTS else kind()
    before = dict(vars(router))
    getattr(app, framework.includes.rpartition(".")[2])(router)
    vars(router).update(before)
    return app


def _is_there(client: str) -> bool:
    """Check whether the class of a client can be imported, which requires an optional library."""
    try:
        with warnings.catch_warnings():  # they address authors of tests
            warnings.simplefilter("ignore")
            importlib.import_module(client.partition(":")[0])
    except (ImportError, RuntimeError):
        return False
    return True
