"""Types that programmers mean by the names of parameters."""

from __future__ import annotations

import pytest

from testloom.search.providers.inputs.types.vocabulary import suggested_type


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("title", "str"),
        ("column", "int"),
        ("_column", "int"),
        ("Names", "list"),
        ("max_retries", "int"),
        ("has_name", "bool"),
        ("parser_name", "str"),
        ("on_callback", "callable"),
        ("codeString", "str"),
        ("maxSize", "int"),
        ("node", None),
        ("parser_node", None),
    ],
)
def test_a_name_suggests_the_type_that_most_code_means(name: str, kind: str | None) -> None:
    assert suggested_type(name) == kind


@pytest.mark.parametrize(
    ("name", "beside", "kind"),
    [
        ("line", ("text", "column"), "int"),
        ("source_line", ("self", "source_column"), "int"),
        ("line", ("text", "columns"), "str"),
        ("column", ("line",), "int"),
    ],
)
def test_others_beside_a_name_tell_what_it_means(name: str, beside: tuple[str, ...], kind: str) -> None:
    assert suggested_type(name, beside) == kind
