"""What stands in for the contents of private files."""

from __future__ import annotations

import ast
import base64
import datetime
import ipaddress
import json
import uuid
from typing import Any

import pytest

from testloom_agent.redaction.private_modules import imitated
from testloom_agent.redaction.stand_ins import stand_in

ID = "6fa459ea-ee8a-3ca4-894e-db77e160355e"
SETTINGS = f"""\
# a comment
export API_KEY="sk-hidqen-4711"
PASSWORD=lollipop
DEBUG=true
PORT=8080
ID={ID}
WHEN=2024-01-31T10:20:30Z
HOST=10.0.0.255
HEX=00ff11ee22dd
URL=postgres://ann:pa55wyrd@db:5432/shop
LEVEL=INFO
ZONE=Europe/Berlin
"""


def settings(*public: str, is_cautious: bool = False) -> dict[str, str]:
    text = stand_in(SETTINGS.encode(), ".env", public, is_cautious=is_cautious).decode()
    lines = [line.removeprefix("export ").partition("=") for line in text.splitlines()[1:]]
    return {name: value.strip('"') for name, _, value in lines}


@pytest.mark.parametrize("is_cautious", [False, True])
def test_values_differ_and_keep_their_form(is_cautious: bool) -> None:
    found = settings(is_cautious=is_cautious)

    assert "hidqen" not in found["API_KEY"] and "4711" not in found["API_KEY"]
    assert found["API_KEY"].count("-") == 2
    assert "lollipop" not in found["PASSWORD"]
    assert uuid.UUID(found["ID"]) != uuid.UUID(ID)
    assert datetime.datetime.fromisoformat(found["WHEN"].rstrip("Z")).year != 2024
    assert ipaddress.ip_address(found["HOST"]) != ipaddress.ip_address("10.0.0.255")
    assert bytes.fromhex(found["HEX"])[:1] != b"\0"
    assert found["URL"].startswith("postgres://") and "pa55wyrd" not in found["URL"]
    assert (found["DEBUG"], found["LEVEL"]) == ("true", "INFO")


def test_words_become_longer_unless_that_fails() -> None:
    thorough, cautious = settings(), settings(is_cautious=True)

    assert len(thorough["PASSWORD"]) > len("lollipop") == len(cautious["PASSWORD"])
    assert thorough["ZONE"] != "Europe/Berlin" == cautious["ZONE"]
    assert thorough["PORT"] != "8080" == cautious["PORT"]


def test_words_of_the_source_stay_unless_their_name_tells_that_they_are_secret() -> None:
    found = settings("europe", "berlin", "lollipop", "sk")

    assert found["ZONE"] == "Europe/Berlin"
    assert found["PASSWORD"] != "lollipop"


def test_nothing_leads_back() -> None:
    one, other = (stand_in(f"KEY={key}\n".encode(), ".env", ()) for key in ("abcdefgh", "hgfedcba"))

    assert one.isascii() and len(one) == len(other)
    assert "abcdefgh" not in one.decode() and "hgfedcba" not in other.decode()
    pairs = {(a, b) for a, b in zip("abcdefgh", one.decode()[4:12], strict=True)}
    assert len({(ord(b) - ord(a)) % 26 for a, b in pairs}) > 3


@pytest.mark.parametrize("is_cautious", [False, True])
@pytest.mark.parametrize(
    "tree",
    [
        {"alice": {"pin": 1234, "rate": -0.25e-7, "name": 'Zoë "x"\n\t\\d'}, "list": [True, None, 10, 0]},
        [{"a": "\u0441\u0435\u043a", "b": "C:\\users"}],
    ],
)
def test_json_stays_json_of_the_same_shape(tree: object, is_cautious: bool) -> None:
    found = json.loads(stand_in(json.dumps(tree).encode(), "a.json", (), is_cautious=is_cautious))

    def shape(part: object) -> object:
        if isinstance(part, dict):
            return [shape(value) for value in part.values()]
        return [shape(item) for item in part] if isinstance(part, list) else type(part)

    assert shape(found) == shape(tree)
    assert found != tree


def test_keys_that_no_source_names_are_replaced() -> None:
    found = json.loads(stand_in(b'{"accounts": {"zebedin": 1}}', "a.json", {"accounts"}))

    assert list(found) == ["accounts"] and list(found["accounts"]) != ["zebedin"]


def test_the_bytes_of_a_binary_file_say_nothing_of_the_real_ones() -> None:
    one, other = bytes(range(128, 160)), b"\xff" * 32
    longer, same_length = stand_in(one, "key", ()), stand_in(one, "key", (), is_cautious=True)

    assert len(longer) > len(one) == len(same_length)
    assert longer == stand_in(other, "key", ())
    assert same_length == stand_in(other, "key", (), is_cautious=True)
    assert not set(longer).issubset(one)


@pytest.mark.parametrize("form", ["PIN={}\n", '{{"pin": "{}"}}', "{}"])
@pytest.mark.parametrize(
    ("one", "other"), [("4711", "8305"), ("Zq9vLm2X", "Bt4kRw7P"), ("2019-04-30", "2011-12-01")]
)
def test_texts_of_the_same_form_get_the_same_stand_in(form: str, one: str, other: str) -> None:
    first, second = (stand_in(form.format(text).encode(), "a.env", ()) for text in (one, other))

    assert first == second


def test_a_line_of_base64_is_no_setting() -> None:
    secret = base64.b64encode(b"this is secret").decode()

    assert secret[:4] not in stand_in(f"{secret}\n".encode(), "key", ()).decode()


MODULE = b'''
"""Settings."""
__all__ = ["KEY", "load"]
KEY = "sk-abcq-1234"
LIMITS = [7654321, 0.25, True]
TABLE = {"zone": "wxyzab"}
ADDRESS = f"https://ann:pa55wyrd@{KEY}:{KEY!r:>3}"
if KEY == "sk-abcq-1234":
    OTHER = LIMITS[0]

def load(path, mode="rb", key=b"k3y-9z", *, greeting="wednesday", pin="1234"):
    """Load."""
    return open(path, mode).read()

def phrase(token):
    if token == "thursday":
        return "correct horse"
'''


@pytest.mark.parametrize("is_cautious", [False, True])
def test_a_private_module_has_other_values_and_does_the_same(is_cautious: bool) -> None:
    made = imitated(MODULE, "settings.py", (), is_cautious=is_cautious)
    names: dict[str, Any] = {}
    exec(compile(made, "settings.py", "exec"), names)

    assert names["__all__"] == ["KEY", "load"] and list(names["TABLE"]) == ["zone"]
    assert "abcq" not in str(names["KEY"]) and "7654321" not in str(names["LIMITS"])
    assert "wxyzab" not in str(names["TABLE"]) or is_cautious
    assert b"pa55wyrd" not in made or is_cautious
    private = b"wednesday", b"1234", b"thursday", b"correct"
    assert is_cautious or not any(part in made for part in private)
    assert b"'rb'" in made and ast.get_docstring(ast.parse(made)) == "Settings."
