"""Code under test gets other contents of private files, however it opens them."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.execution import Agent
from testloom.model.errors import SubjectError
from tests.agent.cases import call
from tests.values import plain

SECRET = "zyxwvq-98765"
SOURCE = """
import io, os, pathlib
FILE = str(pathlib.Path(__file__).parent / ".env")

class Opener:
    opener = open

def read():
    with open(FILE) as stream:
        return stream.name == FILE, stream.read()[::-1]

def of_class():
    with Opener().opener(FILE) as stream:
        return stream.read()[::-1]

def of_path():
    return pathlib.Path(FILE).read_text()[::-1]

def descriptor():
    return os.read(os.open(FILE, os.O_RDONLY), 100)[::-1].decode()

def below_a_folder():
    folder = os.open(os.path.dirname(FILE), os.O_RDONLY)
    return os.read(os.open(".env", os.O_RDONLY, dir_fd=folder), 100)[::-1].decode()

def with_opener():
    return open(FILE, opener=lambda path, flags: os.open(path, flags)).read()[::-1]

def raw():
    return io.FileIO(FILE).read()[::-1].decode()

def missing():
    return open(FILE + "x")

def names():
    return open.__name__, open.__module__ in ("io", "_io"), open is io.open
"""
SERVED = ("read", "of_class", "of_path", "descriptor", "below_a_folder")


@pytest.fixture
def agent(tmp_path: Path, python: Path) -> Agent:
    (tmp_path / ".env").write_text(f"KEY={SECRET}\n")
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "shop.py").write_text(SOURCE)
    return Agent.start(python, tmp_path / "shop.py", tmp_path)


def test_every_way_to_open_a_file_leads_to_what_stands_in_for_it(agent: Agent) -> None:
    with agent:
        results = agent.execute([call(f"shop:{name}") for name in SERVED])
        observed = agent.observe([call(f"shop:{name}") for name in SERVED])

    assert [result.end for result in results] == ["passed"] * len(SERVED)
    assert all(("withheld", ".env") in result.touched for result in results)
    told = repr(observed)
    assert SECRET[::-1] not in told and "qvwxyz" not in told and "56789" not in told
    assert "value=True" in repr(observed[0])


@pytest.mark.parametrize("name", ["with_opener", "raw"])
def test_what_goes_past_that_is_refused(agent: Agent, name: str) -> None:
    with agent:
        [result] = agent.execute([call(f"shop:{name}")])

    assert result.denied == ("read the private file '.env' past what stands in for it",)


def test_other_files_are_opened_as_ever(agent: Agent) -> None:
    with agent:
        [[names], [missing]] = agent.observe([call("shop:names"), call("shop:missing")])

    assert names.value is not None
    assert list(plain(names.value)) == ["open", True, True]
    assert missing.exception is not None
    assert (missing.exception.type, missing.exception.through) == ("builtins:FileNotFoundError", "")


def started(folder: Path, python: Path, statement: str) -> Agent:
    (folder / ".env").write_text(f"KEY={SECRET}\n")
    (folder / "pyproject.toml").touch()
    text = 'open(__file__.replace("shop.py", ".env")).read().strip()[4:]'
    (folder / "shop.py").write_text(f"KEY = {text}\n{statement}\ndef last():\n    return KEY[-1:]\n")
    return Agent.start(python, folder / "shop.py", folder)


def test_a_module_that_needs_their_length_gets_it(tmp_path: Path, python: Path) -> None:
    with started(tmp_path, python, f"assert len(KEY) == {len(SECRET)}") as agent:
        [[seen]] = agent.observe([call("shop:last")])

    assert plain(seen.value) != SECRET[-1]


def test_a_module_that_needs_them_as_they_are_is_not_tested(tmp_path: Path, python: Path) -> None:
    with pytest.raises(SubjectError) as caught:
        started(tmp_path, python, f"assert hash(KEY) == hash({SECRET[:5]!r} + {SECRET[5:]!r})")

    assert "Testloom imports it with other contents of .env," in str(caught.value)
    assert SECRET not in str(caught.value)
