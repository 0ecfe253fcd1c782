"""The subject is imported under its own name with probes in it, or the reason is told."""

from __future__ import annotations

import ast
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from testloom_agent import loading
from testloom_agent.instrumentation.names import is_reserved
from testloom_agent.loading import Loaded, LoadFailure, load, load_mutants, module_name


@pytest.fixture(autouse=True)
def _own_modules() -> Iterator[None]:
    """Forget what a test imported."""
    modules, path = dict(sys.modules), list(sys.path)
    yield
    for name in set(sys.modules) - set(modules):
        del sys.modules[name]
    sys.modules.update(modules)
    sys.path[:] = path


def write(root: Path, **files: str) -> Path:
    for name, text in files.items():
        file = root / f"{name.replace('__slash__', '/')}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return root


def loaded(root: Path, file: str, seconds: float = 10.0) -> Loaded:
    return load(str(root / file), str(root), seconds)


def failure(root: Path, text: str | bytes, seconds: float = 10.0) -> LoadFailure:
    file = root / "subject_under_test.py"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(LoadFailure) as caught:
        load(str(file), str(root), seconds)
    return caught.value


def test_a_module_of_a_package_has_its_dotted_name(tmp_path: Path) -> None:
    write(
        tmp_path,
        shop__slash____init__="X = 1",
        shop__slash__cart="from . import X\nfrom .item import Y\nZ = X + Y",
    )
    write(tmp_path, shop__slash__item="Y = 2")
    result = loaded(tmp_path, "shop/cart.py")

    assert result.module.__name__ == "shop.cart"
    assert result.module.Z == 3
    assert sys.modules["shop.cart"] is result.module
    assert not [name for name in vars(sys.modules["shop.item"]) if is_reserved(name)]


def test_a_circular_import_gets_the_instrumented_module(tmp_path: Path) -> None:
    write(
        tmp_path,
        ring__slash____init__="from .one import f",
        ring__slash__one="from .two import g\ndef f():\n    return 1",
    )
    write(tmp_path, ring__slash__two="import ring.one as one\ndef g():\n    return one.f()")
    result = loaded(tmp_path, "ring/one.py")
    result.tracer.begin(100)

    assert sys.modules["ring.two"].g() == 1
    assert any(result.tracer.end()[0])


def test_a_package_itself_can_be_the_subject(tmp_path: Path) -> None:
    write(
        tmp_path,
        box__slash____init__="from .inner import A\ndef f():\n    return A",
        box__slash__inner="A = 1",
    )
    result = loaded(tmp_path, "box/__init__.py")

    assert (result.module.__name__, result.module.f()) == ("box", 1)


def test_a_module_named_like_one_of_the_library_is_the_projects_own(tmp_path: Path) -> None:
    result = loaded(write(tmp_path, colorsys="def own():\n    return 1"), "colorsys.py")

    assert result.module.own() == 1


def test_probes_at_import_are_those_of_module_level_code(tmp_path: Path) -> None:
    result = loaded(write(tmp_path, plain="A = 1\ndef f():\n    return 2\n"), "plain.py")
    hit = [result.description["probes"][index]["code"] for index in result.description["probes_at_import"]]

    assert hit == ["<module>"]


ANEW = """
import ast
import inspect
import sys


def anew(function):
    tree = ast.parse(inspect.getsource(sys.modules[function.__module__]))
    [found] = [node for node in tree.body if getattr(node, "name", "") == function.__name__]
    found.decorator_list.clear()
    code = compile(ast.Module([found], []), function.__code__.co_filename, "exec", dont_inherit=True)
    held = {}
    exec(code, function.__globals__, held)
    return held[function.__name__]
"""
COMPILED_ANEW = """
from anew import anew


@anew
def larger(number, other):
    if number > other:
        return number
    return other


@anew
def smaller(number, other):
    return number if number < other else other"""


def test_what_a_decorator_compiles_anew_from_the_source_has_probes(tmp_path: Path) -> None:
    write(tmp_path, anew=ANEW, sizes=COMPILED_ANEW)
    result = loaded(tmp_path, "sizes.py")
    codes = {probe["index"]: probe["code"] for probe in result.description["probes"]}
    for name in ("larger", "smaller"):
        result.tracer.begin(1000)
        getattr(result.module, name)(2, 1)
        hits, _ = result.tracer.end()
        reached = [codes[index] for index, hit in enumerate(hits) if hit]

        assert set(reached) == {name}
    assert ast.dump(ast.parse(COMPILED_ANEW)) == ast.dump(ast.parse(f"{COMPILED_ANEW}\n"))


