"""Which names and texts tell of secrets, and which only sound or look like it."""

from __future__ import annotations

import pytest

from testloom_agent.redaction.documents import named_in
from testloom_agent.redaction.naming import is_key, is_number, is_sensitive, placed_in, without_placed

HOSTILE = (
    *("-----BEGIN PRIVATE KEY-----", "-----BEGIN ", "authorization:", "authorization=", "cookie:", "Basic "),
    *(
        "eyJ",
        "-eyJ",
        "eyJaaaaaaaa.",
        "sk-",
        "AKIA",
        "<a name='b' ",
        "<a value=",
        "<a>",
        "pass ",
        "name: pin\n",
    ),
)


@pytest.mark.parametrize(
    "name",
    [
        *("db_pass", "PASS", "pw", "sid", "private_key", "signingKey", "passphrase"),
        *("bearer", "jwt", "sig", "mnemonic", "seed_phrase", "seedPhrase", "recovery_code", "backup_codes"),
    ],
)
def test_names_of_secrets_tell(name: str) -> None:
    assert is_sensitive(name)


@pytest.mark.parametrize(
    "name",
    [
        "key",
        "pass_fds",
        "pass_count",
        "compass",
        "bypass",
        "side",
        "pwm",
        "keys",
        "signal",
        "forbearer",
        "random_seed",
    ],
)
def test_ordinary_names_do_not(name: str) -> None:
    assert not is_sensitive(name)


@pytest.mark.parametrize(
    "name", ["max_tokens", "token_count", "password_length", "tokenExpiresAt", "auth:count"]
)
def test_what_counts_or_measures_secrets_is_none(name: str) -> None:
    assert not is_number(name, 6)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("q7Xv2M4kPn8RtW3z", True),
        ("9f86d081884c7d65", True),
        ("user-2024-report", False),
        ("userreport20241231", False),
        ("name", False),
    ],
)
def test_what_is_called_key_is_one_if_it_looks_like_it(text: str, is_one: bool) -> None:
    assert is_key(text, "key") is is_one
    assert not is_key(text, "title")


@pytest.mark.parametrize("folder", ["test_insert_with_duplicate_id0", "test_insert_with_duplicate_json_0"])
def test_a_folder_that_pytest_makes_for_a_test_is_no_key(folder: str) -> None:
    assert not is_key(f"/tmp/pytest-of-ana/pytest-12/{folder}/db.json")
    assert is_key("/tmp/uploads/k7Qp2vXz9LmN4tRb8sWd/db.json")


@pytest.mark.parametrize(
    "text",
    [
        "Basic training begins",
        "basic multilingual",
        'a file that begins with "-----BEGIN RSA PRIVATE KEY-----" and what follows it in the same text',
        "Authorization: please log in",
        "a cookie: it is sweet",
        "risk-assessment-2024 and desk-1234567890123456",
    ],
)
def test_prose_stays_as_it_is(text: str) -> None:
    assert without_placed(text) == text
    assert placed_in(text) == []


@pytest.mark.parametrize("part", HOSTILE)
def test_a_long_line_takes_as_long_as_many_short_ones(part: str) -> None:
    text = part * (600_000 // len(part))  # the square of its length would take hours

    assert isinstance(without_placed(text), str)
    assert isinstance(placed_in(text), list)
    assert isinstance(named_in(text), list)
