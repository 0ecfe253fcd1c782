from __future__ import annotations

from pathlib import Path

import pytest

from testloom.subject.project.namespaces import imported_from


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("app/main.py", "from app.tax import rate\n", "."),
        ("app/main.py", "from app import tax\n", "."),
        ("app/main.py", "import app.tax as tax\n", "."),
        ("main.py", "    from app.tax import (\n    rate)\n", "."),
        ("tests/test_tax.py", "from app.tax import rate\n", "."),
        ("app/main.py", "from tax import rate\n", "app"),
        ("app/main.py", "from app.other import rate\n", "app"),
        ("app/main.py", "import app\n", "app"),
        ("app/main.py", "from application.tax import rate\n", "app"),
    ],
)
def test_a_folder_is_a_package_if_code_imports_from_it_by_its_name(
    tmp_path: Path, path: str, text: str, expected: str
) -> None:
    for name in ("app/tax.py", path):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / path).write_text(text)

    assert imported_from(tmp_path / "app", tmp_path) == tmp_path / expected


def test_a_folder_deep_in_a_namespace_package_is_imported_from_above_it(tmp_path: Path) -> None:
    routers = tmp_path / "app" / "routers"
    routers.mkdir(parents=True)
    (routers / "users.py").touch()
    (tmp_path / "app" / "main.py").write_text("from app.routers import users\n")

    assert imported_from(routers, tmp_path) == tmp_path


def test_a_folder_whose_name_no_import_can_have_is_no_package(tmp_path: Path) -> None:
    scripts = tmp_path / "my-app" / "scripts"
    scripts.mkdir(parents=True)
    (scripts / "tax.py").write_text("from scripts import tax\n")

    assert imported_from(scripts, tmp_path) == tmp_path / "my-app"


def test_nothing_above_the_project_is_read(tmp_path: Path) -> None:
    app = tmp_path / "app"
    app.mkdir()
    (app / "main.py").write_text("from app import main\n")

    assert imported_from(app, app) == app
