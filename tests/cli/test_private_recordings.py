"""What a recorded program reads of private files and variables is in no test that is made of its calls."""

from __future__ import annotations

import base64
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import Ended, run, run_process
from tests.projects import pyproject

STREET, OWNER = "Elm Street 12 Springfield", "Marge Bouvier"
SOURCE = """
import base64
import os
from pathlib import Path


def street(file):
    for line in Path(file).read_text().splitlines():
        name, _, value = line.partition("=")
        if name == "STREET":
            return value
    return None


def greeting():
    return "Dear " + os.environ["SHOP_OWNER"]


def is_there(street, file):
    return street in Path(file).read_text()


def encoded(file):
    return base64.b64encode(Path(file).read_bytes()).decode()


def first_letter(file):
    return street(file)[0]


def outer():
    return Path("../outside.txt").read_text().strip()


def length(text):
    return len(text.split())


if __name__ == "__main__":
    place = street("config/local.env")
    print(place, greeting(), is_there(place, ".env"), encoded(".env"), first_letter(".env"), outer())
    print(length(outer()))
"""


@pytest.fixture(scope="module")
def carved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ended]:
    """A project with tests of a recorded run that has read private data, and what carving them said."""
    folder = tmp_path_factory.mktemp("recorded") / "shop"
    (folder / "config").mkdir(parents=True)
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    (folder / ".gitignore").write_text("config/local.env\n")
    (folder / "pyproject.toml").write_text(pyproject("shop"))
    (folder / "shop.py").write_text(SOURCE)
    (folder.parent / "outside.txt").write_text("Ned Flanders next door\n")
    for name in (".env", "config/local.env"):
        (folder / name).write_text(f"STREET={STREET}\nDB_PASSWORD=hunter2-kept\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SHOP_OWNER", OWNER)
        recorded = run_process(folder, "record", "--python", sys.executable, "--", "shop.py")
    assert STREET in recorded.out and OWNER in recorded.out, recorded.err
    return folder, run(folder, "carve", "recording.testloom", "--out", "tests")


def test_nothing_private_is_on_disk_or_in_the_output(carved: tuple[Path, Ended]) -> None:
    folder, ended = carved
    files = [*folder.glob("recording.testloom*"), *(folder / "tests").rglob("*.py")]
    told = b"".join(file.read_bytes() for file in files).decode("latin-1") + ended.out + ended.err

    encoded = base64.b64encode(f"STREET={STREET}".encode()).decode()[:30]
    for private in ("Elm Street", "Bouvier", "hunter2", "Flanders", encoded):
        assert private not in told


def test_calls_that_read_private_data_become_tests_with_placeholders(carved: tuple[Path, Ended]) -> None:
    text = (carved[0] / "tests" / "test_shop.py").read_text()

    assert 'write_text("STREET=redacted-1\\nDB_PASSWORD=redacted\\n")' in text
    assert 'street(".env") == "redacted-1"' in text
    assert 'monkeypatch.setenv("SHOP_OWNER", "redacted-2")' in text
    assert 'greeting() == "Dear redacted-2"' in text
    assert 'is_there("redacted-1", ".env")' in text
    assert "first_letter" not in text and "outer" not in text


def test_calls_that_do_something_else_with_placeholders_are_dropped_with_that_reason(
    carved: tuple[Path, Ended],
) -> None:
    out = carved[1].out

    assert "does something else without private values (secrets, environment variables, " in out
