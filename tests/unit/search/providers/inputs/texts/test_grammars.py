"""Texts are made of the pieces, marks, beginnings, ends and patterns that code takes them apart by."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

from testloom.model.statements import LiteralStatement
from testloom.model.subject import Parameter
from testloom.model.types import TypeRef
from testloom.search import Knowledge
from testloom.search.providers.arguments import argument
from testloom.search.providers.inputs.drawn_texts import drawn_text
from testloom.search.providers.inputs.types.plausibility import plausible_types, texts_for
from testloom.search.providers.inputs.values import ValueSource
from tests.unit.search.bank import bank


def drawn(*uses: str) -> list[str]:
    values = ValueSource.of(bank(), Random(1))
    (kind, *_) = texts_for(uses)
    return [drawn_text(kind, values) for _ in range(200)]


def share(texts: list[str], pattern: str) -> float:
    return sum(bool(re.fullmatch(pattern, text)) for text in texts) / len(texts)


def test_lines_are_divided_at_the_mark_and_have_values_that_can_be_read() -> None:
    line = "<by:'\\n'>[]<at:'='>"
    texts = drawn(f"{line}=:3", f"{line}[0]==:'size'", f"{line}[2]int")

    assert share(texts, r"([^=\n]*(=-?\d+)?\n?)+") == 1
    assert share(texts, r"(.*\n)*size=-?\d+(\n.*)*") > 0.5


def test_rows_have_as_many_pieces_as_code_counts() -> None:
    texts = drawn("<by:'|'>=:3", "<by:'|'>[0]==:'user'", "<by:'|'>[1]<by:','>[]==:'disk'")

    assert share(texts, r"[^|]+\|[^|]+\|[^|]+") > 0.8
    assert share(texts, r"user\|([^|]*,)?disk.*") > 0.3


def test_texts_begin_and_end_as_code_asks_and_match_its_patterns() -> None:
    assert share(drawn("startswith:'== '", "endswith:' =='"), r"== .* ==") > 0.3
    assert share(drawn(r"<like>:v(\d+)\.(\d+)$"), r"v\d+\.\d+") == 1


def test_lists_of_lines_hold_texts_that_are_divided() -> None:
    (kind,) = plausible_types(Parameter("lines", uses=("for", "[]<at:'='>=:3")), bank())

    assert kind.name == "list" and "text" in {part.name for part in kind.args[0].args}


def test_words_of_the_subject_stay_away_where_they_would_be_divided() -> None:
    words = ("one", "a|b")
    values = replace(ValueSource.of(bank(), Random(1)), texts=words)
    kind = TypeRef("text", (TypeRef("str"),) * 2, ("row", "|"))

    assert max(drawn_text(kind, values).count("|") for _ in range(200)) == 1


def test_parameters_annotated_as_texts_get_what_code_takes_apart() -> None:
    knowledge = Knowledge(bank(), [], Random(1))
    parameter = Parameter("header", type=TypeRef("str"), uses=("<by:';'>", "<by:';'>[]<by:'='>=:2"))
    builder = knowledge.builder()
    for _ in range(40):
        argument(builder, parameter)

    given = [s.value for s in builder.draft.statements if isinstance(s, LiteralStatement)]
    assert sum(isinstance(value, str) and "=" in value for value in given) > 15
