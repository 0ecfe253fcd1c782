"""What the code under test reads from private files stays in its process."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from testloom.execution import Agent, guarded_command
from testloom.measurement import TestEnvironment, run_tests
from testloom.model.errors import SubjectError
from testloom.model.execution import Observation, Warned
from testloom.model.observed import Long, Prefix, Sized, attributes_of
from testloom.model.texts.stability import OPEN
from testloom.oracle import observe_stable
from testloom.repository import ignored_files
from testloom_agent.redaction.places import Places
from testloom_agent.redaction.withheld import WithheldValues
from tests.agent.cases import call
from tests.values import plain

SECRET = "sk-hidden-4711"
READING = """
from pathlib import Path

KEY = (Path(__file__).parent / {place!r}).read_text().strip().partition("=")[2]
"""
USING = """
class Client:
    def __init__(self):
        self.key, self.size = KEY, 3

def header():
    return "Bearer " + KEY

def parts():
    return [KEY, {KEY: 1}, KEY.encode(), 12]

def client():
    return Client()

def path():
    return Path("/somewhere") / KEY

def show():
    print("the key is " + KEY)
    import warnings, logging
    warnings.warn("using " + KEY)
    logging.getLogger().warning("with %s", KEY)

def fail(name):
    raise ValueError("no " + name + " for " + KEY)

def is_right(key):
    return key == KEY

def harmless(n):
    return 2 * n
