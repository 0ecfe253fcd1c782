"""Secrets are not recorded, whatever form they come in."""

from __future__ import annotations

import pytest

from tests.agent.recorded_program import Project

SECRET = "hunter2-kept"
NUMBER = 482913
KEY = "-----BEGIN RSA PRIVATE KEY-----\nMIIBOgIBAAJBAK\nj34GkxFhD90vcN\n-----END RSA PRIVATE KEY-----"
RAW_KEY = b"\xfe\x07q7Xv2M4k\x00\x91Pn8R"
ISSUED = {
    "aws": "AKIA" + "Z7XVQ2M4LPN8RTW3",
    "github": "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6",
    "slack": "xoxb-" + "2048-4096-aBcDeFgHiJkLmNoP",
    "a service with sk": "sk-" + "proj-a1B2c3D4e5F6g7H8",
    "jwt": "eyJhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJlLW9mLWFubg",
    "google": "AIza" + "SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q",
}
"""Made up for these tests, and put together so that no scanner of secrets takes them for real ones."""
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
    "bytes as a key": {b"password": SECRET},
    "bytes": {"password": SECRET.encode()},
    "a pair of bytes": [(b"authorization", SECRET.encode())],
    "a bytearray": {"password": bytearray(SECRET.encode())},
    "a record": {"name": "password", "value": SECRET},
    "records in a list": [{"key": "API_KEY", "value": SECRET}, {"key": "PLACE", "value": "Ulm"}],
    "a record in json": f'[{{"name": "DB_PASSWORD", "value": "{SECRET}"}}]',
    "an option": ["login", "--password", SECRET, "--user", "ann"],
    "a short name": {"db_pass": SECRET},
    "a shorter name": {"pw": SECRET},
    "a session": {"sid": SECRET},
    "a passphrase": {"passphrase": SECRET},
    "a labelled element": f'<add key="ApiKey" value="{SECRET}"/>',
    "a named element": f'<property name="password">{SECRET}</property>',
    "a basic authorization": "Authorization: Basic YW5uOmh1bnRlcjIta2VwdA==",
    "a header in a text": f"> GET /\n> Authorization: Token {SECRET}",
    "a cookie in a text": f"sent Cookie: shop={SECRET}; theme=dark",
    "a key in pem": f"the key is\n{KEY}\n",
    "a key in pem in a line": {"certificate": KEY.replace("\n", "\\n")},
    "a key": {"key": "q7Xv2M4kPn8RtW3z"},
    "a key for addresses": {"key": "q7Xv2M4k-Pn8RtW3z_b5Y"},
    "a key of bytes": {"key": RAW_KEY},
    "a key of bytes within others": [{"hmac_key": RAW_KEY}, b"\x01" + RAW_KEY],
    "a key by its purpose": {"hmac_key": SECRET},
    "a key by its purpose, in humps": {"jwtKey": SECRET},
    "a number": {"pin": NUMBER},
    "a number as text": {"pin": str(NUMBER)},
    "numbers in a list": {"pin": [NUMBER]},
    "a number in json": f'{{"pin": {NUMBER}}}',
    **{f"a key of {service}": f"use {key} from now on" for service, key in ISSUED.items()},
}
SECRETS = (
    SECRET,
    "YW5uOmh1bnRlcjIta2VwdA",
    "MIIBOgIBAAJBAK",
    "q7Xv2M4k",
    str(NUMBER),
    *ISSUED.values(),
)
CALLS = {
    "an option": f'buy("--password", {SECRET!r})',
    "a name": f'buy("API_KEY", {SECRET!r})',
    "a name among others": f'buy("db", "password", {SECRET!r})',
    "a name as a keyword": f'buy(name="password", value={SECRET!r})',
    "a number": f"buy(pin={NUMBER})",
    "a number as an attribute": f"buy(Card({NUMBER}))",
    "an identifier": 'buy(token=UUID("1b4e28ba-2fa1-41d2-883f-0016d3cca427"))',
    "a member of an enumeration": f"buy({{Field.PASSWORD: {SECRET!r}}})",
    "an object": f'buy(Entry("password", {SECRET!r}))',
}
DEFINED = """
import enum
from dataclasses import dataclass
from uuid import UUID

class Field(enum.Enum):
    PASSWORD = 1

@dataclass
class Card:
    pin: int

@dataclass
class Entry:
    name: str
    value: str

def buy(*args, **kwargs): return len(args) + len(kwargs)
"""
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
    "variables in yaml": f"user: ann\nenv:\n  - name: DB_PASSWORD\n    value: {SECRET}\n",
    "records in json": f'[{{"name": "user", "value": "ann"}}, {{"name": "password", "value": "{SECRET}"}}]',
    "http": f"GET / HTTP/1.1\nUser: ann\nCookie: shop={SECRET}\n",
}
NUMBERS = {
    "json": f'{{"user": "ann", "pin": {NUMBER}, "max_tokens": 4096}}',
    "a short number in json": '{"user": "ann", "pin": 4829, "max_tokens": 4096}',
    "settings": f"PIN={NUMBER}\nMAX_TOKENS=4096\n",
    "a record in json": f'{{"name": "pin", "value": {NUMBER}, "max_tokens": 4096}}',
}


