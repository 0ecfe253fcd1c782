"""Annotations are reduced to plain data."""

from __future__ import annotations

from typing import Any

import pytest

from tests.agent.describing import callables, short


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("int", "int"),
        ("None", "none"),
        ("Optional[int]", "union[int, none]"),
        ("int | str | None", "union[int, str, none]"),
        ("Union[int, Union[str, None]]", "union[int, str, none]"),
        ("list[int]", "list[int]"),
        ("List[List[int]]", "list[list[int]]"),
        ("Sequence[str]", "list[str]"),
        ("Iterable[int]", "list[int]"),
        ("Iterator[int]", "list[int]"),
        ("AsyncIterator[int]", "async_generator[int]"),
        ("Mapping[str, int]", "dict[str, int]"),
        ("Dict[str, Any]", "dict[str, any]"),
        ("AbstractSet[int]", "set[int]"),
        ("FrozenSet[int]", "frozenset[int]"),
        ("Tuple[int, str]", "tuple[int, str]"),
        ("tuple[int, ...]", "tuple[int]"),
        ("Callable", "callable"),
        ("Callable[[int], str]", "callable[str, tuple[int]]"),
        ("Callable[[], Awaitable[bytes]]", "callable[awaitable[bytes], tuple]"),
        ("Callable[..., Coroutine[Any, Any, int]]", "callable[awaitable[int]]"),
        ("Type[Exception]", "type[builtins:Exception]"),
        ("type[Colour]", "type[subject_under_test:Colour]"),
        ("Literal['a', 2, None]", "literal['a', 2, None]"),
        ("Literal[Colour.RED]", "subject_under_test:Colour"),
        ("Colour", "subject_under_test:Colour"),
        ("'Colour'", "subject_under_test:Colour"),
        ("Plain", "any"),
        ("Bound", "int"),
        ("Choice", "union[int, str]"),
        ("AnyStr", "union[bytes, str]"),
        ("UserId", "int"),
        ("Annotated[int, 'doc']", "int"),
        ("Nothing", "any"),
        ("List[Nothing]", "any"),
        ("object", "any"),
        ("pathlib.Path", "pathlib:Path"),
        ("datetime.datetime", "datetime:datetime"),
        ("TextIO", "io:StringIO"),
        ("IO[bytes]", "io:BytesIO"),
        ("collections.OrderedDict[str, int]", "collections:OrderedDict[str, int]"),
        ("Counter[str]", "collections:Counter[str]"),
        ("Hashable", "str"),
        ("ValueError", "builtins:ValueError"),
        ("bytes", "bytes"),
        ("typing.Pattern[str]", "re:Pattern[str]"),
        ("Movie", "subject_under_test:Movie"),
    ],
)
def test_annotations_are_reduced(described: Any, annotation: str, expected: str) -> None:
    description = described(f"""
        Plain, Bound, Choice = TypeVar("Plain"), TypeVar("Bound", bound=int), TypeVar("Choice", int, str)
        UserId = NewType("UserId", int)
        class Colour(enum.Enum):
            RED = 1
        class Movie(TypedDict):
            title: str
        def f(a: {annotation}, b: int) -> str: ...
    """)
    first, second = callables(description)["f"]["parameters"]

    assert _parts(short(first["type"])) == _parts(expected)
    assert short(second["type"]) == "int"


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ("def __buffer__(self, flags: int) -> memoryview: ...", "bytes"),
        ("def __lt__(self, other: Any) -> bool: ...", "int"),
        ("def __call__(self) -> int: ...; name: str", "subject_under_test:Wanted"),
        ("def __buffer__(self, flags: int) -> memoryview: ...; name: str", "subject_under_test:Wanted"),
        ("def __len__(self) -> int: ...", "subject_under_test:Wanted"),
    ],
)
def test_a_protocol_that_plain_values_satisfy_is_reduced_to_their_type(
    described: Any, members: str, expected: str
) -> None:
    method, _, data = members.partition("; ")
    description = described(f"""
        class Wanted(Protocol):
            {data or "pass"}
            {method}
        def f(a: Wanted): ...
    """)
    (parameter,) = callables(description)["f"]["parameters"]

    assert short(parameter["type"]) == expected


@pytest.mark.parametrize(
    ("called", "annotation", "expected"),
    [
        ("def __call__(self, a: int, /, **more: str) -> bytes: ...", "Wanted[int]", "callable[bytes]"),
        ("async def __call__(self) -> int: ...", "Wanted", "callable[awaitable[int]]"),
        ("def __call__(self): ...", "Wanted[str] | None", "union[callable[any], none]"),
        ("def __call__(self) -> 'Nowhere': ...", "Wanted", "callable"),
    ],
)
def test_a_callback_protocol_is_reduced_to_a_function(
    described: Any, called: str, annotation: str, expected: str
) -> None:
    description = described(f"""
        Item = TypeVar("Item", contravariant=True)
        class Wanted(Protocol[Item]):
            {called}
        def f(a: {annotation}): ...
    """)
    (parameter,) = callables(description)["f"]["parameters"]

    assert short(parameter["type"]) == expected


def test_a_callback_protocol_whose_functions_return_another_is_not_followed_for_ever(described: Any) -> None:
    description = described("""
        class State(Protocol):
            def __call__(self, event: str) -> "State | None": ...
        def run(state: State): ...
    """)
    (parameter,) = callables(description)["run"]["parameters"]

    assert short(parameter["type"]).startswith("callable[union[callable[")


def _parts(text: str) -> list[str]:
    """A union's members in any order: Python keeps equal ones as it first saw them."""
    return sorted(text.removeprefix("union[").removesuffix("]").split(", "))