"""
FUNCTIONS = ("header", "parts", "client", "path", "show")


class Folder:
    """A project whose module reads a file at `place` while it is imported."""

    def __init__(self, folder: Path, python: Path) -> None:
        self.folder, self.python = folder, python

    def start(self, place: str, content: str = f"KEY={SECRET}\n", more: str = USING) -> Agent:
        file = self.folder / place
        file.parent.mkdir(exist_ok=True, parents=True)
        file.write_text(content)
        (self.folder / "pyproject.toml").touch()
        (self.folder / "shop.py").write_text(READING.format(place=place) + more)
        return Agent.start(self.python, self.folder / "shop.py", self.folder)


@pytest.fixture
def project(tmp_path: Path, python: Path) -> Folder:
    folder = tmp_path / "project"
    folder.mkdir()
    return Folder(folder.resolve(), python)


def ignore(folder: Path, *patterns: str) -> None:
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    (folder / ".gitignore").write_text("\n".join(patterns))


def all_told(agent: Agent) -> str:
    """Everything that the agent says of the module, as one text."""
    cases = [call(f"shop:{name}") for name in FUNCTIONS]
    cases += [call("shop:fail", "Ann"), call("shop:is_right", "other")]
    told: list[Any] = [agent.description, agent.execute(cases), agent.observe(cases), agent.watch(cases)]
    return repr(told)


PLACES: dict[str, Callable[[Folder], str]] = {
    "a hidden file": lambda project: ".env",
    "a file in a hidden folder": lambda project: ".settings/key",
    "a file outside": lambda project: "../outside",
}


@pytest.mark.parametrize("place", PLACES)
def test_what_was_read_from_a_private_file_is_not_told(project: Folder, place: str) -> None:
    with project.start(PLACES[place](project)) as agent:
        told = all_told(agent)

    assert SECRET not in told and "hidden" not in told
    assert len(agent.description["withheld"]) == 1


def test_of_a_private_file_that_is_not_there_nothing_is_read(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    withheld, told = WithheldValues(), list[str]()
    withheld.tell = told.append
    withheld.watch(Places(str(tmp_path), (), (), ()), nullcontext)

    withheld.note(tmp_path / ".env")
    assert told == []

    (tmp_path / ".env").write_text("KEY=1")
    withheld.note(tmp_path / ".env")
    assert told == [".env"]


def test_a_missing_key_that_is_private_is_not_told(project: Folder) -> None:
    looking_up = "def number():\n    return {}[int(KEY)]\n\ndef text():\n    return {}[KEY]\n"
    cases = [call("shop:number"), call("shop:text")]
    with project.start(".env", "KEY=4957362148\n", looking_up) as agent:
        observed = agent.observe(cases)
        raised = [result.exception for result in agent.execute(cases)]

    raised += [seen[-1].exception for seen in observed]
    keys = [error.lacks.key for error in raised if error is not None and error.lacks is not None]
    assert [str(key).rstrip(".") for key in keys] == ["None", "redacted"] * 2


@pytest.mark.parametrize("pattern", ["settings.txt", "private/", "*.txt"])
def test_what_was_read_from_a_file_that_git_ignores_is_not_told(project: Folder, pattern: str) -> None:
    ignore(project.folder, pattern)
    place = "private/key" if pattern == "private/" else "settings.txt"

    with project.start(place) as agent:
        told = all_told(agent)

    assert SECRET not in told
    assert agent.description["withheld"] == [place]


def test_what_is_in_files_of_the_project_is_told(project: Folder) -> None:
    ignore(project.folder, "private/")
    with project.start("settings.txt") as agent:
        told = all_told(agent)

    assert SECRET in told
    assert agent.description["withheld"] == []


def test_a_module_that_git_ignores_keeps_its_texts(project: Folder) -> None:
    ignore(project.folder, "local_settings.py")
    (project.folder / "local_settings.py").write_text(f'"""Local."""\nSECRET_KEY = "{SECRET}"\nSIZE = 3\n')

    for _ in range(2):  # the second time, there may be a compiled one
        with project.start(
            "plain.txt", more="from local_settings import SECRET_KEY as KEY\n" + USING
        ) as agent:
            assert SECRET not in all_told(agent)


def stable(agent: Agent, *names: str) -> list[Observation]:
    [*observed] = observe_stable([call(f"shop:{name}") for name in names], agent)
    assert None not in observed
    return [entry[-1] for entry in observed if entry is not None]


def test_what_depends_on_it_is_weakened_and_the_rest_is_not(project: Folder) -> None:
    with project.start(".env") as agent:
        header, parts, client, shown = stable(agent, "header", "parts", "client", "show")
        failed, harmless = observe_stable([call("shop:fail", "Ann"), call("shop:harmless", 4)], agent)

    assert header.value == Prefix("Bearer ")
    assert parts.value == Sized("list", 4)
    assert list(attributes_of(client.value)) == ["size"]
    assert (shown.output, shown.logs) == ("", ())
    assert shown.warnings == (Warned("builtins:UserWarning", f"using {OPEN}"),)
    assert harmless is not None
    assert plain(harmless[-1].value) == 8
    assert failed is not None and failed[-1].exception is not None
    assert failed[-1].exception.message.startswith("no Ann for ")


def test_the_beginning_of_a_long_text_that_ends_within_it_is_not_told(project: Folder) -> None:
    sentence = " ".join(f"violet{number} lantern" for number in range(20))
    using = "def long(n):\n    return 'so ' + KEY + n * '.'\n"
    with project.start(".env", f"KEY={sentence}\n", using) as agent:
        [[*_, longest]] = agent.observe([call("shop:long", 2_000)])

    assert isinstance(longest.value, Long)
    assert longest.value.start == ""


def test_a_number_that_was_read_is_not_told(project: Folder) -> None:
    more = "PIN = int(KEY)\n\ndef pin():\n    return PIN\n\ndef pins():\n    return [PIN, 1]\n"
    with project.start(".env", "PIN=48392017\n", more) as agent:
        told = [agent.description, agent.observe([call("shop:pin"), call("shop:pins")])]

    assert "48392017" not in repr(told)


def test_a_test_that_holds_it_itself_is_refused(project: Folder) -> None:
    with project.start(".env") as agent:
        [guessed, other] = agent.execute([call("shop:is_right", SECRET), call("shop:is_right", "other")])
        [[seen, *_]] = agent.observe([call("shop:is_right", SECRET)])

    assert guessed.denied and not other.denied
    assert seen.denied


def test_what_is_read_by_a_call_is_not_told(project: Folder) -> None:
    more = """
def header():
    return "Bearer " + (Path(__file__).parent / ".env").read_text().strip().partition("=")[2]
