"""What the project's own tests reach."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import iniconfig
import pytest

from tests.projects import pyproject

from .command import Ended, environment, files, run

PYTHON = ("--python", sys.executable)


def measured(project: Path, *argv: str) -> Ended:
    """Run `coverage`, which must leave the project as it was."""
    before = files(project)

    ended = run(project, "coverage", *argv, *PYTHON)

    assert files(project) == before
    assert "Traceback" not in ended.err
    return ended


def percentages(ended: Ended) -> dict[str, tuple[int, int, float]]:
    """What `--json` tells of each file: lines, branches, and how much is reached."""
    return {
        Path(event["file"]).name: (event["lines"], event["branches"], event["coverage"])
        for event in ended.events
        if event["event"] == "coverage"
    }


def test_a_table_tells_what_is_reached_and_what_is_missing(tested: Path) -> None:
    ended = measured(tested)

    assert (ended.status, ended.err) == (0, "")
    header, shop, total, *_ = ended.out.splitlines()
    assert header.split() == ["file", "lines", "branches", "both", "missing"]
    assert shop.split() == ["shop.py", "83%", "50%", "75%", "14,", "22"]
    assert total.split() == ["total", "83%", "50%", "75%"]
    assert "2 tests passed in " in ended.out
    assert "; 10 of 12 lines and 2 of 4 branches covered (75%)." in ended.out


def test_tests_get_the_variables_of_a_file_that_is_named(tested: Path) -> None:
    (tested / "dev.env").write_text("TOKEN=abc\n")
    check = "import os\n\ndef test_token():\n    assert os.environ['TOKEN'] == 'abc'\n"
    (tested / "tests" / "test_token.py").write_text(check)

    assert measured(tested, "--json").events[-1]["failed"] == 1
    assert measured(tested, "--json", "--env-file", "dev.env").events[-1]["failed"] == 0
    assert measured(tested, "--env-file", "no.env").status == 2


def test_json_has_an_event_a_line_and_the_summary_last(tested: Path) -> None:
    (tested / "tests" / "test_wrong.py").write_text("def test_wrong():\n    assert 1 == 2\n")
    ended = measured(tested, "--json")
    kinds = [event["event"] for event in ended.events if event["event"] != "progress"]
    [file] = [event for event in ended.events if event["event"] == "coverage"]
    wrong = next(event for event in ended.events if event.get("test") == "tests/test_wrong.py::test_wrong")
    summary = ended.events[-1]

    assert kinds == ["test", "test", "test", "coverage", "summary"]
    assert (file["file"], file["missing_lines"]) == (str(tested / "shop.py"), [14, 22])
    assert file["missing_branches"] == [[13, 14], [20, 22]]
    assert wrong["outcome"] == "failed"
    assert "assert 1 == 2" in wrong["message"]
    assert (summary["tests"], summary["passed"], summary["failed"], summary["skipped"]) == (3, 2, 1, 0)
    assert (summary["goals"], summary["covered"], summary["coverage"]) == (16, 12, 75.0)


def test_tests_that_fail_are_listed_and_what_they_reach_counts(tested: Path) -> None:
    (tested / "tests" / "test_wrong.py").write_text(
        "import pytest\nfrom shop import is_even\n\n\ndef test_wrong():\n    assert is_even(3)\n\n\n"
        "@pytest.mark.skip\ndef test_later():\n    pass\n"
    )
    ended = measured(tested)

    assert ended.status == 0
    assert "  tests/test_wrong.py::test_wrong: assert False (tests/test_wrong.py:6)\n" in ended.out
    assert "2 tests passed, 1 failed, 1 skipped in " in ended.out
    assert "11 of 12 lines and 3 of 4 branches covered (88%)." in ended.out


def test_files_of_packages_that_no_test_imports_count_as_not_reached(tested: Path) -> None:
    package = tested / "src" / "stock"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "shelf.py").write_text("def empty():\n    return True\n")
    (tested / "noxfile.py").write_text("print('a script')\n")

    assert [line.split()[0] for line in measured(tested).out.splitlines()[:4]] == [
        "file",
        "shop.py",
        "src/stock/shelf.py",
        "total",
    ]


def test_a_module_that_is_no_python_is_not_counted_and_told(tested: Path) -> None:
    package = tested / "stock"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "shelf.py").write_text("def empty(:\n")
    ended = measured(tested)

    assert ended.status == 0
    assert ended.message.startswith("stock/shelf.py is not counted: SyntaxError: ")


def test_the_projects_own_settings_of_coverage_and_pytest_hold(tested: Path) -> None:
    (tested / "pyproject.toml").write_text(
        pyproject("shop", 'pythonpath = ["."]', 'python_files = "check_*.py"')
        + '[tool.coverage.run]\nsource = ["."]\nomit = ["noxfile.py"]\n'
        + "[tool.coverage.report]\nexclude_also = ['return False']\n"
    )
    (tested / "tests" / "test_shop.py").rename(tested / "check_shop.py")
    for name in ("noxfile", "script"):
        (tested / f"{name}.py").write_text("print('a script')\n")
    ended = measured(tested, "--json")

    assert percentages(ended) == {"script.py": (1, 0, 0.0), "shop.py": (11, 2, 84.62)}


def test_the_numbers_are_those_of_coverage_py(tested: Path, tmp_path: Path) -> None:
    (tested / "shop.py").write_text(
        (tested / "shop.py").read_text()
        + "\n\ndef total(prices):\n    result = 0\n    for price in prices:  # pragma: no branch\n"
        "        if price: result += price\n    while True:\n        return result\n"
    )
    (tested / "tests" / "test_total.py").write_text(
        "import shop\n\n\ndef test_total():\n    shop.total([1])\n"
    )
    ended = measured(tested, "--json")
    by_hand(tested, tmp_path / "data", "run", "--branch", "-m", "pytest", "-p", "no:cacheprovider")
    by_hand(tested, tmp_path / "data", "json", "-o", "../report.json")
    told = json.loads((tmp_path / "report.json").read_text())["files"]["shop.py"]
    numbers = told["summary"]
    [file] = [event for event in ended.events if event["event"] == "coverage"]

    assert file["coverage"] == round(numbers["percent_covered"], 2)
    assert (file["lines"], file["branches"]) == (numbers["num_statements"], numbers["num_branches"])
    assert (file["missing_lines"], file["missing_branches"]) == (
        told["missing_lines"],
        told["missing_branches"],
    )


CHECKED = """
import ast, inspect, sys

