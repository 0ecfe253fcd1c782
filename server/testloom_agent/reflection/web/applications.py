"""The web applications that a module's functions belong to: its own, or those that include its router.

Only frameworks that the project has imported itself are looked at. A test needs the framework's own client:
if that cannot be imported, there are no routes.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Iterable, Iterator
from contextlib import suppress
from types import ModuleType
from typing import Any, NamedTuple

from testloom_agent.kinds import is_a
from testloom_agent.reflection.web import asgi, wsgi
from testloom_agent.reflection.web.asgi import SourceOf
from testloom_agent.reflection.web.route import Route


class Framework(NamedTuple):
    """Where the class of applications is, that of routers, and what makes an application of a router."""

    module: str
    application: str
    routers: str
    router: str
    includes: str


FASTAPI = "fastapi:FastAPI.include_router"
FLASK = "flask:Flask.register_blueprint"
FRAMEWORKS = (
    Framework("fastapi.applications", "FastAPI", "fastapi.routing", "APIRouter", FASTAPI),
    Framework("flask.app", "Flask", "flask.blueprints", "Blueprint", FLASK),
    Framework("starlette.applications", "Starlette", "", "", ""),
)


class Applications:
    """The routes and hooks of the applications that loaded modules hold."""

    def __init__(self) -> None:
        self._routes: dict[int, Route] = {}
        self._hooks: set[int] = set()

    def find(self, module: ModuleType, source: SourceOf) -> None:
        """Look for applications, first in this module; the source of a function tells what it looks up.

        Of a router that none of them includes, an application is made, as tests do then, too.
        """
        known = [framework for framework in FRAMEWORKS if framework.module in sys.modules]
        others = [other for other in list(sys.modules.values()) if other is not module] if known else []
        seen: set[int] = set()
        for framework in known:
            kind = vars(sys.modules[framework.module])[framework.application]
            for path, app in _held((module, *others), seen, kind):
                self._take(path, framework, app, source)
            for path, router in _held((module,), seen, *_routers_of(framework)):
                self._take(path, framework, _including(router, framework, kind, module), source, is_made=True)

    def route_of(self, function: Any) -> Route | None:
        """The route by which requests reach a function; None if there is none."""
        return self._routes.get(id(function))

    def is_hook(self, function: Any) -> bool:
        """Whether only an application calls a function, as it does those that handle errors."""
        return id(function) in self._hooks

    def provides(self, value: Any) -> bool:
        """Whether a value stands for a part of the request under way, which a request gives it."""
        return bool(self._routes) and type(value).__module__ == "werkzeug.local"

    def _take(
        self, path: str, framework: Framework, app: Any, source: SourceOf, *, is_made: bool = False
    ) -> None:
        if framework.application == "Flask":
            found, hooks = wsgi.routes(app, path, source), wsgi.hooks(app)
            app.config["PROPAGATE_EXCEPTIONS"] = True  # else errors of the code are pages that say so
        elif _is_there(client := asgi.CLIENTS[framework.module]):
            found, hooks = asgi.routes(app, path, client, source), asgi.hooks(app)
        else:
            return
        for function, route in found:
            self._routes.setdefault(
                id(function), route._replace(includes=framework.includes) if is_made else route
            )
        self._hooks |= {id(hook) for hook in hooks}


def make_ready(module: ModuleType) -> None:
    """Load what requests need, as describing a module does, so that processes forked later have it."""
    with suppress(Exception):  # of which the description tells
        Applications().find(module, lambda _: None)


def _held(modules: Iterable[ModuleType], seen: set[int], *kinds: type) -> Iterator[tuple[str, Any]]:
    """The objects of classes that modules hold under public names and were not seen yet, with their paths."""
    for module in modules if kinds else ():
        for name, value in list(getattr(module, "__dict__", {}).items()):
            if is_a(value, *kinds) and id(value) not in seen and not name.startswith("_"):
                seen.add(id(value))
                yield f"{module.__name__}:{name}", value


def _routers_of(framework: Framework) -> Iterator[type]:
    """The class of the routers of a framework, if it has one."""
    found = getattr(sys.modules.get(framework.routers), framework.router, None)
    if found is not None:
        yield found


def _including(router: Any, framework: Framework, kind: type, module: ModuleType) -> Any:
    """An application that includes a router, which does not remember it."""
    app = kind(module.__name__) if framework.application == "Flask" else kind()
    before = dict(vars(router))
    getattr(app, framework.includes.rpartition(".")[2])(router)
    vars(router).update(before)
    return app


def _is_there(client: str) -> bool:
    """Whether the class of a client can be imported, which needs a library that not all have."""
    try:
        with warnings.catch_warnings():  # which are for those who write tests
            warnings.simplefilter("ignore")
            importlib.import_module(client.partition(":")[0])
    except (ImportError, RuntimeError):
        return False
    return True
