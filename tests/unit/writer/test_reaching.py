from __future__ import annotations

from pathlib import Path

import pytest

from testloom.subject import find_project, find_root, module_name
from testloom.writer import find_test_file

INSTALLED = "[build-system]\nrequires = []\n"
IN_ROOT = "[pytest]\npythonpath = .\n"
BY_PATH = "[pytest]\naddopts = --import-mode=importlib\n"


@pytest.mark.parametrize(
    ("files", "source", "module", "expected"),
    [
        pytest.param({}, "app/tax.py", "tax", "app/test_tax.py", id="a folder without a project"),
        pytest.param({".git/HEAD": ""}, "app/tax.py", "tax", "app/test_tax.py", id="a folder of scripts"),
        pytest.param({".git/HEAD": ""}, "tax.py", "tax", "test_tax.py", id="a script at the top"),
        pytest.param(
            {".git/HEAD": "", "tests/test_b.py": ""}, "tax.py", "tax", "tests/test_tax.py", id="beside tests"
        ),
        pytest.param({".git/HEAD": ""}, "my-app/tax.py", "tax", "my-app/test_tax.py", id="a hyphen"),
        pytest.param({".git/HEAD": ""}, "src/tax.py", "tax", "src/test_tax.py", id="loose modules in src"),
        pytest.param(
            {".git/HEAD": "", "src/shop/__init__.py": ""},
            "src/shop/tax.py",
            "shop.tax",
            "src/test_tax.py",
            id="src, not installed",
        ),
        pytest.param(
            {"pyproject.toml": INSTALLED, "src/shop/__init__.py": ""},
            "src/shop/tax.py",
            "shop.tax",
            "tests/test_tax.py",
            id="src, installed",
        ),
        pytest.param(
            {"setup.py": "", "lib/shop/__init__.py": ""},
            "lib/shop/tax.py",
            "shop.tax",
            "tests/test_tax.py",
            id="packages in another folder, installed",
        ),
        pytest.param(
            {".git/HEAD": "", "shop/__init__.py": ""},
            "shop/tax.py",
            "shop.tax",
            "tests/test_tax.py",
            id="a package at the top",
        ),
        pytest.param(
            {".git/HEAD": "", "tests/__init__.py": "", "conftest.py": ""},
            "app/tax.py",
            "tax",
            "app/test_tax.py",
            id="what pytest has on its path is another folder",
        ),
        pytest.param(
            {".git/HEAD": "", "app/conftest.py": "", "app/tests/test_b.py": ""},
            "app/tax.py",
            "tax",
            "app/tests/test_tax.py",
            id="tests below the sources",
        ),
        pytest.param(
            {".git/HEAD": "", "services/api/app/__init__.py": ""},
            "services/api/app/tax.py",
            "app.tax",
            "services/api/test_tax.py",
            id="a service",
        ),
        pytest.param(
            {
                ".git/HEAD": "",
                "services/api/app/__init__.py": "",
                "services/api/tests/__init__.py": "",
                "tests/test_all.py": "",
            },
            "services/api/app/tax.py",
            "app.tax",
            "services/api/tests/test_tax.py",
            id="a service with a package of tests",
        ),
        pytest.param(
            {".git/HEAD": "", "services/api/pyproject.toml": "", "services/api/app/__init__.py": ""},
            "services/api/app/tax.py",
            "app.tax",
            "services/api/tests/test_tax.py",
            id="a service that is a project",
        ),
        pytest.param(
            {"pytest.ini": IN_ROOT},
            "app/tax.py",
            "app.tax",
            "tests/test_tax.py",
            id="pythonpath in an ini file",
        ),
        pytest.param(
            {"pytest.ini": "[pytest]\npythonpath = app\n"},
            "app/tax.py",
            "tax",
            "tests/test_tax.py",
            id="pythonpath that names the folder",
        ),
        pytest.param(
            {"pytest.ini": BY_PATH},
            "app/tax.py",
            "tax",
            "tests/test_tax.py",
            id="no place has it on its path",
        ),
        pytest.param(
            {
                ".git/HEAD": "",
                "tests/test_b.py": "import sys\nsys.path.append('app')\nimport duty\n",
                "app/duty.py": "",
            },
            "app/tax.py",
            "tax",
            "tests/test_tax.py",
            id="other tests import from there",
        ),
        pytest.param(
            {
                ".git/HEAD": "",
                "tests/test_b.py": "",
                "tests/conftest.py": "import sys\nsys.path.append('app')\n",
            },
            "app/tax.py",
            "tax",
            "tests/test_tax.py",
            id="a conftest.py changes the path",
        ),
        pytest.param(
            {".git/HEAD": "", "conftest.py": "", "app/main.py": "from app.tax import rate\n"},
            "app/tax.py",
            "app.tax",
            "tests/test_tax.py",
            id="a namespace package",
        ),
        pytest.param(
            {
                ".git/HEAD": "",
                "conftest.py": "",
                "tax.py": "",
                "tests/test_tax.py": "from tax import rate\n",
            },
            "app/tax.py",
            "tax",
            "app/test_tax_2.py",
            id="tests of another module of that name",
        ),
        pytest.param(
            {
                "pyproject.toml": INSTALLED,
                "src/shop/__init__.py": "",
                "tests/test_tax.py": "from shop.tax import rate\n",
                "old/shop/__init__.py": "",
            },
            "old/shop/tax.py",
            "shop.tax",
            "old/test_shop_tax.py",
            id="tests of another package of that name",
        ),
        pytest.param(
            {
                "pyproject.toml": INSTALLED,
                "pytest.ini": BY_PATH,
                "lib/utils/__init__.py": "",
                "tests/utils.py": "",
                "tests/test_cart.py": "from utils.cart import total\n",
            },
            "lib/utils/cart.py",
            "utils.cart",
            "tests/test_cart.py",
            id="a helper of that name beside tests that are imported by path",
        ),
    ],
)
def test_tests_lie_where_pytest_can_import_what_they_test(
    tmp_path: Path, files: dict[str, str], source: str, module: str, expected: str
) -> None:
    for name, text in {**files, source: ""}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    file = tmp_path / source

    name = module_name(find_root(file), file)

    assert name == module
    assert find_test_file(find_project(file), file, name, None) == tmp_path / expected
