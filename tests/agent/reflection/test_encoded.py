"""JSON that a body makes an object of has the fields of that."""

from __future__ import annotations

from typing import Any

import pytest

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


def documents(kind: Any) -> list[Any]:
    """The documents of a type."""
    return list(kind["args"][0]["values"]) if kind["name"] == "union" else []
