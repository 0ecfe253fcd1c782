"""`testloom record` and `testloom carve`: from a run to tests that pass without Testloom."""

from __future__ import annotations

import ast
import json
import os
import sqlite3
import subprocess
import sys
import textwrap
from contextlib import closing
from pathlib import Path

import pytest

from testloom.recording import recording_of
from tests.cli.command import files, run, run_process
from tests.projects import pyproject

CART = """
class Cart:
    def __init__(self, owner):
        self.owner = owner
        self.prices = []

    def add(self, price):
        if price <= 0:
            raise ValueError(f"{price} is no price")
        self.prices.append(price)

    def total(self):
        return sum(self.prices)


def login(user, password):
    return user == "ann" and len(password) > 3
"""
APP = """
import sys

from cart import Cart, login


def parse(line):
    name, price = line.split("=")
    return name, int(price)


def main(argv):
    cart = Cart("ann")
    for line in argv[1:]:
        try:
            cart.add(parse(line)[1])
        except ValueError as error:
            print(error)
    print(cart.total(), login("ann", "correct horse"))
    return 3


if __name__ == "__main__":
    sys.exit(main(sys.argv))
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text(pyproject("shop"))
    (tmp_path / "cart.py").write_text(CART)
    (tmp_path / "app.py").write_text(APP)
    return tmp_path


def test_a_run_from_an_editor_is_told_of_nothing_that_only_a_terminal_has(shop: Path) -> None:
    options = ["--in-editor", "--python", sys.executable]
    recorded = run_process(shop, "record", *options, "--", "app.py", "pear=3")

    assert recorded.message == "Recorded 6 calls. The view Recorded Calls generates tests from them."


def test_a_recorded_run_becomes_tests(shop: Path) -> None:
    recorded = run_process(shop, "record", "--python", sys.executable, "--", "app.py", "pear=3", "fig=0")
    assert (recorded.out, recorded.status) == ("0 is no price\n3 True\n", 3)
    assert "Recorded 8 calls in recording.testloom." in recorded.message

    carved = run(shop, "carve", "recording.testloom", "--out", "tests")

    assert carved.status == 0, carved.err
    text = (shop / "tests" / "test_cart.py").read_text()
    assert 'Cart("ann")' in text and "cart.add(3)" in text and 'match="0 is no price"' in text
    assert 'parse("fig=0") == ("fig", 0)' in (shop / "tests" / "test_app.py").read_text()
    for written in [*files(shop / "tests").values(), (shop / "recording.testloom").read_bytes()]:
        assert b"correct horse" not in written
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"],
        cwd=shop,
        env={"PYTHONPATH": str(shop)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_carve_reports_as_json(shop: Path) -> None:
    run_process(
        shop, "record", "--python", sys.executable, "--include", "cart.py", "--", "app.py", "a=1", "b=1"
    )

    *_, summary = run(shop, "carve", "recording.testloom", "--out", "tests", "--json").events

    assert (summary["event"], summary["calls"], summary["tests"]) == ("summary", 5, 4)
    assert sum(summary["dropped"].values()) == summary["distinct_calls"] - summary["tests"]


def test_a_second_run_continues_the_recording(shop: Path) -> None:
    for price in ("a=1", "a=-1"):
        run_process(shop, "record", "--python", sys.executable, "-o", "calls", "--", "app.py", price)
        assert sorted(file.name for file in shop.glob("calls*")) == ["calls"]

    assert run(shop, "carve", "calls", "--out", "tests", "--json").events[-1]["calls"] == 12


TICKETS = """
import zlib


def kind_of(ticket: str) -> str:
    name, _, check = ticket.partition("-")
    if f"{zlib.crc32(name.encode()):08x}" != check:
        raise ValueError("the check digits are wrong")
    if name.isdigit():
        return "numbered"
    return "named"


if __name__ == "__main__":
    for name in ("120", "ann"):
        print(kind_of(f"{name}-{zlib.crc32(name.encode()):08x}"))
