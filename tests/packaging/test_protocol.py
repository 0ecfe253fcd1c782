"""What the agent tells, what the server reads and what the protocol's page says are the same."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from testloom.model import observed
from testloom.model.execution import Missing, Observation, RaisedException
from testloom_agent.execution.reporting.lacking import Lacking
from testloom_agent.execution.reporting.values import shapes

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "agent-protocol.md").read_text(encoding="utf-8")
READ = {kind.__struct_config__.tag: kind for kind in get_args(observed.Encoded)}
TOLD = [
    pytest.param(kind, shape, id=f"{kind} as {shape.__name__}")
    for shape in get_args(shapes.Encoded)
    for kind in get_args(get_type_hints(shape)["kind"])
]


def fields(read: Any) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(read)}


def needed(read: Any) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(read) if field.required}


def section(title: str) -> str:
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize(("kind", "shape"), TOLD)
def test_a_value_that_the_agent_tells_has_the_fields_that_the_server_reads(kind: str, shape: Any) -> None:
    told = set(get_type_hints(shape)) - {"kind"}

    assert told <= fields(READ[kind])
    assert needed(READ[kind]) <= shape.__required_keys__


def test_every_kind_of_value_is_told_and_on_the_page() -> None:
    assert {parameters.values[0] for parameters in TOLD} == set(READ)
    assert [kind for kind in READ if f'"{kind}"' not in section("Observations")] == []


@pytest.mark.parametrize(("shape", "read"), [(shapes.Arguments, observed.Record), (Lacking, Missing)])
def test_a_part_of_what_is_told_has_the_fields_that_are_read(shape: Any, read: Any) -> None:
    assert set(get_type_hints(shape)) == fields(read)


@pytest.mark.parametrize(("title", "read"), [("Observations", Observation), ("Results", RaisedException)])
def test_all_fields_that_are_read_are_on_the_page(title: str, read: Any) -> None:
    rows = re.findall(r"^\| (`[^|]+`) \|", section(title), re.MULTILINE)
    explained = {name for row in rows for name in re.findall(r"`(\w+)`", row)}

    assert fields(read) <= explained
