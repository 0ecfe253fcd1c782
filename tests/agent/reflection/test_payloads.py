"""A dictionary that a body makes a model of has the fields of that."""

from __future__ import annotations

from typing import Any

import pytest

from tests.agent.describing import callables, short

MODELS = """
    from inspect import Parameter, Signature
    class Line:
        __pydantic_validator__ = None
        @classmethod
        def model_validate(cls, data): ...
    Line.__signature__ = Signature([
        Parameter("sku", Parameter.KEYWORD_ONLY, annotation=str),
        Parameter("price", Parameter.KEYWORD_ONLY, annotation=int, default=1),
    ])
    class Field:
        def __init__(self, *validators, inner=None, schema=None):
            self.validators, self.inner, self.schema = validators, inner, schema
    class String(Field): ...
    class Integer(Field): ...
    class Range:
        def __init__(self, min=None, max=None): self.min, self.max = min, max
    class OneOf:
        def __init__(self, *choices): self.choices = choices
    class UserSchema:
        _declared_fields = {
            "name": String(Range(2)), "age": Integer(Range(0, 150)),
            "role": String(OneOf("reader", "editor")), "tags": Field(inner=String()),
        }
        def load(self, data): ...
"""
LINE = "record[str, int, 'sku', 'price']"


@pytest.mark.parametrize(
    ("head", "body", "expected"),
    [
        ("data", "Line.model_validate(data)", LINE),
        ("data: dict", "Line(**data)", LINE),
        ("data: Dict[str, Any]", "Line.model_validate(data, strict=True)", LINE),
        ("data", "Line.model_validate(data); data['note']", "record[str, int, any, 'sku', 'price', 'note']"),
        ("data: Dict[str, int]", "Line.model_validate(data)", "dict[str, int]"),
        ("data", "Line.other(data)", "any"),
    ],
)
def test_what_a_model_is_made_of_has_its_fields(described: Any, head: str, body: str, expected: str) -> None:
    description = described(f"{MODELS}\n    def f({head}): {body}")

    (data,) = callables(description)["f"]["parameters"]
    assert short(data["type"]) == expected


def test_the_validators_of_a_schema_limit_its_fields(described: Any) -> None:
    description = described(f"{MODELS}\n    def register(payload: dict): UserSchema().load(payload)")

    (payload,) = callables(description)["register"]["parameters"]
    kinds = dict(zip(payload["type"]["values"], payload["type"]["args"], strict=True))
    assert kinds["name"]["limits"] == {"min_length": 2}
    assert kinds["age"]["limits"] == {"ge": 0, "le": 150}
    assert short(kinds["role"]) == "literal['reader', 'editor']"
    assert short(kinds["tags"]) == "list[str]"