@pytest.mark.parametrize("form", ARGUMENTS)
def test_a_secret_in_an_argument_is_not_recorded(project: Project, form: str) -> None:
    project.write(
        shop="def buy(what): return len(what)",
        app=f"from shop import buy\nprint(buy({ARGUMENTS[form]!r}))\n",
    )
    assert project.run() == project.plainly()

    steps = str(project.steps("shop:buy"))
    assert "redacted" in steps or "111111" in steps
    assert not [secret for secret in SECRETS if secret in steps]
    assert "Ulm" in steps or "Ulm" not in str(ARGUMENTS[form])


def test_a_record_says_that_a_secret_was_left_out(project: Project) -> None:
    project.write(
        shop="""
        class Client:
            def __init__(self, token): self.size = len(token)
            def fetch(self, page): return self.size + page
        def buy(token): return len(token)
        def sell(what): return len(what)
        """,
        app=f"from shop import *\nClient({SECRET!r}).fetch(1), buy({SECRET!r}), sell('tea')\n",
    )
    project.run()

    withheld = {path: data.get("withheld", False) for path, data in project.calls}
    assert withheld == {
        "shop:Client.__init__": True, "shop:Client.fetch": True, "shop:buy": True, "shop:sell": False,
    }  # fmt: skip


@pytest.mark.parametrize("form", CALLS)
def test_a_secret_in_a_call_is_not_recorded(project: Project, form: str) -> None:
    project.write(shop=DEFINED, app=f"from shop import *\nprint({CALLS[form]})\n")
    assert project.run() == project.plainly()

    steps = str([data["steps"] for _, data in project.calls])
    assert "shop:buy" in steps
    assert not [secret for secret in (*SECRETS, "1b4e28ba") if secret in steps]


@pytest.mark.parametrize("form", NUMBERS)
def test_a_secret_number_in_a_file_is_another_number_of_its_length(project: Project, form: str) -> None:
    project.write(
        shop="def read(file):\n    with open(file) as stream: return len(stream.read())\n",
        app="from shop import read\nprint(read('settings'))\n",
    )
    (project.folder / "settings").write_text(NUMBERS[form])
    assert project.run() == project.plainly()

    [(_, data)] = project.calls
    assert data["files"]["settings"] == NUMBERS[form].replace(str(NUMBER), "111111").replace("4829,", "1111,")


def test_a_secret_number_that_is_returned_is_not_recorded(project: Project) -> None:
    project.write(
        shop=f"def read_pin(): return {NUMBER}\ndef count(): return 4096",
        app="from shop import *\nread_pin(), count()\n",
    )
    project.run()

    told = {path: data.get("value") for path, data in project.calls}
    assert told == {"shop:read_pin": None, "shop:count": 4096}


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
    words = {
        "author": "ann",
        "spin": "left",
        "opinion": "good",
        "mail": "mailto:bob@example.org",
        "key": "user-2024-report",
        "cacheKey": "orders_by_day_2024",
        "sort_key": "name2",
        "group_keys": ["shelf-1", "b4n4n4s"],
        "hash_key": "Straße und Platz Überall".encode(),
        "monkey": "b4n4n4s",
        "passenger": "bob",
        "bypass": "ring road",
        "max_tokens": 4096,
        "password_length": 128,
        "token_expires_at": 1732468000,
        "pin": 13,
        "headline": "Basic training begins",
        "list": ["password", "user", "mail"],
        "risk": "risk-assessment-2024",
        "name": "ann",
        "value": "left",
    }
    project.write(
        shop="def buy(what): return len(what)",
        app=f"from shop import buy\nprint(buy({words!r}))\n",
    )
    project.run()

    steps = str(project.steps("shop:buy"))
    assert "redacted" not in steps
    assert all(str(word) in steps for word in words.values() if not isinstance(word, list | bytes))


def test_a_secret_in_the_command_line_of_the_program_is_not_recorded(project: Project) -> None:
    project.write(shop="def buy(): return 1", app="from shop import buy\nbuy()\n")
    project.run("app.py", f"https://ann:{SECRET}@example.org", f"--header=Bearer {SECRET}")

    assert SECRET.encode() not in project.journal.read_bytes()
