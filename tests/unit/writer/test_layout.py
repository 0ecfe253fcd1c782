from __future__ import annotations

from pathlib import Path

import pytest

from testloom.writer import Formatter, find_test_file, project_style
from testloom.writer.project.layout import find_test_root, imports_module
from testloom.writer.project.style import ProjectStyle

RUFF: tuple[Formatter, ...] = ("ruff check", "ruff format")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return tmp_path


def make(project: Path, *paths: str, **texts: str) -> None:
    for path in paths:
        file = project / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("")


def place(project: Path, source: str, module: str, out: Path | None = None) -> str:
    found = find_test_file(project, project / source, module, out)
    return found.relative_to(project).as_posix()


def test_the_chosen_folder_is_taken(project: Path) -> None:
    assert place(project, "shop/account.py", "shop.account", project / "out") == "out/test_account.py"
    assert place(project, "shop/__init__.py", "shop", project / "out") == "out/test_shop.py"


def test_a_project_without_tests_gets_a_folder(project: Path) -> None:
    make(project, "shop/__init__.py", "shop/account.py")

    assert place(project, "shop/account.py", "shop.account") == "tests/test_account.py"


def test_a_flat_folder_stays_flat(project: Path) -> None:
    make(project, "shop/__init__.py", "shop/billing/__init__.py", "shop/billing/tax.py", "test/test_other.py")

    assert place(project, "shop/billing/tax.py", "shop.billing.tax") == "test/test_tax.py"


@pytest.mark.parametrize(
    ("imported", "expected"),
    [("shop._account", "tests/test_account.py"), ("shop.account", "tests/test__account.py")],
)
def test_a_private_module_is_tested_where_its_tests_are(project: Path, imported: str, expected: str) -> None:
    make(project, "shop/__init__.py", "shop/_account.py", "tests/test_account.py")
    (project / "tests" / "test_account.py").write_text(f"from {imported} import total\n")

    assert place(project, "shop/_account.py", "shop._account") == expected


@pytest.mark.parametrize(
    ("neighbour", "expected"),
    [
        ("tests/billing/test_other.py", "tests/billing/test_tax.py"),
        ("tests/shop/test_other.py", "tests/shop/billing/test_tax.py"),
        ("tests/unit/billing/test_other.py", "tests/unit/billing/test_tax.py"),
        ("tests/catalog/test_item.py", "tests/billing/test_tax.py"),
        ("tests/unit/test_other.py", "tests/unit/test_tax.py"),
    ],
)
def test_a_mirrored_layout_is_followed(project: Path, neighbour: str, expected: str) -> None:
    packages = ("shop/__init__.py", "shop/billing/__init__.py", "shop/catalog/__init__.py")
    make(project, *packages, "shop/billing/tax.py", neighbour)

    assert place(project, "shop/billing/tax.py", "shop.billing.tax") == expected


def test_tests_that_lie_at_the_root_stay_there(project: Path) -> None:
    make(project, "schedule/__init__.py", "schedule/units.py", "test_schedule.py")
    (project / "test_schedule.py").write_text("import schedule\n")

    assert place(project, "schedule/__init__.py", "schedule") == "test_schedule.py"
    assert place(project, "schedule/units.py", "schedule.units") == "test_units.py"


def test_a_name_that_a_file_at_the_root_has_is_not_given_twice(project: Path) -> None:
    make(project, "shop/__init__.py", "shop/account.py", "tests/test_other.py", "test_account.py")

    assert place(project, "shop/account.py", "shop.account") == "tests/test_shop_account.py"


def test_new_tests_lie_beside_those_of_the_same_package(project: Path) -> None:
    make(
        project, "shop/__init__.py", "tests/__init__.py", "tests/test_shop/__init__.py", "tests/test_docs.py"
    )
    for name in ("signer", "timed"):
        make(project, f"tests/test_shop/test_{name}.py")
        (project / f"tests/test_shop/test_{name}.py").write_text(f"from shop.{name} import thing\n")

    assert place(project, "shop/encoding.py", "shop.encoding") == "tests/test_shop/test_encoding.py"


def test_files_are_called_as_their_neighbours(project: Path) -> None:
    make(project, "shop/__init__.py", "tests/other_test.py", "tests/more_test.py", "tests/test_odd.py")

    assert place(project, "shop/account.py", "shop.account") == "tests/account_test.py"