def test_a_module_that_imports_the_parser_keeps_the_one_of_python(tmp_path: Path) -> None:
    write(tmp_path, readers="from ast import literal_eval, parse\nFOUND = literal_eval('[1]')\n")
    module = loaded(tmp_path, "readers.py").module

    assert module.parse is ast.parse
    assert module.FOUND == [1]
    assert "compile" not in vars(ast)


def test_what_a_decorator_compiles_anew_from_the_source_has_mutants(tmp_path: Path) -> None:
    write(tmp_path, anew=ANEW, sizes=COMPILED_ANEW)
    result = load_mutants(str(tmp_path / "sizes.py"), str(tmp_path), 10.0)
    found = set()
    for mutant in result.switch.mutants:
        result.switch.turn(mutant)
        result.switch.begin(1000)
        found.add(result.module.larger(2, 1))

    assert found > {2}


def test_describing_is_no_part_of_the_import(tmp_path: Path) -> None:
    write(tmp_path, slow="import time\ntime.sleep(0.3)\n")
    began = time.monotonic()
    seconds = loaded(tmp_path, "slow.py").description["describing_seconds"]

    assert 0 < seconds < time.monotonic() - began - 0.3


def test_the_trial_of_fixtures_is_no_part_of_the_import(tmp_path: Path) -> None:
    slow = "import pytest, time\n@pytest.fixture\ndef slow():\n    time.sleep(0.3)\n"
    write(tmp_path, plain="A = 1\n", conftest=slow)
    conftests = [str(tmp_path / "conftest.py")]
    result = load(str(tmp_path / "plain.py"), str(tmp_path), 10.0, conftests=conftests)

    assert result.fixtures.names
    assert result.description["describing_seconds"] >= 0.3


def test_nothing_is_written_beside_the_source(tmp_path: Path) -> None:
    loaded(write(tmp_path, pkg__slash____init__="", pkg__slash__mod="import pkg"), "pkg/mod.py")

    assert not list(tmp_path.rglob("*.pyc"))


def test_source_in_another_encoding_is_read(tmp_path: Path) -> None:
    (tmp_path / "latin.py").write_bytes(
        "# -*- coding: latin-1 -*-\nNAME = 'ä'\ndef f(a):\n    return a == 'ö'\n".encode("latin-1")
    )

    assert loaded(tmp_path, "latin.py").module.NAME == "ä"


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("a.py", "a"),
        ("a/b.py", "a.b"),
        ("a/__init__.py", "a"),
        ("my-script.py", "my-script"),
        ("../x/y.py", "y"),
    ],
)
def test_names_count_from_the_root(file: str, name: str) -> None:
    assert module_name("/root", f"/root/{file}") == name


@pytest.mark.parametrize(
    ("text", "code", "words", "line"),
    [
        ("x = 1\ndef f(:\n", "syntax", "line 2", 2),
        ("x = 1\nreturn 2\n", "syntax", "'return' outside function", 2),
        ("x = 1\0\n", "syntax", "null bytes", None),
        (b"x = 1\ny = '\xe4'\n", "encoding", "line 2", 2),
        (b"# -*- coding: nonsense -*-\n", "encoding", "nonsense", None),
        ("import os\nx = 1 / 0\n", "import-raised", "ZeroDivisionError: division by zero", 2),
        ("import sys\nsys.exit(3)\n", "import-exited", "sys.exit(3)", 2),
        (
            "import functools, sys\nsys.exit(functools.reduce(lambda a, _: [a], range(90_000), []))\n",
            "import-exited",
            "sys.exit(list)",
            2,
        ),
        ("import numpy_of_nowhere.linalg\n", "missing-package", "'numpy_of_nowhere'", 1),
        ("import os.nowhere\n", "import-raised", "os.nowhere", 1),
        ("import subject_under_test.inner\n", "import-raised", "subject_under_test", 1),
        ("from os import nothing_like_it\n", "import-raised", "ImportError", 1),
        ("raise KeyboardInterrupt\n", "import-raised", "KeyboardInterrupt", 1),
        ("import sys\nsys.modules[__name__] = 3\n", "no-module", "an object of int", None),
    ],
)
def test_failures_name_cause_and_place(
    tmp_path: Path, text: str | bytes, code: str, words: str, line: int | None
) -> None:
    error = failure(tmp_path, text)

    assert error.code == code
    assert words in error.what
    assert error.advice
    assert line is None or error.line == line


