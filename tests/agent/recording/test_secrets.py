"""Secrets are not recorded, whatever form they come in."""

from __future__ import annotations

import pytest

from tests.agent.recorded_program import Project

SECRET = "hunter2-kept"
ARGUMENTS = {
    "a nested name": {"password": {"value": SECRET}},
    "a list": {"tokens": [SECRET]},
    "a pair": ("password", SECRET),
    "pairs in a list": [("Authorization", SECRET), ("Accept", "text")],
    "an address": f"https://ann:{SECRET}@example.org/shop",
    "an address without a scheme": f"ann:{SECRET}@database",
    "a bearer": f"Bearer {SECRET}",
    "a header": {"X-Auth": SECRET},
    "a pin": {"pin": SECRET},
    "a one-time password": {"otp": SECRET},
    "two words": {"userPin": SECRET},
    "json as text": f'{{"user": "ann", "password": "{SECRET}"}}',
    "a connection": f"host=db;user=ann;password={SECRET};port=5",
    "a query": f"/login?user=ann&password={SECRET}",
    "an element": f"<login><password>{SECRET}</password></login>",
}
FILES = {
    "json": f'{{"user": "ann", "password": "{SECRET}"}}',
    "nested json": f'{{"password": {{"value": "{SECRET}"}}, "user": "ann"}}',
    "a list in json": f'{{"tokens": ["{SECRET}"]}}',
    "toml": f'user = "ann"\n[password]\nvalue = "{SECRET}"\n',
    "a table in a line": f"login = {{user = 'ann', password = '{SECRET}'}}\n",
    "an address": f"DATABASE=postgres://ann:{SECRET}@db/shop\n",
    "settings": f"export API_TOKEN={SECRET}\n",
    "words": f"machine db login ann password {SECRET}\n",
    "yaml": f"user: ann\nsecret: '{SECRET}'\n",
}


@pytest.mark.parametrize("form", ARGUMENTS)
def test_a_secret_in_an_argument_is_not_recorded(project: Project, form: str) -> None:
    project.write(
        shop="def buy(what): return len(what)",
        app=f"from shop import buy\nprint(buy({ARGUMENTS[form]!r}))\n",
    )
    assert project.run() == project.plainly()

    [(_, data)] = project.calls
    assert "redacted" in str(data)
    assert SECRET not in str(data)


@pytest.mark.parametrize("form", list(FILES))
def test_a_secret_in_a_file_is_not_recorded(project: Project, form: str) -> None:
    project.write(
        shop="def read(file):\n    with open(file) as stream: return len(stream.read())\n",
        app="from shop import read\nprint(read('settings'))\n",
    )
    (project.folder / "settings").write_text(FILES[form])
    assert project.run() == project.plainly()

    [(_, data)] = project.calls
    content = data["files"]["settings"]
    assert SECRET not in content and "redacted" in content
    assert "ann" in content or "ann" not in FILES[form]


def test_what_only_sounds_like_a_secret_is_recorded(project: Project) -> None:
    words = {"author": "ann", "spin": "left", "opinion": "good", "mail": "mailto:bob@example.org"}
    project.write(
        shop="def buy(what): return len(what)",
        app=f"from shop import buy\nprint(buy({words!r}))\n",
    )
    project.run()

    [(_, data)] = project.calls
    assert "redacted" not in str(data)


def test_a_secret_in_the_command_line_of_the_program_is_not_recorded(project: Project) -> None:
    project.write(shop="def buy(): return 1", app="from shop import buy\nbuy()\n")
    project.run("app.py", f"https://ann:{SECRET}@example.org", f"--header=Bearer {SECRET}")

    assert SECRET.encode() not in project.journal.read_bytes()
