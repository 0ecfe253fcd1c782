"""What code reads from private files is in no test, in no output and in no store."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from .command import run

SECRET = "sk-hidden-4711"
SOURCE = """\
import os
import socket
from pathlib import Path

KEY = (Path(__file__).parent / {place!r}).read_text().strip().partition("=")[2]
TOKEN = os.environ.get("SHOP_TOKEN", "")
HOST = socket.gethostname()


def header():
    return "Bearer " + KEY


def is_right(key: str) -> bool:
    if key == KEY:
        return True
    return False


def look_up(name: str):
    return {{}}[KEY + TOKEN + name]


def price(number: int) -> int:
    return 2 * number


def host():
    return HOST
"""


@pytest.mark.parametrize("place", [".env", "../outside"])
def test_a_key_that_a_module_reads_goes_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    project, data = tmp_path / "project", tmp_path / "data"
    project.mkdir()
    (project / place).write_text(f"KEY={SECRET}\n")
    (project / "pyproject.toml").touch()
    (project / "shop.py").write_text(SOURCE.format(place=place))
    monkeypatch.setenv("SHOP_TOKEN", "token-of-the-user")
    monkeypatch.setenv("XDG_DATA_HOME", str(data))

    ended = run(project, "generate", "shop.py", "--python", sys.executable, "--budget", "3", "--json")

    assert ended.status == 0, ended.err + ended.out[-3000:]
    text = (project / "tests" / "test_shop.py").read_text()
    told = text + ended.out + ended.err
    stored = b"".join(file.read_bytes() for file in data.rglob("*") if file.is_file())
    assert SECRET not in told and "sk_hidden" not in told and SECRET.encode() not in stored
    assert "token-of-the-user" not in told
    assert 'assert header().startswith("Bearer ")' in text
    assert "assert price(" in text
    assert "host() ==" not in text
    assert [len(event["files"]) for event in ended.events if event["event"] == "withheld"] == [1]
