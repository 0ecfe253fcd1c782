"""Handlers of web applications are described by the requests that reach them."""

from __future__ import annotations

import sys
import types
from typing import Any

import pytest

from testloom.search.providers.inputs.texts.formats import FORMATS
from testloom_agent.reflection.web.applications import make_ready
from testloom_agent.reflection.web.fastapi.schemas import Schemas
from tests.agent.describing import callables

pytestmark = pytest.mark.usefixtures("own_modules")

FASTAPI = """
    from typing import Annotated
    from fastapi import APIRouter, Depends, FastAPI, Header
    from fastapi.responses import RedirectResponse
    from pydantic import BaseModel, Field
    app = FastAPI()
    router = APIRouter(prefix="/users")
    class Item(BaseModel):
        name: str
        price: float = Field(gt=0)
        tags: list[str] = []
    def token(x_token: Annotated[str, Header()]): ...
    @app.post("/items/{shelf}", dependencies=[Depends(token)])
    async def add_item(shelf: int, item: Item, dry: bool = False): ...
    @app.get("/")
    def index():
        return RedirectResponse("/items")
    @router.get("/{name}")
    def get_user(name: str): ...
    app.include_router(router)
    @app.exception_handler(ValueError)
    async def refuse(request, error): ...
    def plain(name): ...
"""
FLASK = """
    from flask import Blueprint, Flask, redirect, request, session
    app = Flask(__name__)
    pages = Blueprint("pages", __name__, url_prefix="/pages")
    @app.route("/login", methods=["GET", "POST"])
    def login():
        session["user"] = request.form["name"]
        return redirect("/")
    @pages.post("/<int:number>/<title>")
    def add_page(number, title):
        data = request.get_json(silent=True) or {}
        return {"text": data["text"], "limit": request.args.get("limit", 3, type=int)}
    app.register_blueprint(pages)
    @app.errorhandler(404)
    def missing(error): ...
"""
QUART = """
    import sys
    from types import ModuleType, SimpleNamespace
    import flask
    from flask.sansio import app, blueprints
    class Quart(app.App):
        default_config = flask.Flask.default_config
    class Blueprint(blueprints.Blueprint):
        cli = SimpleNamespace(commands=())
    for kind, name in ((Quart, "quart.app"), (Blueprint, "quart.blueprints")):
        kind.__module__ = name
        sys.modules[name] = ModuleType(name)
        setattr(sys.modules[name], kind.__name__, kind)
    request = session = flask.request
    jobs = Blueprint("jobs", __name__, url_prefix="/jobs")
    @jobs.post("/<int:number>")
    async def add_job(number):
        data = await request.get_json(silent=True)
        session["user"] = (await request.form)["user"]
        return {"text": data["text"], "limit": request.args.get("limit", 3, type=int)}
"""
"""An application of Quart, which is not installed here, has the interface of one of Flask."""
HOLDING = """
    from flask import Flask, current_app, session
    app = Flask(__name__)
    app.config.update(SECRET_KEY="dev", TOKENS={}, LIMIT=3, STORE=object())
    @app.before_request
    def load_user():
        return None if session.get("user_id") else "log in"
    @app.get("/")
    def show():
        current_app.config["STORE"], app.config["MISSING"]
        return str(current_app.config["TOKENS"].get("a", app.config.get("LIMIT")))
"""
CONTEXTS = """
    import sqlite3
    from flask import current_app, g, request, session
    def connection():
        if "db" not in g:
            g.db = sqlite3.connect(current_app.config["DATABASE"])
        return g.db
    def user():
        return session.get("user_id")
    def day():
        return request.headers["X-Day"], request.get_json()["hour"]
"""


def test_a_handler_of_fastapi_is_called_by_a_request_with_what_its_schema_names(
    described: Any,
) -> None:
    entry = callables(described(FASTAPI))["add_item"]

    request = entry["request"]
    assert request["client"] == "fastapi.testclient:TestClient"
    assert request["app"] == "subject_under_test:app"
    assert (request["method"], request["path"]) == ("post", "/items/{shelf}")
    assert request["places"] == [
        ["shelf", "path", "shelf", ""],
        ["x_token", "headers", "X-Token", ""],
        ["json", "json", "", ""],
        ["dry", "params", "dry", ""],
    ]
    kinds = {parameter["name"]: parameter["type"] for parameter in entry["parameters"]}
    assert kinds["shelf"]["name"] == "int"
    assert kinds["json"]["values"] == ["name", "price", "tags"]
    assert not entry["is_coroutine"]