"""


def test_recorded_calls_lead_a_search_where_it_gets_by_itself_hardly_ever(shop: Path) -> None:
    (shop / "tickets.py").write_text(TICKETS)
    run_process(shop, "record", "--python", sys.executable, "--", "tickets.py")
    command = ["generate", "tickets.py", "--python", sys.executable, "--executions", "300", "--json"]

    alone = run(shop, *command, "--out", "alone").events[-1]
    led = run(shop, *command, "--out", "led", "--recording", "recording.testloom").events[-1]

    assert led["covered"] > alone["covered"]
    assert '"numbered"' in (shop / "led" / "test_tickets.py").read_text()
    kept = recording_of(shop)
    kept.parent.mkdir(parents=True, exist_ok=True)
    (shop / "recording.testloom").rename(kept)
    remembered = run(shop, *command, "--out", "remembered").events[-1]
    assert remembered["covered"] == led["covered"]


NO_PROGRAM = "No program to run. Use `testloom record -- SCRIPT ARGS`."
NO_SCRIPT = "no.py does not exist. Use `testloom record -- SCRIPT` or `-- -m MODULE`."
OTHER_FILE = "{}/cart.py exists, but is not a recording. Choose another file with -o; nothing was run."
NO_FOLDER = "The folder {}/no does not exist. Choose another file with -o."
NO_RECORDING = "The recording no does not exist. Create one with `testloom record -- SCRIPT`."


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["record"], NO_PROGRAM),
        (["record", "--", "no.py"], NO_SCRIPT),
        (["record", "-o", "cart.py", "--", "app.py"], OTHER_FILE),
        (["record", "-o", "no/x", "--", "app.py"], NO_FOLDER),
        (["carve", "no"], NO_RECORDING),
    ],
)
def test_bad_input_gets_one_message_and_nothing_is_written(shop: Path, argv: list[str], message: str) -> None:
    before = files(shop)
    ended = run(shop, *argv)

    assert ended.message == message.format(shop.resolve())
    assert ended.status in (1, 2) and files(shop) == before


def test_what_is_no_program_is_not_run(shop: Path) -> None:
    (shop / "program").write_bytes(b"\x7fELF\0")

    ended = run(shop, "record", "--", "program")

    assert ended.message == "program is not a Python program. Use `testloom record -- SCRIPT ARGS`."
    assert ended.status == 2 and not (shop / "recording.testloom").exists()


def test_a_folder_that_cannot_be_written_to_is_told_before_the_program_runs(
    shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)

    ended = run(shop, "record", "--", "app.py")

    what = f"Cannot write a recording to {shop.resolve()}: it is read-only."
    assert ended.message == f"{what} Choose another file with -o."


def test_a_recording_stays_that_of_its_project(shop: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    changed(shop, "update about set value = value where name = 'root'")
    other = tmp_path_factory.mktemp("other") / "other.py"
    other.write_text("print('not run')\n")
    before = (shop / "recording.testloom").read_bytes()

    ended = run(shop, "record", "--", str(other))

    assert f"is a recording of {shop.resolve()}, and the program belongs to {other.parent}." in ended.message
    assert ended.status == 2 and (shop / "recording.testloom").read_bytes() == before


def test_what_is_no_recording_is_said(shop: Path) -> None:
    assert run(shop, "carve", "cart.py").message.startswith("The recording cart.py cannot be used")


def test_a_damaged_row_costs_one_call(shop: Path) -> None:
    run_process(shop, "record", "--python", sys.executable, "--", "app.py", "a=1")
    with closing(sqlite3.connect(shop / "recording.testloom")) as connection, connection:
        connection.execute("update calls set data = 'x' where id = 1")

    summary = run(shop, "carve", "recording.testloom", "--out", "tests", "--json").events[-1]

    assert summary["dropped"]["its record is damaged"] == 1 and summary["tests"] >= 4


def test_a_program_that_calls_nothing_of_the_project_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text(textwrap.dedent("print('hello')"))

    ended = run_process(tmp_path, "record", "--python", sys.executable, "--", "app.py")

    assert (ended.out, ended.status) == ("hello\n", 0)
    assert ended.message.startswith("No calls recorded:")


def test_a_script_that_cannot_be_imported_is_run_and_what_it_imports_is_recorded(shop: Path) -> None:
    script = (shop / "app.py").rename(shop / "run-it.py")

    recorded = run_process(shop, "record", "--python", sys.executable, "--", script.name, "pear=3")
    assert (recorded.out, recorded.status) == ("3 True\n", 3)
    carved = run(shop, "carve", "recording.testloom", "--out", "tests")

    assert (shop / "tests" / "test_cart.py").exists(), carved.err


def test_a_recording_is_not_made_where_a_link_leads(
    shop: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (shop / "recording.testloom").symlink_to(elsewhere / "new")

    ended = run(shop, "record", "--python", sys.executable, "--", "app.py")

    assert ended.status == 2
    assert ended.message == "recording.testloom is a link. Choose another file with -o; nothing was run."
    assert files(elsewhere) == {}


def test_nobody_else_reads_a_recording_and_git_is_said_to_track_it(shop: Path) -> None:
    subprocess.run(["git", "init"], cwd=shop, check=True, capture_output=True)
    file, command = shop / "recording.testloom", ("record", "--python", sys.executable, "--", "app.py")
    told = run_process(shop, *command, "pear=3")
    mode = file.stat().st_mode & 0o777
    file.chmod(0o644)  # as an earlier version made it
    (shop / ".gitignore").write_text("*.testloom\n")
    ignored = run_process(shop, *command, "pear=3")

    assert (mode, file.stat().st_mode & 0o777) == (0o600, 0o600)
    assert told.message.endswith("git does not ignore it: add recording.testloom to .gitignore.")
    assert "git" not in ignored.message


@pytest.fixture
def carved_request(tmp_path: Path) -> Path:
    """A project whose program hands a request on as keyword arguments, recorded with a hostile one."""
    (tmp_path / "pyproject.toml").write_text(pyproject("shop"))
    (tmp_path / "shop.py").write_text("def send(data, post):\n    return post(**data)\n")
    (tmp_path / "app.py").write_text(
        "import json, shop\nshop.send(json.load(open('r.json')), lambda **fields: len(fields))\n"
    )
    hostile = "z=1) and (print('INJECTED'), (__import__('unittest.mock').mock.ANY,) * 2)[1], 2), (call(q"
    (tmp_path / "r.json").write_text(json.dumps({"n": 1, "content-type": 2, hostile: 3}))
    run_process(tmp_path, "record", "--python", sys.executable, "--", "app.py")
    return tmp_path


def test_the_keys_of_a_recorded_request_are_keys_in_its_test(carved_request: Path) -> None:
    carved = run(carved_request, "carve", "recording.testloom", "--out", "tests")

    assert carved.status == 0, carved.err
    text = (carved_request / "tests" / "test_shop.py").read_text()
    called = {ast.unparse(node.func) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)}
    assert called.isdisjoint({"print", "__import__"}) and '**{"content-type": 2}' in text


def changed(shop: Path, statement: str, *values: str) -> None:
    """Change what was recorded."""
    run_process(shop, "record", "--python", sys.executable, "--", "app.py", "a=1")
    with closing(sqlite3.connect(shop / "recording.testloom")) as connection, connection:
        connection.execute(statement, values)


def test_a_recording_does_not_choose_the_program_that_runs_it(shop: Path, tmp_path: Path) -> None:
    evil = shop / "evil.sh"
    evil.write_text(f'#!/bin/sh\ntouch {tmp_path}/ran\nexec {sys.executable} "$@"\n')
    evil.chmod(0o755)
    changed(shop, "update about set value = ? where name = 'python'", json.dumps("./evil.sh"))

    ended = run(shop, "carve", "recording.testloom", "--out", "tests")

    assert "The recording was made with evil.sh, which is not an interpreter of" in ended.message
    assert "--python" in ended.message and not (tmp_path / "ran").exists()
    again = run(shop, "carve", "recording.testloom", "--out", "tests", "--python", sys.executable)
    assert again.status == 0, again.err


def test_a_recording_of_another_project_is_not_carved_here(
    shop: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = tmp_path_factory.mktemp("other")
    (other / "pyproject.toml").touch()
    (other / "cart.py").write_text(CART)
    changed(shop, "update about set value = ? where name = 'root'", json.dumps(str(other)))
    with closing(sqlite3.connect(shop / "recording.testloom")) as connection, connection:
        connection.execute("delete from modules where name != 'cart'")
        connection.execute("update modules set file = ?", (str(other / "cart.py"),))

    ended = run(shop, "carve", "recording.testloom", "--out", "tests")

    assert f"is a recording of {other}. Run `testloom carve` in that folder." in ended.message
    assert not (other / "tests").exists() and not (shop / "tests").exists()


def test_what_a_recording_may_not_call_is_told_with_its_reason(shop: Path) -> None:
    text, ran = ["literal", 1, "print(1)"], ["call", 2, "builtins:exec", None, [1], {}]
    steps = [text, ran, ["call", 3, "cart:login", None, [1, 1], {}]]
    record = json.dumps({"returned": "builtins:bool", "steps": steps})
    changed(shop, "update calls set callable = 'cart:login', data = ?", record)

    ended = run(shop, "carve", "recording.testloom", "--out", "tests")

    assert "it uses builtins:exec, which recordings may not contain" in ended.message
    assert not (shop / "tests").exists()
