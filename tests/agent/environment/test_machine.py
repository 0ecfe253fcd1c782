"""What a module keeps of the machine and its accounts while it is imported is of none in particular."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from testloom.execution import Agent
from tests.agent.cases import call
from tests.values import plain

SOURCE = """
import grp, os, pwd, uuid
from pathlib import Path
from pwd import getpwnam

def kept(find, *arguments):
    try:
        return [part for part in find(*arguments) if type(part) is not list]
    except (KeyError, TypeError) as error:
        return [type(error).__name__, *error.args]

ME = kept(pwd.getpwuid, os.getuid())
BY_NAME = kept(getpwnam, "user")
ANYBODY = kept(pwd.getpwuid, 1001)
NOBODY = kept(pwd.getpwuid, 4711 - 4000)
UNKNOWN = kept(getpwnam, "ann")
WRONG = kept(getpwnam, 3)
ALL = [entry.pw_name for entry in pwd.getpwall()]
GROUP = kept(grp.getgrgid, os.getgid())
GROUPS = [name for entry in grp.getgrall() for name in (entry.gr_name, *entry.gr_mem)]
OWNER = [Path(__file__).owner(), Path(__file__).group()]
NODES = [uuid.getnode(), uuid.uuid1().node]

def told(name):
    return [part for part in globals()[name] if not (type(part) is str and part.endswith("/home"))]
"""
EVERYWHERE = {"root", "daemon", "nobody", "nogroup", "user"}


@pytest.fixture
def told(tmp_path: Path, python: Path) -> Any:
    file = tmp_path / "machine.py"
    file.write_text(SOURCE)

    def told(name: str) -> Any:
        with Agent.start(python, file, tmp_path) as agent:
            [[*_, observed]] = agent.observe([call("machine:told", name)])
        return plain(observed.value)

    return told


def test_accounts_have_the_name_of_no_person(told: Any) -> None:
    user = told("ME")
    assert (user[:2], user[4:]) == (["user", "x"], ["user", "/bin/sh"])
    assert told("BY_NAME") == user
    assert told("ANYBODY") == ["user", "x", 1001, 1001, "user", "/bin/sh"]
    assert set(told("ALL")) <= EVERYWHERE


def test_accounts_that_not_all_systems_have_are_missing(told: Any) -> None:
    assert told("NOBODY") == ["KeyError", "getpwuid(): uid not found: 711"]
    assert told("UNKNOWN") == ["KeyError", "getpwnam(): name not found: 'ann'"]
    assert told("WRONG")[0] == "TypeError"


def test_groups_have_the_name_of_no_person_and_no_members(told: Any) -> None:
    assert told("GROUP")[:2] == ["user", "x"]
    assert set(told("GROUPS")) <= EVERYWHERE
    assert told("OWNER") == ["user", "user"]


def test_network_cards_have_no_address(told: Any) -> None:
    assert told("NODES") == [0x010203040506] * 2
