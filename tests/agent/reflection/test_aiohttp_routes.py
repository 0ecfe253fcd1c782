"""The routes of handlers of aiohttp are those of tables, and those that the project registers one by one."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from testloom_agent.reflection.members.frameworks.aiohttp_routes import Routes
from testloom_agent.reflection.sources import Sources
from testloom_agent.reflection.web.applications import make_ready


class RouteTableDef(list[Any]):
    """Looks like a table of routes."""


RouteTableDef.__module__ = "aiohttp.web_routedef"


async def show() -> None:
    """Handle a request."""


class Shelf:
    """A view with two methods."""

    async def get(self) -> None:
        """Answer."""

    async def delete(self) -> None:
        """Answer."""


def routes_of(
    view: type | None = None,
    owner: type | None = None,
    namespace: dict[str, Any] | None = None,
    sources: Sources | None = None,
) -> list[str]:
    """The routes of a view, or of what is called `show`, perhaps in a class."""
    [node] = ast.parse("async def show(request): pass").body
    assert isinstance(node, ast.AsyncFunctionDef)
    known = Routes(sources or Sources("shop", "shop.py", ast.parse(""), "/"))
    return known.of(None if view is not None else node, view, owner, namespace or {"__name__": __name__})


def test_a_handler_has_all_of_its_routes() -> None:
    routes = [
        SimpleNamespace(handler=show, method=method, path=path)
        for method, path in [("GET", "/"), ("POST", "/"), ("*", r"/{name:\d{2}}"), ("GET", "/")]
    ]

    found = routes_of(namespace={"__name__": __name__, "routes": RouteTableDef(routes)})

    assert found == ["GET", "/", "POST", "/", "*", "/{name}"]


def test_a_view_has_its_route_by_each_of_its_methods(monkeypatch: pytest.MonkeyPatch) -> None:
    table = RouteTableDef([SimpleNamespace(handler=Shelf, method="*", path="/shelves/{name}")])
    monkeypatch.setitem(globals(), "routes", table)

    assert routes_of(Shelf) == ["GET", "/shelves/{name}", "DELETE", "/shelves/{name}"]


@pytest.fixture
def registering(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Sources]:
    """Load a module of the project that knows these handlers and the server, with a source."""
    web = ModuleType("aiohttp.web")
    monkeypatch.setitem(sys.modules, web.__name__, web)

    def load(body: str) -> Sources:
        module = ModuleType("shop_server")
        module.__file__ = str(tmp_path / "shop_server.py")
        Path(module.__file__).write_text(f"def create_app(app, cart):\n    {body}\n")
        vars(module).update(web=web, show=show, Shelf=Shelf, handlers=sys.modules[__name__])
        monkeypatch.setitem(sys.modules, module.__name__, module)
        return Sources("shop", "shop.py", ast.parse(""), str(tmp_path))

    return load


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("app.router.add_get('/items/{number}', show)", ["GET", "/items/{number}"]),
        ("app.add_routes([web.post('/items', handlers.show)])", ["POST", "/items"]),
        ("app.router.add_route('put', '/items', show)", ["PUT", "/items"]),
        ("app.add_routes([web.route('*', '/', show, name='all')])", ["*", "/"]),
        ("app.router.add_resource('/items').add_route('GET', show)", ["GET", "/items"]),
        (
            "items = app.router.add_resource('/items', name='i'); items.add_route('GET', show)",
            ["GET", "/items"],
        ),
        (
            "items = cors.add(app.router.add_resource('/')); cors.add(items.add_route('PUT', show))",
            ["PUT", "/"],
        ),
        ("items = other.items(); items.add_route('GET', show)", []),
        ("app.router.add_get('/items', other.show)", []),
        ("app.router.add_get('/items', Shelf)", []),
        ("app.router.add_get(PATH, show)", []),
        ("app.notice('/items', show)", []),
        ("TABLE.get('default', show)", []),
    ],
)
def test_a_handler_has_the_routes_that_a_module_of_the_project_registers(
    registering: Callable[[str], Sources], body: str, expected: list[str]
) -> None:
    assert routes_of(sources=registering(body)) == expected


def test_a_name_stands_for_the_resource_that_it_was_given_last(
    registering: Callable[[str], Sources],
) -> None:
    paths = ("/b", "/a")
    body = "; ".join(f"it = app.router.add_resource('{path}'); it.add_route('GET', show)" for path in paths)

    assert routes_of(sources=registering(body)) == ["GET", "/b", "GET", "/a"]


def test_a_method_has_the_routes_of_an_object_that_only_a_run_makes(
    registering: Callable[[str], Sources],
) -> None:
    sources = registering("app.router.add_get('/carts', cart.show)")

    assert routes_of(owner=type("Cart", (), {}), sources=sources) == ["GET", "/carts"]


def test_a_view_is_registered_too(registering: Callable[[str], Sources]) -> None:
    sources = registering("app.router.add_view('/shelf', Shelf)")

    assert routes_of(Shelf, sources=sources) == ["GET", "/shelf", "DELETE", "/shelf"]


@pytest.mark.usefixtures("own_modules")
@pytest.mark.parametrize("mark", ["Application(", "Server("])
def test_the_module_that_registers_handlers_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mark: str
) -> None:
    text = f"""
        import shop_handlers
        def create_app():
            app = {mark})
            app.router.add_get("/", shop_handlers.show)
    """
    (tmp_path / "server.py").write_text(dedent(text))
    monkeypatch.syspath_prepend(tmp_path)
    web, handlers = ModuleType("aiohttp.web"), ModuleType("shop_handlers")
    handlers.__file__ = str(tmp_path / "shop_handlers.py")
    vars(handlers)["web"] = web
    for module in (web, handlers):
        monkeypatch.setitem(sys.modules, module.__name__, module)

    make_ready(handlers)

    assert ("server" in sys.modules) is (mark == "Application(")
