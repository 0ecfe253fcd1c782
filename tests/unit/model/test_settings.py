from __future__ import annotations

import json

import pytest

from testloom.model.errors import UsageError
from testloom.model.settings import PARTS, Settings


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