def test_the_file_that_imports_the_module_is_found(project: Path) -> None:
    make(project, "shop/__init__.py", "tests/deep/test_account.py")
    (project / "tests/deep/test_account.py").write_text("from shop.account import Account\n")

    assert place(project, "shop/account.py", "shop.account") == "tests/deep/test_account.py"


def test_the_tests_of_another_module_of_that_name_are_left_alone(project: Path) -> None:
    make(project, "shop/__init__.py", "shop/billing/__init__.py", "tests/test_models.py")
    (project / "tests/test_models.py").write_text("from shop.catalog.models import Item\n")

    assert place(project, "shop/billing/models.py", "shop.billing.models") == "tests/test_billing_models.py"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import shop", "tests/tax/test_tax.py"),
        ("from shop.tax import net", "tests/tax/test_tax.py"),
        ("import another", "tests/cart/test_tax.py"),
    ],
)
def test_a_module_may_have_a_folder_for_its_tests(project: Path, text: str, expected: str) -> None:
    make(project, "shop/__init__.py", "shop/tax.py", "shop/cart.py")
    texts = {"cart/test_sum.py": "import shop", "cart/test_add.py": "import shop", "tax/test_rates.py": text}
    for name, said in texts.items():
        make(project, f"tests/{name}")
        (project / "tests" / name).write_text(f"{said}\n")

    assert place(project, "shop/tax.py", "shop.tax") == expected


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", '[tool.pytest.ini_options]\ntestpaths = ["checks"]\n'),
        ("pyproject.toml", '[tool.pytest]\ntestpaths = ["checks"]\n'),
        ("pytest.ini", "[pytest]\ntestpaths = checks\n"),
        ("tox.ini", "[pytest]\ntestpaths =\n    checks\n"),
        ("setup.cfg", "[tool:pytest]\ntestpaths = checks\n"),
    ],
)
def test_the_configured_folder_is_taken(project: Path, name: str, text: str) -> None:
    make(project, "shop/__init__.py", "checks/test_other.py", "tests/test_other.py")
    (project / name).write_text(text)

    assert place(project, "shop/account.py", "shop.account") == "checks/test_account.py"


def test_tests_that_live_in_the_package_stay_there(project: Path) -> None:
    make(project, "shop/__init__.py", "shop/account.py", "shop/tests/test_other.py")

    assert place(project, "shop/account.py", "shop.account") == "shop/tests/test_account.py"


def test_a_source_folder_has_its_tests_beside_it(project: Path) -> None:
    make(project, "src/shop/__init__.py", "tests/test_other.py")
    (project / "tests" / "test_other.py").write_text("import shop\n")

    found = find_test_file(project / "src", project / "src/shop/account.py", "shop.account", None)

    assert found == project / "tests" / "test_account.py"


@pytest.mark.parametrize(
    ("name", "text", "style"),
    [
        ("pyproject.toml", "", ProjectStyle()),
        ("pyproject.toml", "[tool.black]\nline-length = 100\n", ProjectStyle(100)),
        ("pyproject.toml", "[tool.ruff]\nline-length = 79\n", ProjectStyle(79, formatters=RUFF)),
        (
            "pyproject.toml",
            "[tool.ruff]\nfix = true\n[tool.black]\nline-length = 79\n",
            ProjectStyle(79, formatters=("ruff check",)),
        ),
        (
            "ruff.toml",
            "line-length = 99\n[format]\nquote-style = 'single'\n",
            ProjectStyle(99, True, formatters=RUFF),
        ),
        (
            "pyproject.toml",
            "[tool.ruff.lint.isort]\nrequired-imports = ['from __future__ import annotations']\n",
            ProjectStyle(postponed=True, formatters=RUFF),
        ),
        (
            "pyproject.toml",
            "[tool.isort]\nadd_imports = ['from __future__ import annotations']\n",
            ProjectStyle(postponed=True, formatters=("isort",)),
        ),
        ("setup.cfg", "[isort]\nprofile = black\n", ProjectStyle(formatters=("isort",))),
        (".isort.cfg", "[settings]\nprofile = black\n", ProjectStyle(formatters=("isort",))),
        ("pyproject.toml", "not toml [", ProjectStyle()),
    ],
)
def test_the_style_comes_from_the_formatter_of_the_project(
    project: Path, name: str, text: str, style: ProjectStyle
) -> None:
    (project / name).write_text(text)

    assert project_style(project) == style