def test_moments_and_addresses_of_a_body_are_in_the_format_that_its_schema_says() -> None:
    formats = {"at": "date-time", "on": "date", "opens": "time", "takes": "duration", "mail": "email"}
    properties = {name: {"type": "string", "format": form} for name, form in formats.items()}

    kind = Schemas({}).type_of({"type": "object", "properties": properties})

    assert kind["values"] == [*formats]
    assert [one["values"] for one in kind["args"]] == [
        ["moment"],
        ["day"],
        ["time"],
        ["duration"],
        ["email"],
    ]
    assert all(FORMATS[str(one["values"][0])] for one in kind["args"])


def test_values_of_a_body_keep_within_the_limits_that_its_schema_names() -> None:
    schemas = Schemas({})
    size = schemas.type_of({"type": "integer", "minimum": 1, "exclusiveMaximum": 10})
    price = schemas.type_of({"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5})
    name = schemas.type_of({"type": "string", "minLength": 3})

    assert (size["name"], size["limits"]) == ("int", {"ge": 1, "lt": 10})
    assert (price["name"], price["limits"]) == ("float", {"gt": 0, "multiple_of": 0.5})
    assert (name["name"], name["limits"]) == ("str", {"min_length": 3})


def test_limits_that_a_schema_says_otherwise_are_left_out() -> None:
    schemas = Schemas({})

    price = schemas.type_of({"type": "number", "minimum": 0, "exclusiveMinimum": True, "multipleOf": "1"})
    name = schemas.type_of({"type": "string", "minLength": 3.5, "pattern": None})

    assert price["limits"] == {"ge": 0}
    assert "limits" not in name


def test_a_client_does_not_go_on_to_where_a_handler_redirects_it(described: Any) -> None:
    entries = callables(described(FASTAPI))

    assert not entries["index"]["request"]["follows"]
    assert entries["get_user"]["request"]["follows"]


def test_a_handler_of_a_router_is_reached_through_the_application_that_includes_it(described: Any) -> None:
    request = callables(described(FASTAPI))["get_user"]["request"]

    assert (request["app"], request["path"]) == ("subject_under_test:app", "/users/{name}")


def test_a_router_that_nothing_includes_is_reached_through_an_application_that_does(described: Any) -> None:
    description = described(
        """
        from fastapi import APIRouter
        router = APIRouter(prefix="/users")
        @router.get("/{name}")
        def get_user(name: str): ...
        """
    )

    request = callables(description)["get_user"]["request"]
    assert (request["app"], request["path"]) == ("subject_under_test:router", "/users/{name}")
    assert request["includes"] == "fastapi:FastAPI.include_router"


def test_functions_that_only_an_application_calls_are_not_called_by_tests(described: Any) -> None:
    entries = callables(described(FASTAPI))

    assert "refuse" not in entries
    assert "request" not in entries["plain"] and "request" not in entries["token"]


def test_a_handler_of_flask_is_called_by_a_request_with_what_it_looks_up(described: Any) -> None:
    entry = callables(described(FLASK))["add_page"]

    request = entry["request"]
    assert request["client"] == "flask.app:Flask.test_client"
    assert (request["method"], request["path"]) == ("post", "/pages/{number}/{title}")
    assert request["places"] == [
        ["number", "path", "number", ""],
        ["title", "path", "title", ""],
        ["json", "json", "", ""],
        ["limit", "query_string", "limit", ""],
    ]
    uses = {parameter["name"]: parameter["uses"] for parameter in entry["parameters"]}
    assert uses["json"] == ["['text']"]


def test_what_a_client_and_its_application_hold_for_a_handler_is_part_of_a_request(described: Any) -> None:
    entry = callables(described(HOLDING))["show"]

    assert sorted(entry["request"]["places"]) == [
        ["limit", "config", "LIMIT", ""],
        ["tokens", "config", "TOKENS", ""],
        ["user_id", "session", "user_id", ""],
    ]
    kinds = {parameter["name"]: parameter["type"] for parameter in entry["parameters"]}
    assert [kinds[name]["name"] for name in ("limit", "tokens", "user_id")] == ["int", "dict", "union"]
    assert [kind["name"] for kind in kinds["tokens"]["args"]] == ["str", "str"]


def test_an_application_without_a_key_has_no_sessions(described: Any) -> None:
    entry = callables(described(HOLDING.replace('SECRET_KEY="dev", ', "")))["show"]

    assert [argument for _, argument, _, _ in entry["request"]["places"]] == ["config", "config"]


def test_what_stands_for_the_request_under_way_is_nothing_to_be_doubled(described: Any) -> None:
    collaborators = described(FLASK)["collaborators"]

    assert "subject_under_test:redirect" in collaborators
    assert not {"subject_under_test:request", "subject_under_test:session"} & {*collaborators}


def test_handlers_of_quart_are_reached_by_its_own_client(described: Any) -> None:
    entry = callables(described(QUART))["add_job"]
    request = entry["request"]

    assert request["client"] == "quart.app:Quart.test_client"
    assert request["includes"] == "quart:Quart.register_blueprint"
    assert (request["method"], request["path"]) == ("post", "/jobs/{number}")
    assert request["places"] == [
        ["number", "path", "number", ""],
        ["user", "form", "user", ""],
        ["json", "json", "", ""],
        ["limit", "query_string", "limit", ""],
    ]


def test_a_handler_of_several_methods_takes_one_and_says_that_it_changes_the_session(described: Any) -> None:
    entry = callables(described(FLASK))["login"]

    assert entry["request"]["places"] == [["name", "data", "name", ""], ["method", "method", "", ""]]
    assert entry["parameters"][-1]["type"]["values"] == ["get", "post"]
    assert "session" in entry["writes"]


def test_handlers_are_plain_functions_where_no_client_can_be_imported(
    described: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fastapi.testclient", None)
    entry = callables(described(FASTAPI))["add_item"]

    assert "request" not in entry and entry["is_coroutine"]


def test_a_handler_with_a_session_that_is_opened_for_it_is_called_as_a_function(described: Any) -> None:
    entry = callables(
        described(
            """
            from fastapi import Depends, FastAPI
            app = FastAPI()
            def session():
                yield object()
            def store(opened=Depends(session)):
                return opened
            @app.get("/")
            def show(found=Depends(store)): ...
            """
        )
    )["show"]

    assert "request" not in entry and entry["parameters"]


SHOP = """
    from typing import Annotated
    from fastapi import Depends, FastAPI
    from sqlalchemy.orm import Session
    from pydantic import BaseModel, Field
    app = FastAPI()
    class Book(BaseModel):
        title: str = Field(min_length=1, max_length=40, pattern="^[a-z]+$")
    def get_db():
        yield Session()
    Db = Annotated[Session, Depends(get_db)]
    def user(db: Db): ...
    @app.post("/books", dependencies=[Depends(user)])
    def add(book: Book, db: Db): ...
"""


def test_a_session_that_is_opened_for_a_handler_is_overridden_once(described: Any) -> None:
    entry = callables(described(SHOP))["add"]

    assert entry["request"]["places"] == [
        ["json", "json", "", ""],
        ["db", "override", "subject_under_test:get_db", ""],
    ]
    [body, session] = entry["parameters"]
    assert session["type"]["name"] == "sqlalchemy.orm.session:Session" and session["has_default"]
    limits = {"min_length": 1, "max_length": 40, "pattern": "^[a-z]+$"}
    assert [part.get("limits") for part in body["type"]["args"]] == [limits]


def test_a_session_that_is_opened_for_an_object_of_a_handler_is_overridden(described: Any) -> None:
    service = """
    class Service:
        def __init__(self, db: Db): ...
    @app.get("/books")
    def find(service: Annotated[Service, Depends()]): ...
    """
    entry = callables(described(SHOP + service))["find"]

    assert entry["request"]["places"] == [["db", "override", "subject_under_test:get_db", ""]]


@pytest.mark.parametrize(
    ("annotated", "kind"),
    [
        ("sessionmaker[Session]", "sqlalchemy.orm.session:sessionmaker"),
        ("async_sessionmaker", "sqlalchemy.ext.asyncio.session:async_sessionmaker"),
        ("async_sessionmaker[AsyncSession]", "sqlalchemy.ext.asyncio.session:async_sessionmaker"),
    ],
)
def test_what_makes_sessions_for_a_handler_is_overridden(described: Any, annotated: str, kind: str) -> None:
    imported = """
    from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker
    from sqlalchemy.orm import sessionmaker"""
    entry = callables(described(imported + SHOP.replace("[Session,", f"[{annotated},")))["add"]

    assert ["db", "override", "subject_under_test:get_db", ""] in entry["request"]["places"]
    assert entry["parameters"][-1]["type"]["name"] == kind


def test_a_session_of_a_router_that_no_application_includes_is_not_overridden(described: Any) -> None:
    alone = SHOP.replace("FastAPI", "APIRouter")

    assert "request" not in callables(described(alone))["add"]


def test_what_requests_need_is_there_before_processes_are_forked() -> None:
    module = types.ModuleType("shop")
    exec("from fastapi import FastAPI\napp = FastAPI()", vars(module))
    sys.modules.pop("fastapi.testclient", None)

    make_ready(module)

    assert "fastapi.testclient" in sys.modules


UPLOADS = """
    from typing import Annotated
    from fastapi import FastAPI, File, Form, UploadFile
    app = FastAPI()
    @app.post("/rows")
    def add(file: UploadFile, mark: Annotated[str, Form()] = ","): ...
    @app.post("/pictures")
    def show(picture: Annotated[bytes | None, File()] = None): ...
    @app.post("/folders")
    def fill(files: list[UploadFile]): ...
"""


def test_a_file_is_uploaded_with_the_other_fields_of_its_form(
    described: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = types.ModuleType("python_multipart")
    vars(library)["__version__"] = "1.0.0"  # without it, FastAPI accepts no forms
    monkeypatch.setitem(sys.modules, "python_multipart", library)
    found = callables(described(UPLOADS))

    assert found["add"]["request"]["places"] == [["file", "files", "file", ""], ["mark", "data", "mark", ""]]
    [file, mark] = found["add"]["parameters"]
    assert [part["name"] for part in file["type"]["args"]] == ["union", "bytes", "literal"]
    assert (file["has_default"], mark["has_default"], mark["type"]["name"]) == (False, True, "str")
    [picture] = found["show"]["parameters"]
    assert picture["has_default"] and picture["type"] == file["type"]
    assert "request" not in found["fill"]


def test_a_file_that_a_handler_of_flask_looks_up_is_content_with_a_name(described: Any) -> None:
    entry = callables(
        described(
            """
            from flask import Flask, request
            app = Flask(__name__)
            @app.post("/rows")
            def add():
                return request.files["file"].filename + request.form["mark"]
            """
        )
    )["add"]

    assert entry["request"]["places"] == [["mark", "data", "mark", ""], ["file", "data", "file", ""]]
    [mark, file] = entry["parameters"]
    assert [part["name"] for part in file["type"]["args"]] == ["io:BytesIO", "union"]
    assert mark["type"]["name"] == "str"


def test_a_body_that_is_neither_data_nor_a_form_is_sent_by_no_test(described: Any) -> None:
    description = described(
        """
        from fastapi import Body, FastAPI
        app = FastAPI()
        @app.post("/texts")
        def upload(text: str = Body(media_type="text/csv")): ...
        """
    )

    assert "request" not in callables(description)["upload"]


def test_what_a_function_looks_up_in_a_body_that_a_handler_passes_on_is_part_of_the_request(
    described: Any,
) -> None:
    entry = callables(
        described(
            """
            from flask import Flask, request
            app = Flask(__name__)
            def parse(kind, data):
                return {"kind": kind, "name": data["name"].strip(), "size": int(data.get("size", 1))}
            @app.post("/items")
            def add():
                return parse("item", data=request.get_json())
            """
        )
    )["add"]

    (json,) = entry["parameters"]
    assert {"['name']strip", "['name']", "['size']int"} <= {*json["uses"]}


def test_a_handler_of_starlette_is_described_by_what_it_looks_up(described: Any) -> None:
    entry = callables(
        described(
            """
            from starlette.applications import Starlette
            from starlette.responses import JSONResponse
            from starlette.routing import Route
            async def show(request):
                return JSONResponse({"page": request.path_params["page"], "q": request.query_params.get("q")})
            app = Starlette(routes=[Route("/pages/{page:int}", show)])
            """
        )
    )["show"]

    assert entry["request"]["client"] == "starlette.testclient:TestClient"
    assert entry["request"]["places"] == [["page", "path", "page", ""], ["q", "params", "q", ""]]


def test_a_file_in_the_form_of_a_handler_of_starlette_is_uploaded(described: Any) -> None:
    entry = callables(
        described(
            """
            from starlette.applications import Starlette
            from starlette.responses import JSONResponse
            from starlette.routing import Route
            async def add(request):
                async with request.form(max_files=1) as form:
                    picture, title = form.get("picture"), form["title"]
                    content = await picture.read()
                return JSONResponse({"title": title.strip(), "size": len(content)})
            app = Starlette(routes=[Route("/pictures", add, methods=["POST"])])
            """
        )
    )["add"]

    assert entry["request"]["places"] == [
        ["picture", "files", "picture", ""],
        ["title", "data", "title", ""],
    ]


def test_what_middleware_looks_up_is_part_of_every_request_with_the_texts_that_it_knows(
    described: Any,
) -> None:
    entry = callables(
        described(
            """
            from fastapi import FastAPI, Request, Response
            from starlette.middleware.base import BaseHTTPMiddleware
            TENANTS = {"north", "south"}
            class Keys(BaseHTTPMiddleware):
                def __init__(self, app, keys):
                    super().__init__(app)
                    self.keys = keys
                async def dispatch(self, request, call_next):
                    if request.headers.get("x-key") not in self.keys:
                        return Response(status_code=403)
                    return await call_next(request)
            app = FastAPI()
            app.add_middleware(Keys, keys={"a-key": "ada"})
            @app.middleware("http")
            async def find_tenant(request: Request, call_next):
                if request.query_params.get("tenant") in TENANTS:
                    return await call_next(request)
                return Response(status_code=404)
            @app.get("/pages")
            def pages(q: str = ""): ...
            """
        )
    )["pages"]

    assert entry["request"]["places"] == [
        ["q", "params", "q", ""],
        ["tenant", "params", "tenant", ""],
        ["x_key", "headers", "x-key", ""],
    ]
    tenant, key = (parameter["type"]["args"][0]["values"] for parameter in entry["parameters"][1:])
    assert (tenant, key) == (["north", "south"], ["a-key"])


def test_handlers_that_a_factory_of_the_module_defines_are_reached_by_requests(described: Any) -> None:
    entry = callables(
        described(
            """
            from flask import Flask
            def create_app(config=None):
                app = Flask(__name__)
                @app.before_request
                def check(): ...
                @app.get("/health")
                def health():
                    return "ok"
                return app
            """
        )
    )

    assert "create_app.<locals>.check" not in entry
    assert entry["create_app.<locals>.health"]["in_subject"]
    assert entry["create_app.<locals>.health"]["request"]["path"] == "/health"


def test_a_module_whose_handler_is_an_object_is_described(described: Any) -> None:
    entry = callables(
        described(
            """
            from fastapi import FastAPI
            app = FastAPI()
            class Paging:
                def __call__(self, page: int = 1):
                    return page
            app.add_api_route("/pages", Paging())
            @app.get("/health")
            def health():
                return "ok"
            """
        )
    )

    assert entry["health"]["request"]["path"] == "/health"
    assert "request" not in entry["Paging.__call__"]


def test_what_plain_functions_look_up_is_held_by_contexts_of_the_application(described: Any) -> None:
    contexts = described(FLASK + CONTEXTS)["contexts"]

    assert contexts["applications"] == ["subject_under_test:app"]
    assert contexts["connects"] == "subject_under_test:connection"
    assert contexts["location"] == "DATABASE"
    assert contexts["places"] == [
        ["user_id", "session", "user_id"],
        ["json", "json", ""],
        ["x_day", "headers", "X-Day"],
    ]


@pytest.mark.parametrize(
    ("returned", "connects"),
    [("sqlite3.Connection", "subject_under_test:connection"), ("'TicketStore'", "")],
)
def test_a_function_that_opens_a_connection_and_returns_something_else_yields_none(
    returned: str, connects: str, described: Any
) -> None:
    annotated = CONTEXTS.replace("def connection():", f"def connection() -> {returned}:")

    assert described(FLASK + annotated)["contexts"]["connects"] == connects


def test_a_database_whose_connection_is_not_kept_is_not_in_memory(described: Any) -> None:
    unkept = """
    import sqlite3
    from flask import current_app
    def connection():
        return sqlite3.connect(current_app.config["DATABASE"])
    """
    contexts = described(FLASK + unkept)["contexts"]

    assert (contexts["connects"], contexts["location"]) == ("subject_under_test:connection", "")


def test_there_are_no_contexts_without_an_application_that_has_some(described: Any) -> None:
    assert described(FASTAPI + CONTEXTS)["contexts"]["applications"] == []


def test_who_sends_a_request_can_be_settled_by_a_test(described: Any) -> None:
    entries = callables(
        described(
            """
            from typing import Annotated
            from fastapi import Depends, FastAPI, Header
            from fastapi.security import HTTPBearer
            from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
            app = FastAPI()
            class User:
                def __init__(self, name: str): self.name = name
            def from_header(x_key: Annotated[str, Header()]) -> User: return User(x_key)
            def from_token(token: Annotated[object, Depends(HTTPBearer())]) -> User: return User("a")
            def settings() -> User: return User("b")
            class Base(DeclarativeBase): ...
            class Row(Base):
                __tablename__ = "rows"
                id: Mapped[int] = mapped_column(primary_key=True)
            def active(user: Annotated[User, Depends(from_token)]) -> User: return user
            def stored(user: Annotated[User, Depends(from_token)]) -> Row: return Row()
            def own(row: Annotated[Row, Depends(stored)]) -> Row: return row
            @app.get("/one")
            def one(user: Annotated[User, Depends(from_header)]): ...
            @app.get("/two")
            def two(user: Annotated[User, Depends(from_token)]): ...
            @app.get("/three")
            def three(user: Annotated[User, Depends(settings)]): ...
            @app.get("/four")
            def four(user: Annotated[User, Depends(active)]): ...
            @app.get("/five")
            def five(row: Annotated[Row, Depends(own)]): ...
            """
        )
    )

    overridden = {
        name: [place for place in entries[name]["request"]["places"] if place[1] == "override"]
        for name in ("one", "two", "three", "four", "five")
    }
    assert overridden == {
        "one": [["user", "override", "subject_under_test:from_header", ""]],
        "two": [["user", "override", "subject_under_test:from_token", ""]],
        "three": [],
        "four": [["user", "override", "subject_under_test:from_token", ""]],
        "five": [["row", "override", "subject_under_test:stored", ""]],
    }


def test_what_a_helper_returns_of_a_request_is_looked_up_in_that(described: Any) -> None:
    entry = callables(
        described(
            """
            from flask import Flask, request
            app = Flask(__name__)
            def body():
                data = request.get_json(silent=True)
                if not isinstance(data, dict):
                    raise ValueError
                return data
            def other(): return 3
            @app.post("/items")
            def add():
                data, number = body(), other()
                return {"name": data["name"]}
            """
        )
    )["add"]

    assert entry["request"]["places"] == [["json", "json", "", ""]]
    assert "['name']" in entry["parameters"][0]["uses"]