def test_a_missing_package_comes_with_the_command_that_installs_it(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    error = failure(tmp_path, "import yaml\n")

    assert error.advice == f"Install it: {sys.executable} -m pip install PyYAML"


def test_the_command_that_installs_a_package_can_be_run_as_it_is(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(sys, "executable", "/my project/bin/python")
    error = failure(tmp_path, "import nowhere_to_be_found\n")

    assert error.advice == "Install it: '/my project/bin/python' -m pip install nowhere_to_be_found"


def test_a_package_of_the_project_above_the_root_is_not_to_be_installed(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "shop_of_project").mkdir()
    (tmp_path / "shop_of_project" / "__init__.py").touch()
    (tmp_path / "tests").mkdir()
    error = failure(tmp_path / "tests", "import shop_of_project\n")

    assert error.code == "other-root"
    assert f"'shop_of_project', which is in {tmp_path}" in error.what
    assert f"--root {tmp_path}" in error.advice
    assert "pip" not in error.advice


def test_what_another_file_of_the_project_raised_is_told_with_its_line(tmp_path: Path) -> None:
    write(tmp_path, shop__slash____init__="from . import cart\n\nX = 1 / 0\n", shop__slash__cart="Y = 1\n")
    with pytest.raises(LoadFailure) as caught:
        loaded(tmp_path, "shop/cart.py")

    assert "raised at shop/__init__.py, line 3: ZeroDivisionError" in caught.value.what
    assert caught.value.line is None


def test_what_an_import_raised_ends_with_one_full_stop(tmp_path: Path) -> None:
    assert failure(tmp_path, "x = 1 / 0\n").what.endswith("by zero.")
    assert failure(tmp_path, "raise ValueError('No.')\n").what.endswith("No.")


def test_databases_that_take_too_long_to_make_are_told_like_a_slow_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make_databases() -> None:
        while True:
            time.sleep(0.01)

    monkeypatch.setattr(loading, "make_databases", make_databases)

    assert failure(tmp_path, "X = 1\n", seconds=0.3).code == "import-timeout"


@pytest.mark.parametrize(
    ("text", "variable"),
    [
        ("import os\nURL = os.environ['SHOP_URL']\n", "SHOP_URL"),
        ("raise RuntimeError('You must define DJANGO_SETTINGS_MODULE')\n", "DJANGO_SETTINGS_MODULE"),
    ],
)
def test_a_missing_variable_comes_with_the_file_that_has_a_value(
    tmp_path: Path, text: str, variable: str
) -> None:
    (tmp_path / "manage.py").write_text(f"os.environ.setdefault('{variable}', 'here')\n")
    error = failure(tmp_path, text)

    assert f"needs the environment variable {variable}, which is not set" in error.what
    assert error.advice.startswith("manage.py has a value for it. ")


OF_SETTINGS = """
from pydantic import BaseModel

class BaseSettings(BaseModel):
    model_config = {"env_prefix": ""}

    def __init__(__pydantic_self__, **values):
        super().__init__(**values)
"""
SETTINGS = """
from pydantic_settings import BaseSettings

class Settings(BaseSettings):
    model_config = {"env_prefix": "shop_"}
    name: str
    server: str
    port: int = 80

settings = Settings()
"""


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        (SETTINGS, "the environment variables SHOP_NAME and SHOP_SERVER, which are not set."),
        (SETTINGS.replace("server: str", ""), "the environment variable SHOP_NAME, which is not set."),
        (
            SETTINGS.replace("server: str", "").replace("{", '{"case_sensitive": True, '),
            "the environment variable shop_name, which is not set.",
        ),
    ],
)
@pytest.mark.usefixtures("own_modules")
def test_fields_of_settings_without_a_value_are_missing_variables(
    tmp_path: Path, text: str, missing: str
) -> None:
    (tmp_path / "pydantic_settings.py").write_text(OF_SETTINGS)

    error = failure(tmp_path, text)

    assert error.code == "missing-variable" and error.what.endswith(f"needs {missing}")
    assert error.advice.endswith("for your tests: in a conftest.py, or in pytest's configuration.")


def test_an_import_failure_is_told_by_the_first_line_of_its_message(tmp_path: Path) -> None:
    error = failure(tmp_path, "raise ValueError('two settings are wrong\\n  see the manual')\n")

    assert error.what.endswith("ValueError: two settings are wrong.")


def test_a_missing_key_is_no_missing_variable(tmp_path: Path) -> None:
    error = failure(tmp_path, "URL = {}['SHOP_URL']\n")

    assert "KeyError: 'SHOP_URL'" in error.what


@pytest.mark.parametrize(
    "text",
    [
        "while True: pass\n",
        "import time\ntime.sleep(60)\n",
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass\n",
    ],
)
def test_an_import_that_does_not_end_is_stopped(tmp_path: Path, text: str) -> None:
    error = failure(tmp_path, text, seconds=0.2)

    assert error.code == "import-timeout"
    assert "0.2 s" in error.what


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(LoadFailure) as caught:
        loaded(tmp_path, "nowhere.py")

    assert caught.value.code == "missing-file"
    assert "nowhere.py" in caught.value.what
