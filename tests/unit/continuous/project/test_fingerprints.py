"""What changes a unit, and what does not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import black
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.continuous.building import units

SERVER = Path(__file__).parents[4] / "server"
FILES = sorted((SERVER / "testloom").rglob("*.py"))
SHOP = """\
LIMIT = 3

def postage(grams):
    if grams > LIMIT:
        return zone(grams)
    return 0

def zone(grams):
    return grams // 2

class Parcel:
    def __init__(self, grams):
        self.grams = grams

    def price(self):
        return postage(self.grams)

def unrelated():
    return 1
"""


def changed(before: str, after: str) -> set[str]:
    """The units whose fingerprints differ."""
    old, new = units({"shop": before}), units({"shop": after})
    return {id.partition(":")[2] for id in old if old[id].fingerprint != new[id].fingerprint}


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES[:: max(1, len(FILES) // 40)], ids=lambda file: file.name)
def test_formatting_changes_no_unit(file: Path) -> None:
    source = file.read_text("utf-8")
    short = black.format_str(source, mode=black.Mode(line_length=60, magic_trailing_comma=False))

    assert changed(source, short) == set()


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.integers(20, 140), st.booleans(), st.sampled_from(FILES))
def test_no_line_length_and_no_quotes_change_a_unit(length: int, skip: bool, file: Path) -> None:
    source = file.read_text("utf-8")
    mode = black.Mode(line_length=length, string_normalization=not skip)

    assert changed(source, black.format_str(source, mode=mode)) == set()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f(a, b):\n    del (a, b)\n", "def f(a, b):\n    del a, b\n"),
        ("def f():\n    return u'x'\n", 'def f():\n    return "x"\n'),
        ('def f():\n    """Say nothing."""\n', "def f():\n    pass\n"),
        ("def f():\n    return 1\n", '# a comment\n\n\ndef f():\n    """One."""\n    return 1  # one\n'),
        (
            "class C:\n    def m(self): return 1\n",
            'class C:\n    """C."""\n\n    def m(self):\n        return 1\n',
        ),
        ("def f():\n    return 0XFF\n", "def f():\n    return 0xff\n"),
    ],
)
def test_what_only_looks_different_changes_no_unit(before: str, after: str) -> None:
    assert changed(before, after) == set()


def test_code_changes_its_unit_and_those_that_use_it() -> None:
    assert changed(SHOP, SHOP.replace("grams // 2", "grams // 3")) == {"zone", "postage", "Parcel"}
    assert changed(SHOP, SHOP.replace("return 1", "return 2")) == {"unrelated"}


def test_a_constant_changes_the_units_that_read_it() -> None:
    assert changed(SHOP, SHOP.replace("LIMIT = 3", "LIMIT = 4")) == {"postage", "Parcel"}


def test_functions_that_call_each_other_change_together() -> None:
    source = "def even(n):\n    return not n or odd(n - 1)\n\ndef odd(n):\n    return n and even(n - 1)\n"

    assert changed(source, source.replace("not n or", "n == 0 or")) == {"even", "odd"}


@pytest.mark.parametrize(
    "imported",
    [
        "from lib.core import rate\n\ndef f():\n    return rate()\n",
        "from lib import rate\n\ndef f():\n    return rate()\n",
        "from lib.core import rate as r\n\ndef f():\n    return r()\n",
        "from lib import core\n\ndef f():\n    return core.rate()\n",
        "import lib.core\n\ndef f():\n    return lib.core.rate()\n",
        "import lib.core as c\n\ndef f():\n    return c.rate()\n",
        "from lib import *\n\ndef f():\n    return rate()\n",
        "from .core import rate\n\ndef f():\n    return rate()\n",
        "def f():\n    from lib.core import rate\n    return rate()\n",
        "from lib.core import rate\n\ndef f(g: 'rate'):\n    return g()\n",
        "from lib.core import rate\n\nRATES = [rate]\n\ndef f():\n    return RATES\n",
    ],
)
def test_what_another_module_defines_is_found_however_it_is_imported(imported: str) -> None:
    def fingerprint(rate: int) -> str:
        core = f"def rate():\n    return {rate}\n"
        project = {"lib.__init__": "from .core import rate\n", "lib.core": core, "lib.shop": imported}
        return units(project)["lib.shop:f"].fingerprint

    assert fingerprint(1) == fingerprint(1) != fingerprint(2)


def test_modules_that_import_each_other_are_no_endless_search() -> None:
    found = units({"a": "from b import x\n\ndef f():\n    return x\n", "b": "from a import x\n"})

    assert set(found) == {"a:f"}


@pytest.mark.process
def test_a_fingerprint_is_the_same_in_another_process() -> None:
    script = (
        "import sys; from pathlib import Path; "
        "import ast; from testloom.continuous.project.definitions import code_of; "
        "from testloom.continuous.project.units import units_of; "
        "from testloom.source.modules import ModuleSource; "
        "file = Path('m.py'); m = {'m': code_of(ModuleSource('m', file, ast.parse(sys.stdin.read())))}; "
        "print(*[u.fingerprint for u in units_of(m, {'m': file})])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=SHOP,
        env={"PYTHONPATH": str(SERVER), "PYTHONHASHSEED": "77"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )

    assert done.stdout.split() == [unit.fingerprint for unit in units({"shop": SHOP}).values()]


def test_a_renamed_unit_has_the_same_content() -> None:
    old = units({"shop": "def f(n):\n    return n and f(n - 1)\n"})["shop:f"]
    new = units({"store": "def g(n):\n    return n and g(n - 1)\n"})["store:g"]

    assert old.content == new.content


def test_constants_and_classes_without_code_are_no_units() -> None:
    source = (
        "X = 1\n\nclass Missing(Exception):\n    '''Not there.'''\n\nclass Point:\n    x: int\n    y: int\n"
    )

    assert set(units({"shop": source})) == {"shop:Point"}


def test_both_ways_to_define_a_function_belong_to_it() -> None:
    source = "if NEW:\n    def f():\n        return 1\nelse:\n    def f():\n        return 2\n"

    assert changed(source, source.replace("return 2", "return 3")) == {"f"}