"""
    (project.folder / ".env").write_text(f"KEY={SECRET}\n")
    with project.start("plain.txt", "A=b", more) as agent:
        [result] = agent.execute([call("shop:header")])
        [[seen]] = agent.observe([call("shop:header")])

    assert SECRET not in repr([result, seen])
    assert ("withheld", ".env") in result.touched and ("withheld", ".env") in seen.touched


@pytest.mark.parametrize(
    "statement", ['raise RuntimeError("no " + KEY)', "{}[KEY]", "import sys; sys.exit(KEY)"]
)
def test_a_failing_import_does_not_tell_it(project: Folder, statement: str) -> None:
    with pytest.raises(SubjectError) as caught:
        project.start(".env", more=f"\n{statement}\n")

    assert SECRET not in str(caught.value)


DOCUMENTS = {
    "json": json.dumps({"database": {"login": ["ann", SECRET]}}),
    "toml": f'[database]\nlogin = "{SECRET}"\n',
    "yaml": f"database:\n  login: '{SECRET}'\n",
    "an address": f"URL=postgres://ann:{SECRET}@db:5432/shop\n",
    "words": f"machine db login ann password {SECRET}\n",
    "one line": SECRET,
    "binary": "\x00\x01" + SECRET + "\x00",
}


@pytest.mark.parametrize("form", DOCUMENTS)
def test_it_is_found_in_files_of_all_kinds(project: Folder, form: str) -> None:
    with project.start(".secrets", DOCUMENTS[form], f'KEY = "{SECRET[:-1]}" + str(1)\n{USING}') as agent:
        told = all_told(agent)

    assert SECRET not in told


def test_texts_of_the_source_are_no_secrets(project: Folder) -> None:
    more = 'def mode():\n    return "fastest-mode-1"\n'
    with project.start(".env", "MODE=fastest-mode-1\n", more) as agent:
        [seen] = stable(agent, "mode")

    assert plain(seen.value) == "fastest-mode-1"


def test_nothing_is_withheld_of_pythons_files(project: Folder) -> None:
    more = "import json, os, mimetypes\nTEXT = Path(json.__file__).read_text()\nopen(os.devnull).close()\n"
    with project.start("plain.txt", more=more) as agent:
        assert agent.description["withheld"] == []


FAILING = """
from shop import header, harmless

def test_header():
    assert header() == "Bearer x"

def test_harmless():
    assert harmless(2) == 5
"""


@pytest.mark.parametrize("place", [".env", "settings.txt"])
def test_the_report_of_tests_that_fail_does_not_tell_it(tmp_path: Path, place: str) -> None:
    folder = (tmp_path / "project").resolve()
    folder.mkdir()
    ignore(folder, "settings.txt")
    with Folder(folder, Path(sys.executable)).start(place):
        pass
    file = folder / "shop.py"
    ignored = tuple(ignored_files(folder))
    environment = TestEnvironment(Path(sys.executable), folder, folder, file, guarded_command, None, ignored)

    run = run_tests(environment, folder / "test_shop.py", FAILING)

    assert SECRET not in repr(run)
    assert "4 == 5" in run.cases["test_harmless"].message
    assert run.coverage is not None


def test_of_a_process_that_ends_before_its_time_nothing_is_told_of_it(tmp_path: Path) -> None:
    folder = (tmp_path / "project").resolve()
    folder.mkdir()
    with Folder(folder, Path(sys.executable)).start(".env"):
        pass
    environment = TestEnvironment(Path(sys.executable), folder, folder, folder / "shop.py", guarded_command)
    text = FAILING + "\ndef test_exit():\n    import os\n    os._exit(3)\n"

    run = run_tests(environment, folder / "test_shop.py", text)

    assert run.is_private and SECRET not in repr(run)
    assert {name: ended.outcome for name, ended in run.cases.items()} == {
        "test_header": "failed",
        "test_harmless": "failed",
        "test_exit": "failed",
    }


MACHINE = """
import getpass, os, platform, socket

NAMES = [socket.gethostname(), socket.getfqdn(), platform.node(), os.uname().nodename, getpass.getuser()]
VARIABLES = dict(os.environ)

def names():
    return NAMES

def variables():
    return sorted(VARIABLES), sorted(dict(os.environ))
"""


def test_neither_the_host_nor_the_user_nor_variables_are_told(
    project: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOP_API_KEY", SECRET)
    with project.start("plain.txt", more=MACHINE) as agent:
        [[names], [variables]] = agent.observe([call("shop:names"), call("shop:variables")])

    assert names.value is not None
    told = list(plain(names.value))
    assert told == ["host", "host", "host", "host", "user"]
    assert SECRET not in repr(variables) and "SHOP_API_KEY" not in repr(variables)
    asked = {touch[1] for touch in variables.touched if touch[0] == "variable"}
    assert asked <= {"VIRTUAL_ENV", "LD_LIBRARY_PATH"}


def test_looking_for_it_leaves_no_trace_in_what_a_test_touched(project: Folder) -> None:
    with project.start(".env") as agent:
        result, *_ = agent.execute([call("shop:header"), call("shop:harmless", 1)])

    assert (result.denied, result.touched) == ((), ())
