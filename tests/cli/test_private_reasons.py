"""What private files hold is in no reason, finding, obstacle, report or log, whatever is raised of it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.projects import pyproject

from .command import Ended, run

KEY, OWNER, STREET, LIMIT = "sk-hidqen-4711", "Zebedinus Quirinova", "Elmstreet Springfeld", 731942
SOURCE = """\
import json
from pathlib import Path

HERE = Path(__file__).parent
CONFIG = json.loads((HERE / ".settings.json").read_text())
KEY, OWNER = (HERE / ".env").read_text().strip().split(";")


class Denied(Exception):
    pass


def check(given: str) -> str:
    if given == KEY[3:9]:
        return "inner"
    return "wrong"


def announced(number: int) -> int:
    if number > CONFIG["limit"]:
        raise ValueError(f"above {CONFIG['limit']} for {OWNER}")
    if number < 0:
        raise Denied(f"{KEY} of {OWNER} at {CONFIG['street']}")
    return number


def broken(number: int):
    if number == 17:
        return {}[KEY + "x"]
    if number == 18:
        return int(OWNER)
    if number == 19:
        return getattr(OWNER, KEY)
    if number == 20:
        exec(OWNER.split()[0])
    if number == 21:
        raise type(OWNER.split()[0], (Exception,), {})(CONFIG["street"])
    if number == 22:
        raise SystemExit(KEY)
    return None


def blocked(number: int) -> int:
    if number == 3:
        open("/" + KEY + "/" + OWNER, "w")
    if number == 4:
        __import__(KEY)
    return number


def needs(thing):
    if thing.open(KEY) == OWNER:
        return thing.close()
    raise LookupError(f"{OWNER} has no {thing}")


def price(number: int) -> int:
    return 2 * number
"""
SECRETS = (
    *(KEY, KEY[3:9], KEY.replace("-", "_"), "4711", KEY[::-1]),
    *(OWNER, "Zebedinus", "Quirinova", "zebedinus", STREET, "Elmstreet", "Springfeld", str(LIMIT)),
)
"""What is in the files, and the parts of it that tests or reasons might hold."""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / ".env").write_text(f"{KEY};{OWNER}\n")
    (folder / ".settings.json").write_text(json.dumps({"street": STREET, "limit": LIMIT}))
    (folder / "pyproject.toml").write_text(pyproject("shop"))
    (folder / "shop.py").write_text(SOURCE)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return folder


def told(project: Path, ended: Ended) -> str:
    """All that is printed, written and kept."""
    files = [
        *(project.parent / "data").rglob("*"),
        *(project / "tests").rglob("*.py"),
        *project.glob("*.xml"),
    ]
    kept = b"".join(file.read_bytes() for file in files if file.is_file())
    return ended.out + ended.err + kept.decode("latin-1")


@pytest.mark.whole_proof
def test_nothing_that_is_raised_of_private_files_is_told(project: Path) -> None:
    ended = run(project, "generate", "shop.py", "--python", sys.executable, "--executions", "600", "--json")

    assert ended.status == 0, ended
    assert [secret for secret in SECRETS if secret in told(project, ended)] == []
    reasons = [event["because"] for event in ended.events if event["event"] == "unreached"]
    assert any("redacted" in reason for reason in reasons), reasons
    assert "assert price(" in (project / "tests" / "test_shop.py").read_text()


@pytest.mark.whole_proof
def test_nothing_that_is_raised_of_private_files_is_in_reports(project: Path) -> None:
    command = ["continuous", "--budget", "0.2", "--junit", "report.xml", "--python", sys.executable]

    ended = run(project, *command)

    assert ended.status == 0, ended
    assert "tests cover" in ended.out
    assert [secret for secret in SECRETS if secret in told(project, ended)] == []


def test_a_test_that_passes_a_part_of_a_stand_in_is_dropped_with_what_to_do(project: Path) -> None:
    options = ("--python", sys.executable, "--executions", "300", "--json")

    ended = run(project, "generate", "shop.py::check", *options)

    [reason] = [event["reason"] for event in ended.events if event["event"] == "discarded"]
    assert reason.startswith("withheld: ") and "pass what decides as an argument" in reason
    missed = [event for event in ended.events if event["event"] == "unreached"]
    assert [event["label"] for event in missed] == ["given == KEY[3:9] is true"]
    assert missed[0]["because"].endswith(reason)
    text = (project / "tests" / "test_shop.py").read_text()
    assert text.count("check(") == 1 and "isinstance" not in text
