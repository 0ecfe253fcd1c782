"""What code reads from private files is in no test, in no output and in no store."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.projects import pyproject

from .command import run

SECRET, OUTSIDE = "sk-hidden-4711", "sk-outside-4712"
SOURCE = """\
import os
import socket
from pathlib import Path

HERE = Path(__file__).parent
KEY = (HERE / ".env").read_text().strip().partition("=")[2]
OUTER = (HERE / "../outside").read_text().strip()
TOKEN = os.environ.get("SHOP_TOKEN", "")
HOST = socket.gethostname()


def header():
    return "Bearer " + KEY


def is_right(key: str) -> bool:
    if key == KEY:
        return True
    return False


def look_up(name: str):
    return {}[KEY + TOKEN + name]


def outer():
    return [OUTER, 1]


def price(number: int) -> int:
    return 2 * number


def host():
    return HOST
"""


def test_a_key_that_a_module_reads_goes_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project, data = tmp_path / "project", tmp_path / "data"
    project.mkdir()
    (project / ".env").write_text(f"KEY={SECRET}\n")
    (tmp_path / "outside").write_text(OUTSIDE)
    (project / "pyproject.toml").write_text(pyproject("shop"))
    (project / "shop.py").write_text(SOURCE)
    monkeypatch.setenv("SHOP_TOKEN", "token-of-the-user")
    monkeypatch.setenv("XDG_DATA_HOME", str(data))

    ended = run(project, "generate", "shop.py", "--python", sys.executable, "--executions", "300", "--json")

    assert ended.status == 0, [event for event in ended.events if event["event"] == "discarded"]
    text = (project / "tests" / "test_shop.py").read_text()
    told = text + ended.out + ended.err
    stored = b"".join(file.read_bytes() for file in data.rglob("*") if file.is_file())
    for secret in (SECRET, OUTSIDE):
        assert secret not in told and secret.replace("-", "_") not in told and secret.encode() not in stored
    assert "token-of-the-user" not in told
    assert 'assert header().startswith("Bearer ")' in text
    assert "assert price(" in text
    assert "host() ==" not in text
    assert [event["files"] for event in ended.events if event["event"] == "withheld"] == [
        [".env", str(tmp_path.resolve() / "outside")]
    ]