@pytest.mark.parametrize(
    ("name", "text", "unions"),
    [
        ("pyproject.toml", '[project]\nrequires-python = ">=3.9"\n', False),
        ("pyproject.toml", '[project]\nrequires-python = ">=3"\n', False),
        ("pyproject.toml", '[project]\nrequires-python = ">=2.7, !=3.0.*, !=3.1.*"\n', False),
        ("pyproject.toml", '[project]\nrequires-python = "<4"\n', False),
        ("pyproject.toml", '[project]\nrequires-python = "==3.*"\n', False),
        ("pyproject.toml", '[project]\nrequires-python = ">= 3.8, < 3.12"\n', False),
        ("pyproject.toml", '[project]\nrequires-python = "<4,>=3.11"\n', True),
        ("pyproject.toml", '[tool.poetry.dependencies]\npython = "^2.7 || ^3.12"\n', False),
        ("pyproject.toml", '[project]\nrequires-python = ">=3.10.2, !=3.9"\n', True),
        ("pyproject.toml", '[tool.poetry.dependencies]\npython = "^3.8"\n', False),
        ("setup.cfg", "[options]\npython_requires = <4, >=3.7\n", False),
        ("setup.cfg", "[options]\npython_requires = >=3.12\n", True),
        ("pyproject.toml", "[project]\nname = 'shop'\n", True),
    ],
)
def test_hints_have_unions_where_all_supported_pythons_take_them(
    project: Path, name: str, text: str, unions: bool
) -> None:
    (project / name).write_text(text)

    assert project_style(project).unions == unions


def test_what_lies_in_the_project_is_first_party(project: Path) -> None:
    make(project, "shop/__init__.py", "src/store/__init__.py", "tool.py")

    assert {"shop", "store", "tool"} <= project_style(project).first_party


@pytest.mark.parametrize(
    ("tests", "plugins", "configuration", "expected"),
    [
        ("def test_a(): ...", (), "", ("run", False)),
        (
            "def test_a() -> None: ...\n\nclass TestB:\n    def test_b(self) -> None: ...",
            (),
            "",
            ("run", True),
        ),
        ("def test_a(): ...", ("pytest_asyncio",), "", ("run", False)),
        ("def test_a(): ...", ("pytest_asyncio",), "# needs pytest-asyncio", ("asyncio", False)),
        ("@pytest.mark.asyncio\nasync def test_a(): ...", ("pytest_asyncio",), "", ("asyncio", False)),
        ("@pytest.mark.asyncio\nasync def test_a(): ...", (), "", ("run", False)),
        ("", ("pytest_asyncio",), "asyncio_mode = 'auto'", ("asyncio-auto", False)),
        ("@pytest.mark.anyio\nasync def test_a(): ...", ("pytest_asyncio",), "", ("anyio", False)),
        ("def broken(:", (), "", ("run", False)),
    ],
)
def test_new_tests_follow_the_habits_of_old_ones(
    tmp_path: Path, tests: str, plugins: tuple[str, ...], configuration: str, expected: tuple[str, bool]
) -> None:
    (tmp_path / "pyproject.toml").write_text(f"[tool.pytest.ini_options]\n{configuration}\n")
    (tmp_path / "tests" / "unit").mkdir(parents=True)
    (tmp_path / "tests" / "unit" / "test_a.py").write_text(tests)

    style = project_style(tmp_path, [tmp_path / "tests"], plugins)

    assert (style.asynchronous, style.type_hints) == expected


@pytest.mark.parametrize(
    ("tests", "plugins", "needed", "expected"),
    [
        ("from hypothesis import given", ("_hypothesis_pytestplugin",), "", True),
        ("import hypothesis.strategies as st", ("_hypothesis_pytestplugin",), "", True),
        ("", ("_hypothesis_pytestplugin",), "hypothesis>=6", True),
        ("", ("_hypothesis_pytestplugin",), "pytest", False),
        ("from hypothesis import given", (), "hypothesis>=6", False),
    ],
)
def test_properties_are_for_projects_that_use_hypothesis_and_have_it(
    tmp_path: Path, tests: str, plugins: tuple[str, ...], needed: str, expected: bool
) -> None:
    (tmp_path / "requirements-dev.txt").write_text(f"{needed}\n")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").write_text(tests)

    assert project_style(tmp_path, [tmp_path / "tests"], plugins).properties is expected


