from __future__ import annotations

import json
import math
import re
from dataclasses import fields

import pytest

from testloom.model.errors import UsageError
from testloom.model.settings import BOUNDS, MOST_ALLOWED, PARTS, Settings


def test_settings_survive_json() -> None:
    settings = Settings(budget=3.5, executions=100, without=("environment", "seeds"))

    assert Settings.decode(json.loads(json.dumps(settings.encode()))) == settings


def test_every_technique_is_used_until_it_is_switched_off() -> None:
    assert all(Settings().has(part) for part in PARTS)
    assert not Settings(without=("aiming",)).has("aiming")


def test_findings_are_written_or_not() -> None:
    assert Settings.decode({"findings": True}).findings
    with pytest.raises(UsageError, match="'findings': 1"):
        Settings.decode({"findings": 1})


@pytest.mark.parametrize("value", ["aiming", ["haste"], [3], None])
def test_what_is_no_technique_is_refused(value: object) -> None:
    with pytest.raises(UsageError, match=r"'without'.*environment, doubles"):
        Settings.decode({"without": value})


def test_what_the_guard_lets_pass_names_its_kind() -> None:
    assert Settings.decode({"allow": ["run:git", "write:~/x"]}).allow == ("run:git", "write:~/x")
    for wrong in ("run:git", ["git"], ["run:"], [3]):
        with pytest.raises(UsageError, match=r"'allow'.*write:PATH, run:PROGRAM and connect:HOST"):
            Settings.decode({"allow": wrong})


@pytest.mark.parametrize("value", ["vendor", [3], [""]])
def test_what_is_left_out_is_a_list_of_patterns(value: object) -> None:
    assert Settings.decode({"exclude": ["vendor", "*_pb2.py"]}).exclude == ("vendor", "*_pb2.py")
    with pytest.raises(UsageError, match="'exclude'"):
        Settings.decode({"exclude": value})


@pytest.mark.parametrize("name", BOUNDS)
def test_every_number_has_bounds(name: str) -> None:
    least, most = BOUNDS[name]
    Settings.decode({name: least or 1})
    Settings.decode({name: most})
    for value in (least - 1, most + 1, 10**5000, math.inf, math.nan, True, "1"):
        with pytest.raises(
            UsageError, match=rf"^Invalid value for '{name}': .* Use an? (number|integer) from"
        ):
            Settings.decode({name: value})


def test_every_number_among_the_settings_is_bounded() -> None:
    numbers = {entry.name for entry in fields(Settings) if re.search("int|float", str(entry.type))}

    assert numbers == BOUNDS.keys()


def test_an_error_about_a_setting_is_not_as_long_as_its_value() -> None:
    with pytest.raises(UsageError) as caught:
        Settings.decode({"allow": ["x" * 100_000]})

    assert len(str(caught.value)) < 300


def test_what_a_user_cannot_read_is_nothing_that_the_guard_lets_pass() -> None:
    for entries in (
        ["write:/tmp/\u202ea"],
        ["run:git\n"],
        ["write:/" + "a" * 1000],
        ["run:x"] * (MOST_ALLOWED + 1),
    ):
        with pytest.raises(UsageError, match="'allow'"):
            Settings.decode({"allow": entries})
