"""Limits on values come from metadata of annotations, fields of models and validators of attrs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.agent.describing import callables, classes, short

METADATA = """
    from dataclasses import field as declared
    @dataclasses.dataclass(frozen=True)
    class Gt:
        gt: int
    @dataclasses.dataclass(frozen=True)
    class Len:
        min_length: int
        max_length: int
    @dataclasses.dataclass(frozen=True)
    class Form:
        pattern: Any
    @dataclasses.dataclass(frozen=True)
    class Zone:
        tz: Any
    class Field:
        def __init__(self, *metadata): self.metadata = list(metadata)
"""


def parameter(description: Any, name: str) -> Any:
    """The type of the only parameter of a callable."""
    (only,) = callables(description)[name]["parameters"]
    return only["type"]


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("Annotated[int, Gt(0)]", {"gt": 0}),
        ("Annotated[str, Len(1, 3), Form('a+')]", {"min_length": 1, "max_length": 3, "pattern": "a+"}),
        ("Annotated[list[int], Len(1, 3)]", {"min_length": 1, "max_length": 3}),
        ("Annotated[int, Field(Gt(5))]", {"gt": 5}),
        ("Annotated[str, Form(re.compile('b'))]", {"pattern": "b"}),
        ("Annotated[datetime.date, Gt(0)]", None),
        ("Annotated[datetime.datetime, Zone(True), Gt(0)]", {"tz": True}),
        ("Annotated[datetime.datetime, Zone(None)]", None),
        ("Annotated[int, Zone(True)]", None),
        ("Annotated[int, 'said in words']", None),
    ],
)
def test_metadata_of_an_annotation_limits_values(described: Any, annotation: str, expected: Any) -> None:
    description = described(f"{METADATA}\n    import re\n    def f(given: {annotation}): ...")

    assert parameter(description, "f").get("limits") == expected


def test_of_a_union_each_type_that_may_be_limited_is(described: Any) -> None:
    description = described(f"{METADATA}\n    def f(given: Annotated[Optional[int], Gt(0)]): ...")

    number, none = parameter(description, "f")["args"]
    assert number["limits"] == {"gt": 0}
    assert none == {"name": "none", "args": [], "values": []}


def test_a_signature_that_a_class_makes_up_says_more_than_its_annotations(described: Any) -> None:
    description = described(f"""{METADATA}
    class Line:
        price: int
        def __init__(self, **data): ...
    from inspect import Parameter, Signature
    limited = Parameter("price", Parameter.KEYWORD_ONLY, annotation=Annotated[int, Gt(0)])
    Line.__signature__ = Signature([limited])
    """)

    assert parameter(description, "Line") == {"name": "int", "args": [], "values": [], "limits": {"gt": 0}}


def test_validators_of_attrs_limit_fields(described: Any) -> None:
    pytest.importorskip("attrs")
    description = described("""
        from attrs import define, field, validators as v
        @define
        class Box:
            _size: str = field(validator=v.in_(("S", "M")))
            weight: float = field(validator=[v.instance_of(float), v.gt(0), v.le(31.5)])
            code: Optional[str] = field(validator=v.optional(v.matches_re("[A-Z]+")))
            note: str = ""
    """)

    size, weight, code, note = callables(description)["Box"]["parameters"]
    assert (size["name"], short(size["type"])) == ("size", "literal['S', 'M']")
    assert weight["type"]["limits"] == {"gt": 0, "le": 31.5}
    assert [kind.get("limits") for kind in code["type"]["args"]] == [{"pattern": "[A-Z]+"}, None]
    assert "limits" not in note["type"]


def test_the_keys_of_a_typed_dict_are_those_of_its_constructor(described: Any) -> None:
    description = described("""
        class Contact(TypedDict):
            name: str
            mail: NotRequired[str]
        def greet(contact: Contact): ...
    """)

    contact = callables(description)["Contact"]
    told = [(key["name"], short(key["type"]), key["has_default"]) for key in contact["parameters"]]
    assert told == [("name", "str", False), ("mail", "str", True)]
    assert not contact["in_subject"]
    assert classes(description)["Contact"]["assignable"] == {}
    assert short(parameter(description, "greet")) == "subject_under_test:Contact"


def test_a_class_that_checks_its_fields_says_which_and_what_it_raises(described: Any) -> None:
    pytest.importorskip("attrs")
    description = described("""
        from attrs import define, field, validators as v
        @define
        class Box:
            weight: float = field(validator=v.gt(0))
            owner: str = field(default="", validator=v.instance_of(str))
            text: str = field(default="", validator=v.max_len(1_000_000))
    """)

    box = callables(description)["Box"]
    assert box["rejects"] == ["weight"]
    assert box["raises"] == ["builtins:ValueError", "builtins:TypeError"]


def test_limits_that_nothing_checks_are_no_reason_to_refuse_a_value(described: Any) -> None:
    description = described(f"""{METADATA}
    @dataclasses.dataclass
    class Line:
        price: Annotated[int, Gt(0)]
    """)

    assert callables(description)["Line"]["rejects"] == []


def test_private_parameters_of_a_model_are_no_fields_that_it_checks(described: Any) -> None:
    pytest.importorskip("pydantic")
    description = described("""
        from pydantic import BaseModel, Field
        class Settings(BaseModel):
            days: int = Field(default=1, ge=1)
            def __init__(self, _sources: tuple[int, int] | None = None, **values):
                super().__init__(**values)
    """)

    assert callables(description)["Settings"]["rejects"] == ["days"]
