"""The application that a router belongs to is imported where nobody has done so."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from testloom_agent.reflection.web.importing import import_application

MARKS = ("FastAPI(", ".include_router(")
MAIN = "from service.routers import books\n# app = FastAPI()\n# app.include_router(books.router)\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    routers = tmp_path / "service" / "routers"
    routers.mkdir(parents=True)
    for folder in (routers.parent, routers):
        (folder / "__init__.py").touch()
    (routers / "books.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    return routers.parent


@pytest.mark.usefixtures("own_modules")
@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        pytest.param("main", MAIN, True, id="a module of the package above"),
        pytest.param("routers/api", MAIN, True, id="a module beside it"),
        pytest.param("models", MAIN, False, id="another name"),
        pytest.param("main", MAIN.replace("books", "users"), False, id="of another router"),
        pytest.param("app", "# books\n", False, id="no application"),
        pytest.param("main", f"{MAIN}raise OSError\n", False, id="one that cannot be imported"),
        pytest.param("main", f"{MAIN}raise SystemExit\n", False, id="one that ends the program"),
    ],
)
def test_a_module_that_includes_the_router_is_imported(
    project: Path, name: str, text: str, expected: bool
) -> None:
    (project / f"{name}.py").write_text(text)
    books = importlib.import_module("service.routers.books")

    import_application(books, MARKS)

    assert (f"service.{name.replace('/', '.')}" in sys.modules) is expected


@pytest.mark.usefixtures("own_modules")
@pytest.mark.parametrize("between", ["routers/api.py", "routers/__init__.py"])
def test_an_application_is_imported_that_includes_the_router_by_another_one(
    project: Path, between: str
) -> None:
    (project / between).write_text("# books\n# router.include_router(books.router)\n")
    (project / "main.py").write_text("# app = FastAPI()\n# app.include_router(routers.api.router)\n")
    books = importlib.import_module("service.routers.books")

    import_application(books, MARKS)

    assert "service.main" in sys.modules
