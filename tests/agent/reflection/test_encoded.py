"""JSON that a body makes an object of has the fields of that."""

from __future__ import annotations

import ast
import dataclasses
import datetime
import enum
import json
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

from testloom_agent.reflection.members.frameworks.encoded import MOST_FIELDS, encoded_within
from tests.agent.describing import callables

RECORDS = """
    class Config:
        tag, tag_field = "line", None
    class Line:
        __struct_fields__, __struct_encode_fields__ = ("sku", "unit_price"), ("sku", "unitPrice")
        __struct_config__ = Config
        sku: str
        unit_price: float
        def __init__(self, sku, unit_price=0.5): ...
    class Unit(enum.Enum):
        GRAM = "g"
    @dataclasses.dataclass
    class Order:
        number: int
        unit: Unit
        lines: List[Line] = ()
        on: Optional[datetime.date] = None
"""
LINES = ['{"type": "line", "sku": "a"}', '{"type": "line", "sku": "a", "unitPrice": 1.5}']
ORDERS = [
    '{"number": 1, "unit": "g"}',
    f'{{"number": 1, "unit": "g", "lines": [{LINES[1]}], "on": "2024-01-15"}}',
]


@pytest.mark.parametrize(
    ("head", "body", "expected"),
    [
        ("text: str", "json.decode(text, type=Line)", LINES),
        ("text", "json.decode(text, type=Order)", ORDERS),
        ("text: str", "Order.model_validate_json(text)", ORDERS),
        ("text: str", "json.decode(text, type=Line | Order)", LINES + ORDERS),
        ("text: str", "json.decode(text)", []),
        ("text: str", "json.decode(text, type=other)", []),
    ],
)
def test_documents_have_what_an_object_needs_and_all_that_it_takes(
    described: Any, head: str, body: str, expected: list[str]
) -> None:
    description = described(f"{RECORDS}\n    def f({head}): return {body}")

    (text,) = callables(description)["f"]["parameters"]
    assert documents(text["type"]) == expected


def test_bytes_are_documents_in_bytes(described: Any) -> None:
    description = described(f"{RECORDS}\n    def f(data: bytes): return json.decode(data, type=Line)")

    (data,) = callables(description)["f"]["parameters"]
    assert documents(data["type"]) == [{"bytes": text} for text in LINES]
    assert data["type"]["args"][-1]["name"] == "bytes"


def test_documents_in_bytes_are_constants_for_what_hands_them_on(described: Any) -> None:
    description = described(
        f"{RECORDS}\n    def f(lines: list[bytes]): return [json.decode(line, type=Line) for line in lines]"
    )

    assert {"bytes": LINES[0]} in description["constants"]


def test_names_in_code_of_other_modules_are_not_looked_up_in_the_subject(
    described: Any, tmp_path: Path
) -> None:
    (tmp_path / "package").mkdir()
    others = {
        "package/__init__": "",
        "package/theirs": "def decoded(data): return [json.decode(each, type=Line) for each in data]",
    }
    body = "    from package import theirs\n    def f(data): return theirs.decoded(data)"

    description = described(f"{RECORDS}\n{body}", "package/subject_of_a_package", **others)

    assert callables(description)["f"]["parameters"][0]["uses"] == ["for"]
    assert {"bytes": LINES[0]} not in description["constants"]


class Metadata:
    def __init__(self, **limits: Any) -> None:
        vars(self).update(limits)


class Compared(type):
    """The class of a class that is not hashable, and nobody may compare."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(cls, other: object) -> bool:
        raise AssertionError


class Lazy:
    """Stands for something else, which is made when it is asked for."""

    @property
    def __class__(self) -> Any:
        raise AssertionError

    @__class__.setter
    def __class__(self, kind: type) -> None:
        raise AssertionError


class Raw(enum.Enum):
    BYTES = b"a"


Pattern = Annotated[str, Metadata(pattern=r"\p{L}")]
Later = Annotated[int, Metadata(gt=datetime.date(2024, 1, 1))]
Big = Annotated[int, Metadata(ge=7)]
Long = Annotated[str, Metadata(min_length=6)]


UNKNOWN = ("os.nothing", "a b")


@pytest.mark.parametrize(
    ("hint", "expected"),
    [
        (Pattern, "a"),
        (Later, 1),
        (Big, 7),
        (Long, "a@example.com"),
        (Raw, None),
        (Literal[b"a", "b"], "b"),
        ("os.nothing", None),
        ("a b", None),
    ],
)
def test_what_is_odd_in_a_class_loses_nothing_else(hint: Any, expected: Any) -> None:
    odd = dataclasses.make_dataclass("Odd", [("name", str), ("odd", hint)])
    made = {"name": "a", "odd": expected}

    found = [value for kind in (odd, hint) for value in encoded("decode(data, type=Kind)", Kind=kind)]

    assert [value for value in found if isinstance(value, dict)] == [made] * (hint not in UNKNOWN)


def test_what_is_no_type_is_not_asked_and_what_is_one_not_compared() -> None:
    apart = Compared("Apart", (), {})

    assert encoded("decode(data, type=Kind)", Kind=Lazy()) == []
    assert encoded("decode(data, type=Kind)", Kind=apart) == []


def test_objects_of_their_own_class_within_one_another_have_an_end(described: Any) -> None:
    names = [f"N{number}" for number in range(12)]
    fields = "".join(f"        {name.lower()}: Optional[{name}] = None\n" for name in names)
    nodes = "".join(f"    @dataclasses.dataclass\n    class {name}:\n{fields}" for name in names)

    description = described(f"\n{nodes}    def f(text: str): return json.decode(text, type=N0)")

    (text,) = callables(description)["f"]["parameters"]
    empty, full = documents(text["type"])
    assert empty == "{}"
    assert 1 < full.count(":") <= MOST_FIELDS


def encoded(call: str, **namespace: Any) -> list[Any]:
    """What documents say that a call makes objects of."""
    texts = encoded_within(ast.parse(f"json.{call}"), namespace)
    return [json.loads(text["bytes"]) for text in texts]


def documents(kind: Any) -> list[Any]:
    """The documents of a type."""
    return list(kind["args"][0]["values"]) if kind["name"] == "union" else []