STRICT = "[tool.mypy]\nstrict = true\n"


@pytest.mark.parametrize(
    ("name", "settings", "tests", "expected"),
    [
        ("pyproject.toml", STRICT, "", True),
        ("pyproject.toml", "[tool.mypy]\nwarn_return_any = true\n", "", False),
        ("pyproject.toml", STRICT, "def test_a(): ...", False),
        ("pyproject.toml", f"{STRICT}files = ['src', 'tests']\n", "def test_a(): ...", True),
        ("pyproject.toml", f"{STRICT}files = '.'\n", "def test_a(): ...", True),
        ("pyproject.toml", f"{STRICT}files = 'src'\n", "", False),
        ("pyproject.toml", f"{STRICT}packages = ['shop']\n", "", False),
        ("pyproject.toml", f"{STRICT}exclude = '^tests/'\n", "", False),
        ("pyproject.toml", f"{STRICT}disallow_untyped_defs = false\n", "", False),
        (
            "pyproject.toml",
            f"{STRICT}[[tool.mypy.overrides]]\nmodule = ['docs.*', 'tests.*']\nignore_errors = true\n",
            "",
            False,
        ),
        (
            "pyproject.toml",
            "[[tool.mypy.overrides]]\nmodule = 'shop.*'\ndisallow_untyped_defs = true\n",
            "",
            False,
        ),
        ("mypy.ini", "[mypy]\nfiles = shop, tests\ndisallow_untyped_defs = True\n", "", True),
        (
            "setup.cfg",
            "[mypy]\ndisallow_untyped_defs = true\n[mypy-tests.*]\ndisallow_untyped_defs = false\n",
            "",
            False,
        ),
    ],
)
def test_tests_are_typed_where_mypy_checks_them(
    tmp_path: Path, name: str, settings: str, tests: str, expected: bool
) -> None:
    (tmp_path / name).write_text(settings)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").write_text(tests)

    assert project_style(tmp_path, [tmp_path / "tests"]).type_hints is expected


@pytest.mark.parametrize(
    ("test", "plugins", "expected"),
    [
        ("def test_a(mocker): ...", ("pytest_mock",), True),
        ("def test_a(mocker): ...", (), False),
        ("def test_a(monkeypatch): ...", ("pytest_mock",), False),
    ],
)
def test_what_code_calls_is_replaced_as_old_tests_do(
    tmp_path: Path, test: str, plugins: tuple[str, ...], expected: bool
) -> None:
    (tmp_path / "test_a.py").write_text(test)

    assert project_style(tmp_path, [tmp_path], plugins).mocker is expected


@pytest.mark.parametrize(
    "path", ["{outside}", "{outside}/*", "../elsewhere", "a/../../elsewhere", "../*", "a**b"]
)
def test_testpaths_that_lead_out_of_the_project_are_left_out(project: Path, path: str) -> None:
    inner, outside = project / "project", project / "elsewhere"
    make(project, "project/shop.py", "elsewhere/test_shop.py")
    (inner / "pytest.toml").write_text(f"[pytest]\ntestpaths = ['{path.format(outside=outside)}']\n")

    assert place(inner, "shop.py", "shop") == "test_shop.py"


@pytest.mark.parametrize("path", ["checks", "./checks", "a/../checks", "che*", "**/checks"])
def test_testpaths_within_the_project_are_taken(project: Path, path: str) -> None:
    make(project, "shop.py", "checks/test_other.py")
    (project / "pytest.toml").write_text(f"[pytest]\ntestpaths = ['{path}']\n")

    assert place(project, "shop.py", "shop") == "checks/test_shop.py"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import shop\n", "tests/test_sizes.py"),
        ("from shop import natural_size\n", "tests/test_sizes.py"),
        ("import shop.prices\n", "tests/test_shop_sizes.py"),
        ("from shop.other.sizes import large\n", "tests/test_shop_sizes.py"),
        ("import shopping\n", "tests/test_shop_sizes.py"),
    ],
)
def test_a_file_called_after_a_module_that_imports_its_package_is_about_it(
    project: Path, text: str, expected: str
) -> None:
    make(project, "shop/__init__.py", "shop/sizes.py", "tests/test_sizes.py")
    (project / "tests" / "test_sizes.py").write_text(text)

    assert place(project, "shop/sizes.py", "shop.sizes") == expected


