from __future__ import annotations

from pathlib import Path

import pytest

from testloom.model.errors import UsageError
from testloom.subject import (
    ImportNames,
    find_project,
    find_root,
    module_name,
    read_settings,
    wanted_allowance,
)


def make(folder: Path, *files: str) -> None:
    for name in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def test_all_files_in_a_folder_are_named_from_the_root_that_is_found_for_one(tmp_path: Path) -> None:
    make(tmp_path, "lib/shop.py", "lib/tax.py", "lib/far/rate.py")
    settings = tmp_path / "pytest.ini"
    settings.write_text("[pytest]\npythonpath = lib\n")
    names = ImportNames()

    first = names.of(tmp_path / "lib" / "shop.py")
    settings.unlink()

    assert (first, names.of(tmp_path / "lib" / "tax.py")) == ("shop", "tax")
    assert names.of(tmp_path / "lib" / "far" / "rate.py") == "rate"
    assert names.of(tmp_path / "lib" / "no-name.py") is None


@pytest.mark.parametrize(
    ("files", "subject", "root", "name"),
    [
        pytest.param(["pyproject.toml", "shop.py"], "shop.py", ".", "shop", id="a module beside pyproject"),
        pytest.param(
            ["pyproject.toml", "shop/__init__.py", "shop/sub/__init__.py", "shop/sub/tax.py"],
            "shop/sub/tax.py",
            ".",
            "shop.sub.tax",
            id="a nested package",
        ),
        pytest.param(
            ["pyproject.toml", "src/shop/__init__.py", "src/shop/tax.py"],
            "src/shop/tax.py",
            "src",
            "shop.tax",
            id="src layout",
        ),
        pytest.param(
            ["pyproject.toml", "src/ns/shop/__init__.py", "src/ns/shop/tax.py"],
            "src/ns/shop/tax.py",
            "src",
            "ns.shop.tax",
            id="a namespace package in src",
        ),
        pytest.param(
            ["setup.py", "src/__init__.py", "src/tax.py"],
            "src/tax.py",
            ".",
            "src.tax",
            id="a package named src",
        ),
        pytest.param(
            [".git/HEAD", "shop/__init__.py"], "shop/__init__.py", ".", "shop", id="a package's own file"
        ),
        pytest.param(["pyproject.toml", "scripts/tax.py"], "scripts/tax.py", "scripts", "tax", id="a script"),
    ],
)
def test_a_file_is_imported_from_the_folder_above_its_packages(
    tmp_path: Path, files: list[str], subject: str, root: str, name: str
) -> None:
    make(tmp_path, *files)
    file = tmp_path / subject

    assert find_root(file) == tmp_path / root
    assert module_name(find_root(file), file) == name
    assert find_project(file) == tmp_path


def test_pytests_python_path_is_an_import_root(tmp_path: Path) -> None:
    make(tmp_path, "lib/ns/tax.py")
    (tmp_path / "pyproject.toml").write_text('[tool.pytest.ini_options]\npythonpath = ["lib"]\n')

    assert find_root(tmp_path / "lib/ns/tax.py") == tmp_path / "lib"


def test_the_nearest_marked_folder_is_the_project(tmp_path: Path) -> None:
    make(tmp_path, ".git/HEAD", "services/api/pyproject.toml", "services/api/api.py")

    assert find_project(tmp_path / "services/api/api.py") == tmp_path / "services/api"


@pytest.mark.parametrize("part", ["my-tax.py", "class.py", "2024/tax.py"])
def test_a_file_that_no_import_can_name_is_refused(tmp_path: Path, part: str) -> None:
    with pytest.raises(UsageError, match=r"cannot be imported: .* is not a valid Python name"):
        module_name(tmp_path, tmp_path / part)


def test_a_file_outside_the_root_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not below"):
        module_name(tmp_path / "src", tmp_path / "tax.py")


def test_settings_come_from_the_projects_table(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.testloom]\nbudget = 5.5\nseed = 7\n")

    assert read_settings(tmp_path) == {"budget": 5.5, "seed": 7}
    assert read_settings(tmp_path / "elsewhere") == {}


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("[tool.testloom]\nbudget = 'fast'\n", r"pyproject\.toml, \[tool\.testloom\] budget: .*'fast'"),
        ("[tool.testloom]\nexecutions = -1\n", r"\[tool\.testloom\] executions: .*-1.*from 1 to"),
        ("[tool.testloom]\nbudgte = 3\n", r"\[tool\.testloom\] budgte: Unknown setting 'budgte'"),
        ("[tool]\ntestloom = 3\n", r"tool\.testloom is 3"),
        ("[tool.testloom\n", r"pyproject\.toml cannot be read: .*line 1"),
    ],
)
def test_a_wrong_setting_is_told_with_file_and_key(tmp_path: Path, table: str, message: str) -> None:
    (tmp_path / "pyproject.toml").write_text(table)

    with pytest.raises(UsageError, match=message):
        read_settings(tmp_path)


def test_a_link_that_leads_elsewhere_makes_another_wish_of_an_allowed_place(tmp_path: Path) -> None:
    project, elsewhere = tmp_path / "project", tmp_path / "elsewhere"
    project.mkdir()
    elsewhere.mkdir()
    (project / "pyproject.toml").write_text('[tool.testloom]\nallow = ["write:cache", "run:git"]\n')

    before = wanted_allowance(project)
    (project / "cache").symlink_to(elsewhere)

    assert before == ("write:cache", "run:git")
    assert wanted_allowance(project) == (f"write:{elsewhere}", "run:git")