def checked(function):
    \"\"\"Compile a function anew, as typeguard does, with calls that have the line of its head.\"\"\"
    module = sys.modules[function.__module__]
    tree = ast.parse(inspect.getsource(module))
    [head] = [node for node in tree.body if getattr(node, "name", "") == function.__name__]
    head.decorator_list = []
    for node in ast.walk(head):
        if isinstance(node, ast.Return):
            same = ast.copy_location(ast.Name("same", ast.Load()), head)
            node.value = ast.copy_location(ast.Call(same, [node.value], []), head)
    names = {**vars(module), "same": lambda value: value}
    exec(compile(tree, module.__file__, "exec"), names)
    return names[head.name]
"""
HAS = """
from checked import checked

@checked
def has(word, words):
    for known in words:
        if known == word:
            return True
    return False
"""


def test_a_branch_of_a_function_that_is_compiled_anew_is_covered_where_it_is_the_only_way(
    tested: Path,
) -> None:
    (tested / "checked.py").write_text(CHECKED)
    (tested / "has.py").write_text(HAS)
    test = tested / "tests" / "test_has.py"
    missing = []
    for words in ("[]", "['cat']", "['cat', 'dog']"):
        test.write_text(f"from has import has\n\ndef test_has():\n    has('dog', {words})\n")
        ended = measured(tested, "--json")
        missing += [e["missing_branches"] for e in ended.events if e.get("file") == str(tested / "has.py")]

    assert missing == [[[6, 7], [7, 6], [7, 8]], [[7, 8]], [[6, 9]]]


LEAVING = """
from contextlib import suppress