def test_a_pattern_of_testpaths_means_no_hidden_folder(project: Path) -> None:
    make(project, "shop.py", ".venv/checks/test_other.py", "inner/checks/test_other.py")
    (project / "pytest.toml").write_text("[pytest]\ntestpaths = ['**/checks']\n")

    assert place(project, "shop.py", "shop") == "inner/checks/test_shop.py"


def test_testpaths_with_tests_come_before_those_with_examples_only(project: Path) -> None:
    make(project, "demo.py", "src/shop/__init__.py", "tests/__init__.py", "tests/test_other.py")
    (project / "pytest.toml").write_text("[pytest]\ntestpaths = ['src', 'tests']\n")

    assert place(project, "demo.py", "demo") == "tests/test_demo.py"


def test_tests_of_a_package_above_the_project_are_not_joined(project: Path) -> None:
    make(project, "shop/__init__.py", "shop/tests/test_other.py", "shop/billing/__init__.py")
    inner = project / "shop" / "billing"

    found = find_test_file(inner, inner / "tax.py", "shop.billing.tax", None)

    assert found == inner / "tests" / "test_tax.py"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import shop.account\n", True),
        ("    from shop.account import Account\n", True),
        ("\x0cfrom shop import other, account as a\n", True),
        ("from shop import (\n    other,\n    account,\n)\n", True),
        ("from shop import(account)\n", True),
        ("from shop import other\naccount = 1\n", False),
        ("from shop import (other)\naccount = 1\n", False),
        ("import shop.accounts\nfrom shops import account\n", False),
    ],
)
def test_an_import_is_seen_in_whichever_form(text: str, expected: bool) -> None:
    assert imports_module(text, "shop.account") is expected


@pytest.mark.parametrize(("mark", "inside"), [("pyproject.toml", True), (None, False)])
def test_a_project_that_is_called_src_keeps_its_tests(tmp_path: Path, mark: str | None, inside: bool) -> None:
    root = tmp_path / "src"
    root.mkdir()
    if mark:
        (root / mark).touch()

    assert find_test_root(root, None) == (root if inside else tmp_path)


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        pytest.param(["other/tests/test_tax.py"], "tests/test_shop_tax.py", id="in another folder"),
        pytest.param(
            ["other/tests/test_tax.py", "other/tests/__init__.py"], "tests/test_tax.py", id="in a package"
        ),
        pytest.param(
            ["other/tests/test_tax.py", "other/tests/__init__.py", "tests/__init__.py"],
            "tests/test_shop_tax.py",
            id="in a package that is called like ours",
        ),
        pytest.param(
            ["other/tests/test_tax.py", "other/tests/test_shop_tax.py"],
            "tests/test_shop_tax_2.py",
            id="all names are taken",
        ),
    ],
)
def test_no_file_gets_the_module_name_of_another(project: Path, there: list[str], expected: str) -> None:
    make(project, "shop/__init__.py", "shop/tax.py", "tests/test_other.py", *there)

    assert place(project, "shop/tax.py", "shop.tax") == expected


def test_a_file_that_got_a_number_is_found_again(project: Path) -> None:
    make(project, "shop/tax.py", "tests/test_other.py", "other/test_tax.py", "other/test_shop_tax.py")
    make(project, "tests/test_shop_tax_2.py")
    (project / "tests" / "test_shop_tax_2.py").write_text("from shop.tax import rate\n")

    assert place(project, "shop/tax.py", "shop.tax") == "tests/test_shop_tax_2.py"


@pytest.mark.parametrize("option", ["--import-mode=importlib", "--import-mode importlib"])
def test_files_that_pytest_imports_by_path_may_share_a_name(project: Path, option: str) -> None:
    make(project, "shop/tax.py", "tests/test_other.py", "other/test_tax.py")
    (project / "pytest.ini").write_text(f"[pytest]\naddopts = -q {option}\n")

    assert place(project, "shop/tax.py", "shop.tax") == "tests/test_tax.py"
