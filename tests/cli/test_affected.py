"""The tests that a change affects, and no others, run again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.projects import pyproject

from .command import Ended, run

FILES = {
    "shop/__init__.py": "",
    "shop/cart.py": "from shop.rates import RATE\n\n\ndef total(prices):\n    return sum(prices) * RATE\n\n\n"
    "def count(prices):\n    return len(prices)\n",
    "shop/rates.py": "def _made():\n    return 2\n\n\nRATE = _made()\n",
    "shop/late.py": "def _made():\n    return 3\n\n\nLIMIT = _made()\n",
    "shop/places.py": "import json\n\n\ndef load(file):\n    with open(file) as stream:\n"
    "        return json.load(stream)\n",
    "shop/program.py": "print('started')\n",
    "tests/conftest.py": "import pytest\n\nfrom shop import cart\n\n\n@pytest.fixture(scope='session')\n"
    "def counted():\n    return cart.count([1])\n",
    "tests/test_cart.py": "from shop import cart\n\n\ndef test_total():\n    assert cart.total([1]) == 2\n"
    "\n\ndef test_count(counted):\n    assert counted == 1\n\n\n"
    "def test_count_again(counted):\n    assert counted\n",
    "tests/test_late.py": "def test_first():\n    from shop import late\n    assert late.LIMIT\n"
    "\n\ndef test_second():\n    from shop import late\n    assert late.LIMIT\n",
    "tests/test_places.py": "from pathlib import Path\n\nfrom shop.places import load\n\n\n"
    "def test_load():\n    assert load(Path(__file__).parents[1] / 'data' / 'places.json')\n",
    "tests/test_program.py": "import subprocess, sys\n\n\ndef test_program():\n"
    "    subprocess.run([sys.executable, '-m', 'shop.program'], check=True)\n",
    "data/places.json": "[1]",
}
CART = {"test_total", "test_count", "test_count_again"}
LATE = {"test_first", "test_second"}
ALL = {*CART, *LATE, "test_load", "test_program"}


@pytest.fixture
def tested(tmp_path: Path) -> Path:
    """A project whose tests have all run."""
    folder = tmp_path / "project"
    for name, text in {**FILES, "pyproject.toml": pyproject("shop")}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    assert _ran(_run(folder)) == ALL
    return folder


def _run(project: Path, *options: str) -> Ended:
    ended = run(project, "test", "--json", "--python", sys.executable, *options)
    assert "Traceback" not in ended.err, ended.err
    return ended


def _ran(ended: Ended) -> set[str]:
    return {event["test"].rpartition("::")[2] for event in ended.events if event["event"] == "test"}


def _affected(project: Path, file: str, old: str, new: str) -> set[str]:
    """The tests that run after a change; the change is undone, with which they have run before."""
    place = project / file
    text = place.read_text()
    assert old in text
    place.write_text(text.replace(old, new))
    ended = _ran(_run(project, "--affected"))
    place.write_text(text)
    return ended


def test_the_tests_that_depend_on_what_has_changed_run_again(tested: Path) -> None:
    assert _affected(tested, "shop/cart.py", "* RATE", "* RATE * 1") == {"test_total", "test_program"}
    shared = {"test_count", "test_count_again", "test_program"}
    assert _affected(tested, "shop/cart.py", "len(prices)", "len([*prices])") == shared
    assert _affected(tested, "shop/rates.py", "return 2", "return 1 + 1") == ALL, "conftest.py imports it"
    assert _affected(tested, "shop/late.py", "return 3", "return 4") == {*LATE, "test_program"}
    assert _affected(tested, "data/places.json", "1", "2") == {"test_load"}
    assert _affected(tested, "tests/conftest.py", "count([1])", "count((1,))") == shared
    new = "def test_new():\n    pass\n\n\ndef test_total"
    assert _affected(tested, "tests/test_cart.py", "def test_total", new) == {"test_new", "test_program"}
    assert _ran(_run(tested, "--affected")) == set(), "each has passed with the code as it is again"


def test_new_and_failing_tests_come_first_each_with_its_reason(tested: Path) -> None:
    cart = tested / "shop" / "cart.py"
    cart.write_text(FILES["shop/cart.py"].replace("len(prices)", "0"))
    failed = _run(tested, "--affected")
    assert failed.status == 1 and failed.events[-1]["failed"] == 2

    cart.write_text(FILES["shop/cart.py"].replace("len(prices)", "0").replace("* RATE", "* RATE * 1"))
    (tested / "tests" / "test_new.py").write_text("def test_new():\n    pass\n")
    ended = run(tested, "test", "--affected", "--python", sys.executable)

    lines = [line.partition(": ")[0] for line in ended.out.splitlines()]
    assert lines[:3] == [
        "failed  tests/test_cart.py::test_count (failed the last time)",
        "failed  tests/test_cart.py::test_count_again (failed the last time)",
        "passed  tests/test_new.py::test_new (new)",
    ]
    assert "passed  tests/test_cart.py::test_total (total in shop/cart.py changed)" in lines
    assert lines[-1].startswith("5 of 8 tests run (62.5%)")


def test_what_has_changed_since_a_revision_counts_though_it_has_passed(tested: Path) -> None:
    def git(*arguments: str) -> None:
        named = ("-c", "user.name=x", "-c", "user.email=x@example.org")
        subprocess.run(["git", "-C", str(tested), *named, *arguments], check=True, capture_output=True)

    git("init")
    git("add", "--all")
    git("commit", "--message", "Begin")
    _affected(tested, "shop/cart.py", "* RATE", "* RATE * 1")
    (tested / "shop" / "cart.py").write_text(FILES["shop/cart.py"].replace("* RATE", "* RATE * 1"))

    assert _ran(_run(tested, "--affected")) == set()
    assert _ran(_run(tested, "--affected=HEAD")) == {"test_total", "test_program"}
    assert _run(tested, "--affected=no-such").status == 2


def test_a_file_of_tests_that_cannot_be_collected_is_told(tested: Path) -> None:
    (tested / "tests" / "test_cart.py").write_text("import no_such_module\n")
    ended = _run(tested, "--affected")

    [failed] = [event for event in ended.events if event["event"] == "error"]
    assert ended.status == 1 and "tests/test_cart.py cannot be collected" in json.dumps(failed)


def test_packages_of_an_environment_in_the_project_count_by_their_versions(tmp_path: Path) -> None:
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = tmp_path / ".venv" / "lib" / version / "site-packages"
    packages.mkdir(parents=True)
    (packages / "all.pth").write_text("\n".join(entry for entry in sys.path if "site-packages" in entry))
    (packages / "installed.py").write_text("SIZE = 1\n")
    (tmp_path / ".venv" / "bin").mkdir()
    python = tmp_path / ".venv" / "bin" / "python"
    python.symlink_to(os.path.realpath(sys.executable))
    (tmp_path / ".venv" / "pyvenv.cfg").write_text(
        f"home = {Path(os.path.realpath(sys.executable)).parent}\n"
    )
    (tmp_path / "pyproject.toml").write_text(pyproject("shop"))
    (tmp_path / "test_shop.py").write_text("import installed\n\n\ndef test_it():\n    assert installed\n")

    def ran(*options: str) -> set[str]:
        return _ran(_run(tmp_path, *options, "--python", str(python)))

    assert ran() == {"test_it"}
    (packages / "installed.py").write_text("SIZE = 2\n")
    assert ran("--affected") == set()
    (packages / "installed-2.dist-info").mkdir()
    assert ran("--affected") == {"test_it"}
