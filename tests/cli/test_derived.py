"""What code derives from private files is in no test, in no output and in no store."""

from __future__ import annotations

import base64
import hashlib
import json
import sys
from pathlib import Path

import pytest

from tests.projects import pyproject

from .command import Ended, run

SECRET = "sk-hidqen-4711"
RAW = bytes([0x9F, 0x83, 0xE2, 0x91, 0xB7, 0xC4, 0xD5, 0xA6])
ACCOUNTS = {"accounts": [{"owner": "zebedinus", "pin": 83921}, {"owner": "quirinova", "pin": 50417}]}
PLAIN = """

def price(number: int) -> int:
    return 2 * number


def label(text: str) -> str:
    if text == "special":
        return "SPECIAL"
    return text + "."
"""
"""What reads nothing private."""
AT_IMPORT = """\
import base64
import hashlib
import json
import os
from pathlib import Path

HERE = Path(__file__).parent
KEY = (HERE / ".env").read_text().strip().partition("=")[2]
RAW = (HERE / ".settings" / "key.bin").read_bytes()
DIGEST = hashlib.sha256(KEY.encode()).hexdigest()
OWNERS = [account["owner"] for account in json.loads((HERE / ".accounts.json").read_text())["accounts"]]


def encoded():
    return base64.b64encode(KEY.encode()).decode()


def digest():
    return DIGEST[:12]


def middle(start: int):
    return KEY[3:6] if start > 3 else KEY[:2]


def parts():
    return [part[::-1] for part in KEY.split("-")]


def shouted():
    return KEY.upper() + "!"


def length():
    return len(KEY)


def is_long():
    return len(KEY) > 16


def first_byte():
    return RAW[0]


def some_bytes():
    return RAW[1:4].hex()


def initials():
    return "".join(owner[0] for owner in OWNERS)


def is_right(guess: str):
    if hashlib.sha256(guess.encode()).hexdigest() == DIGEST:
        return "right"
    if guess == DIGEST[:12]:
        return "short"
    return "wrong"

"""
AT_IMPORT += PLAIN
IN_CALLS = """\
import base64
import hashlib
import json
import os
from pathlib import Path

HERE = Path(__file__).parent


def key():
    return (HERE / ".env").read_text().strip().partition("=")[2]


def encoded():
    return base64.b64encode(key().encode()).decode()


def digest():
    return hashlib.md5(key().encode()).hexdigest()


def length():
    return len(key())


def checksum():
    return sum((HERE / ".settings" / "key.bin").read_bytes())


def tail():
    descriptor = os.open(HERE / ".settings" / "key.bin", os.O_RDONLY)
    try:
        return os.read(descriptor, 100)[-3:]
    finally:
        os.close(descriptor)


def pins():
    with open(HERE / ".accounts.json") as stream:
        return sum(account["pin"] for account in json.load(stream)["accounts"])


def version():
    return {0x9F: "first"}[(HERE / ".settings" / "key.bin").read_bytes()[0]]


def is_right(guess: str):
    if guess == hashlib.md5(key().encode()).hexdigest():
        return "right"
    return "wrong"

"""
IN_CALLS += PLAIN


def derived() -> list[str]:
    """What is derived from what is in the files, as it would stand in a test."""
    key = SECRET.encode()
    return [
        SECRET,
        "hidqen",
        base64.b64encode(key).decode()[:8],
        hashlib.sha256(key).hexdigest()[:8],
        hashlib.md5(key).hexdigest()[:8],
        "'hid'",
        '"hid"',
        "neqdih",
        "HIDQEN",
        "== 14",
        f"== {sum(RAW)}",
        f"== {RAW[0]}",
        RAW[1:4].hex(),
        repr(RAW[-3:])[2:-1],
        '"zq"',
        f"== {83921 + 50417}",
    ]


def generate(folder: Path, source: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Ended, bytes]:
    """The tests for a module beside private files, what was told, and what is stored."""
    project, data = folder / "project", folder / "data"
    (project / ".settings").mkdir(parents=True)
    (project / ".env").write_text(f"KEY={SECRET}\n")
    (project / ".settings" / "key.bin").write_bytes(RAW)
    (project / ".accounts.json").write_text(json.dumps(ACCOUNTS))
    (project / "pyproject.toml").write_text(pyproject("shop"))
    (project / "shop.py").write_text(source)
    monkeypatch.setenv("XDG_DATA_HOME", str(data))
    ended = run(project, "generate", "shop.py", "--python", sys.executable, "--executions", "300", "--json")
    assert ended.status == 0, ended
    stored = b"".join(file.read_bytes() for file in data.rglob("*") if file.is_file())
    return (project / "tests" / "test_shop.py").read_text(), ended, stored


@pytest.mark.parametrize("source", [AT_IMPORT, IN_CALLS], ids=["at import", "in calls"])
def test_what_is_derived_from_private_files_goes_nowhere(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, ended, stored = generate(tmp_path, source, monkeypatch)

    told = text + ended.out + ended.err
    assert [part for part in derived() if part in told] == []
    assert [part for part in derived() if not part.startswith("=") and part.encode() in stored] == []
    assert "assert price(" in text
    assert '"SPECIAL"' in text
    assert "is_long() is" not in text


def test_what_only_other_contents_cause_is_no_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, ended, _ = generate(tmp_path, IN_CALLS, monkeypatch)

    found = [event["exception"] for event in ended.events if event["event"] == "finding"]
    assert "builtins:KeyError" not in found
    assert "KeyError" not in text


def test_what_needs_them_at_import_gets_others_of_the_same_length(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = AT_IMPORT.replace("DIGEST =", f"assert len(KEY) == {len(SECRET)}\nDIGEST =")

    text, ended, _ = generate(tmp_path, source, monkeypatch)

    secrets = [part for part in derived() if part not in ("== 14", '"zq"')]
    assert [part for part in secrets if part in text + ended.out] == []
    assert "assert price(" in text