def closed(numbers):
    try:
        for number in numbers:
            1 / number
    finally:
        number = 0

def ignored(numbers):
    with suppress(ZeroDivisionError):
        for number in numbers:
            1 / number
    return 0
"""


def test_a_branch_is_missing_where_an_exception_went_its_way(tested: Path) -> None:
    (tested / "leaving.py").write_text(LEAVING)
    test = "import pytest, leaving\n\ndef test_both():\n    leaving.ignored([0])\n"
    test += "    with pytest.raises(ZeroDivisionError):\n        leaving.closed([0])\n"
    (tested / "tests" / "test_leaving.py").write_text(test)

    ended = measured(tested, "--json")

    [missing] = [e["missing_branches"] for e in ended.events if e.get("file") == str(tested / "leaving.py")]
    assert missing == [[6, 9], [13, 15]]


def by_hand(project: Path, data: Path, *argv: str) -> None:
    """Run coverage.py as a user does without Testloom."""
    outside = {**environment(), "COVERAGE_FILE": str(data), "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run(
        [sys.executable, "-m", "coverage", *argv], cwd=project, env=outside, check=True, timeout=60
    )


def test_what_pytest_imports_itself_is_measured_from_its_first_line_on(tested: Path) -> None:
    shutil.copytree(Path(iniconfig.__file__).parent, tested / "iniconfig")
    ended = measured(tested, "--json")
    told = [event for event in ended.events if event["event"] == "coverage"]
    [file] = [event for event in told if event["file"].endswith("iniconfig/__init__.py")]

    assert min(file["reached_lines"]) < min(file["missing_lines"])


@pytest.mark.skipif(os.name == "nt", reason="no fork")
@pytest.mark.parametrize(("branch", "covered"), [("true", 100.0), ("false", 66.67)])
def test_what_other_processes_reach_counts_if_they_count_branches(
    tested: Path, branch: str, covered: float
) -> None:
    (tested / "pyproject.toml").write_text(
        pyproject("shop", 'pythonpath = ["."]')
        + f'[tool.coverage.run]\nconcurrency = ["multiprocessing"]\nparallel = true\nbranch = {branch}\n'
    )
    (tested / "shop.py").write_text(
        "def sign(number):\n    if number < 0:\n        return -1\n    return 1\n"
    )
    (tested / "tests" / "test_shop.py").write_text(
        "import multiprocessing, shop\n\n\ndef test_sign():\n    assert shop.sign(1) == 1\n"
        "    child = multiprocessing.get_context('fork').Process(target=shop.sign, args=(-1,))\n"
        "    child.start()\n    child.join()\n"
    )
    ended = measured(tested, "--json")

    assert ended.events[-1]["coverage"] == covered
    assert ("Coverage of other processes is not counted: " in ended.err) == (branch == "false")


def test_what_is_excluded_is_left_out(tested: Path) -> None:
    with (tested / "pyproject.toml").open("a") as stream:
        stream.write('[tool.testloom]\nexclude = ["stock"]\n')
    for name in ("stock", "till"):
        (tested / name).mkdir()
        (tested / name / "__init__.py").write_text("open = True\n")

    assert percentages(measured(tested, "--json", "--exclude", "till/*")) == {"shop.py": (12, 4, 75.0)}


def test_of_a_folder_only_its_files_are_told(tested: Path) -> None:
    (tested / "stock").mkdir()
    (tested / "stock" / "__init__.py").write_text("open = True\n")
    ended = measured(tested, "stock", "--json")

    assert (ended.status, percentages(ended)) == (0, {"__init__.py": (1, 0, 0.0)})
    assert ended.events[-1]["passed"] == 2


def test_a_coverage_below_the_floor_fails(tested: Path) -> None:
    ended = measured(tested, "--floor", "76")

    assert ended.status == 1
    assert ended.message == "The tests cover 75% of the lines and branches; the floor is 76%."


def test_doctests_do_not_make_a_module_a_file_of_tests(tested: Path) -> None:
    (tested / "pyproject.toml").write_text(
        pyproject("shop", 'pythonpath = ["."]').replace('addopts = "', 'addopts = "--doctest-modules ')
    )
    shop = tested / "shop.py"
    example = '\n\ndef two():\n    """Two.\n\n    >>> two()\n    2\n    """\n    return 2\n'
    shop.write_text(shop.read_text() + example)

    assert percentages(measured(tested, "--json")) == {"shop.py": (14, 4, 77.78)}


@pytest.mark.parametrize(
    ("changed", "text", "message"),
    [
        pytest.param(
            "tests/test_shop.py",
            "import no_such_package\n",
            r"tests/test_shop.py cannot be collected: ModuleNotFoundError: No module named 'no_such_package' "
            "(tests/test_shop.py:1). Fix it, or install what it needs; ",
            id="an import fails",
        ),
        pytest.param(
            "tests/test_shop.py",
            "def test_x()\n    pass\n",
            "tests/test_shop.py cannot be collected: SyntaxError: ",
            id="a syntax error",
        ),
        pytest.param(
            "tests/conftest.py",
            "import no_such_package\n",
            "pytest exited with status 4: ModuleNotFoundError: No module named 'no_such_package' "
            "(tests/conftest.py:1). ",
            id="conftest.py fails",
        ),
        pytest.param(
            "tests/test_shop.py", "def shop():\n    pass\n", "pytest found no tests in ", id="no tests"
        ),
        pytest.param(
            "pyproject.toml",
            '[tool.pytest.ini_options]\naddopts = "--no-such-option"\n',
            "pytest exited with status 4: unrecognized arguments: --no-such-option",
            id="an option that pytest does not know",
        ),
        pytest.param(
            ".coveragerc",
            "[run\n",
            "Coverage cannot be measured: coverage.exceptions.ConfigError: Couldn't read config file",
            id="settings of coverage.py that are no settings",
        ),
        pytest.param(
            "tests/test_shop.py",
            "import os\n\n\ndef test_exits():\n    os._exit(3)\n",
            "pytest exited with status 3 while tests/test_shop.py::test_exits ran. ",
            id="a test ends the process",
        ),
        pytest.param(
            "tests/test_shop.py",
            "import pytest\n\n\ndef test_one():\n    pass\n\n\ndef test_two():\n    pytest.exit('enough')\n",
            "pytest exited with status 2 ",
            id="a test ends the run",
        ),
        pytest.param(
            "tests/test_shop.py",
            "def test_nothing():\n    pass\n",
            "The tests ran, but covered no file in ",
            id="tests that reach nothing",
        ),
    ],
)
def test_what_keeps_tests_from_being_measured(tested: Path, changed: str, text: str, message: str) -> None:
    (tested / changed).write_text(text)
    ended = measured(tested)

    assert ended.status == 1
    assert ended.message.startswith(message)
    assert "%" not in ended.out


def _below_src(project: Path, setting: str) -> None:
    """A project with a package below `src`, a test of it, and this setting of coverage.py."""
    (project / "src" / "pkg").mkdir(parents=True)
    (project / "src" / "pkg" / "__init__.py").write_text("def one():\n    return 1\n")
    (project / "tests").mkdir()
    (project / "tests" / "test_one.py").write_text(
        "from pkg import one\n\n\ndef test_one():\n    assert one() == 1\n"
    )
    settings = f"[tool.coverage.run]\n{setting}\n"
    (project / "pyproject.toml").write_text(pyproject("pkg", 'pythonpath = ["src"]') + settings)


@pytest.mark.parametrize("setting", ['source = ["jinja2", "tests"]', 'omit = ["src/*"]'])
def test_settings_of_coverage_py_that_leave_out_all_code_are_named(tmp_path: Path, setting: str) -> None:
    _below_src(tmp_path, setting)
    ended = measured(tmp_path)

    shown = setting.translate(str.maketrans("", "", '[]"'))
    assert ended.status == 1
    assert ended.message == (
        f"The tests ran, but the settings of coverage.py leave out all files in {tmp_path}. "
        f"Change them to measure the project's own code: {shown}"
    )


def test_other_places_of_the_code_that_coverage_py_cannot_make_out_do_not_hide_what_is_covered(
    tmp_path: Path,
) -> None:
    places = 'source = ["src", "*/site-packages/*"]'  # none may end with a wildcard
    _below_src(tmp_path, f'source = ["pkg"]\nrelative_files = true\n[tool.coverage.paths]\n{places}')

    assert percentages(measured(tmp_path, "--json")) == {"__init__.py": (2, 0, 100.0)}


def test_a_setting_of_coverage_py_that_is_wrong_is_told_as_it_says_it(tmp_path: Path) -> None:
    _below_src(tmp_path, 'source = ["pkg"]\n[tool.coverage.report]\nomit = ["a***b"]')
    ended = measured(tmp_path)

    assert ended.status == 1
    assert "leave out" not in ended.message
    assert "(File pattern can't include " in ended.message


def test_a_package_that_the_settings_of_coverage_py_name_is_measured_where_pytest_finds_it(
    tmp_path: Path,
) -> None:
    _below_src(tmp_path, 'source = ["pkg", "tests"]')

    assert percentages(measured(tmp_path, "--json")) == {"__init__.py": (2, 0, 100.0)}


@pytest.mark.parametrize("text", ["import no_such_package\n", "def test_x(:\n"], ids=["import", "syntax"])
def test_one_broken_test_file_is_listed_and_does_not_hide_what_the_others_cover(
    tested: Path, text: str
) -> None:
    whole = percentages(measured(tested, "--json"))
    (tested / "tests" / "test_other.py").write_text(text)
    ended = measured(tested, "--json")

    assert (ended.status, percentages(ended)) == (0, whole)
    assert "tests/test_other.py cannot be collected: " in ended.message


def test_what_cannot_be_measured_is_an_event_and_the_summary_comes_last(tested: Path) -> None:
    (tested / "tests" / "test_shop.py").unlink()
    (tested / "tests" / "test_other.py").write_text("import no_such_package\n")
    ended = measured(tested, "--json")
    error, summary = [event for event in ended.events if event["event"] != "progress"]

    assert (ended.status, error["code"]) == (1, "collection-error")
    assert error["target"] == str(tested / "tests" / "test_other.py")
    assert error["what"] in ended.message
    assert (summary["event"], summary["tests"], summary["coverage"]) == ("summary", 0, None)


def test_an_interpreter_without_pytest(tested: Path, bare_python: Path) -> None:
    ended = run(tested, "coverage", "--json", "--python", str(bare_python))

    assert ended.status == 1
    assert "pip install pytest coverage" in ended.message
    assert [event["event"] for event in ended.events] == ["error", "summary"]


@pytest.mark.parametrize("root", ["nowhere", "shop.py"])
def test_a_root_that_is_no_folder(tested: Path, root: str) -> None:
    ended = measured(tested, root)

    assert ended.status == 2
    assert ended.message == f"{root} is not a folder. Pass a project folder."


def test_a_setting_that_is_wrong(tested: Path) -> None:
    with (tested / "pyproject.toml").open("a") as stream:
        stream.write('[tool.testloom]\nexclude = "stock"\n')
    ended = measured(tested)

    assert ended.status == 2
    assert "[tool.testloom] exclude" in ended.message


def test_a_folder_without_code_is_told(tested: Path) -> None:
    (tested / "docs").mkdir()
    ended = measured(tested, "docs")

    assert ended.status == 1
    assert ended.message.startswith(f"No test imports code from {tested / 'docs'}")
