"""What others have named becomes syntax in a test, or it is refused: never text that is pasted into it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from testloom.capabilities.randomness import ChanceStatement
from testloom.model import observed
from testloom.model.statements import (
    Answer,
    ClassStatement,
    DoubleStatement,
    Member,
    Order,
    Question,
)
from testloom.model.statements.environment import ClockStatement, FileStatement
from testloom.model.suite import AssertedTest
from testloom.model.texts.names import is_name
from testloom.model.texts.parameters import is_plain
from testloom.model.types import TypeRef
from testloom.writer import UnwritableError, render
from testloom.writer.imports.bindings import Bindings, Imports
from testloom.writer.layout.case import Context
from testloom.writer.layout.mentions import needed_paths
from testloom.writer.rendering.bodies import write_case
from testloom.writer.syntax.literals import docstring, literal
from testloom.writer.syntax.names import along, arguments, attribute, identifier, keyword, parameter
from testloom.writer.values.expressions import answered, expected

from .building import STYLE, SUBJECT, Case, Ref, encode, path
from .test_expressions import Nothing

CODE = ("1) + evil(", "evil()", "x=evil()", "x, evil()", "x\nevil()", "x; evil()", "evil", "x#", "*evil()")
NAMES = ("class", "None", "__debug__", "content-type", "", "a.b", "é", "ﬁ", "ᵉ", "x y", "_x", "café")
TEXTS = (
    st.sampled_from((*CODE, *NAMES)) | st.text(max_size=12) | st.from_regex(r"[a-z_]{1,6}", fullmatch=True)
)


def expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def refused(write: Callable[..., str], *given: Any) -> str | None:
    """What is written; None if it is refused."""
    try:
        return write(*given)
    except UnwritableError:
        return None


@given(TEXTS)
def test_a_name_stands_for_itself_or_is_refused(text: str) -> None:
    written = refused(identifier, text)

    assert (written is not None) == is_name(text)
    if written is not None:
        assert isinstance(found := expression(written), ast.Name) and found.id == text


@given(st.lists(TEXTS, min_size=1, max_size=3))
def test_an_attribute_is_one_of_these_names_and_no_more(names: list[str]) -> None:
    written = refused(attribute, "x", ".".join(names))

    if written is not None:
        found = expression(written)
        for name in reversed(".".join(names).split(".")):
            assert isinstance(found, ast.Attribute) and found.attr == name
            found = found.value
        assert isinstance(found, ast.Name) and found.id == "x"


@given(st.dictionaries(TEXTS, st.integers(), max_size=4), st.lists(st.integers(), max_size=2))
def test_arguments_go_by_the_names_that_were_meant(named: dict[str, int], given_: list[int]) -> None:
    values = ((name, str(value)) for name, value in named.items())
    call = expression(f"f({arguments(map(str, given_), values)})")

    assert isinstance(call, ast.Call)
    assert [ast.literal_eval(value) for value in call.args] == given_
    found: dict[str, int] = {}
    for entry in call.keywords:
        value = ast.literal_eval(entry.value)
        found |= value if entry.arg is None else {entry.arg: value}
    assert found == named


def test_an_argument_whose_name_source_cannot_say_goes_by_its_text() -> None:
    assert keyword("content-type", "1") == "**{'content-type': 1}"
    assert keyword("class", "1") == "**{'class': 1}"
    assert keyword("size", "1") == "size=1"


@given(st.tuples(TEXTS, TEXTS, TEXTS).map("".join) | st.tuples(TEXTS, TEXTS).map("=".join) | TEXTS)
def test_a_parameter_is_one_with_a_plain_default_or_is_refused(text: str) -> None:
    written = refused(parameter, text)
    assume(written is not None and text not in ("*", "/"))

    function = ast.parse(f"def f(a, {written}): pass").body
    [found] = function
    assert isinstance(found, ast.FunctionDef)
    given_ = [*found.args.args[1:], *(one for one in (found.args.vararg, found.args.kwarg) if one)]
    assert [entry.arg for entry in given_] == [text.partition("=")[0].lstrip("*")]
    assert len(found.body) == 1 and all(is_plain(ast.unparse(default)) for default in found.args.defaults)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("size=1", "size: object = 1"),
        ("*names", "*names: object"),
        ("**more", "**more: object"),
        ("*", "*"),
        ("/", "/"),
        ("size='a b'", "size: object = 'a b'"),
        ("at=(1, [2])", "at: object = (1, [2])"),
    ],
)
def test_parameters_are_written_with_their_hints(text: str, written: str) -> None:
    assert parameter(text, "object") == written


@pytest.mark.parametrize(
    "text",
    ["a=evil()", "a=1, b=2", "a=1 # b", "a: evil()", "a=1):\n    evil(", "a=", "=1", "*a=1", "a=1, 2", ""],
)
def test_what_is_more_than_a_parameter_is_refused(text: str) -> None:
    with pytest.raises(UnwritableError, match="not a parameter"):
        parameter(text)


@pytest.mark.parametrize(
    ("way", "written"),
    [("name", "x.name"), ("lines[0].price", "x.lines[0].price"), ("[1].a", "x[1].a"), ("keys()", "x.keys()")],
)
def test_a_way_into_an_object_is_written(way: str, written: str) -> None:
    assert along("x", way) == written


@given(st.lists(TEXTS | st.sampled_from(["[0]", "[1].a", "a()", "[evil()]"]), max_size=4).map("".join))
def test_a_way_into_an_object_reads_and_asks_and_does_nothing_else(way: str) -> None:
    written = refused(along, "x", way)
    assume(written is not None)

    for node in ast.walk(expression(str(written))):
        assert isinstance(node, ast.Attribute | ast.Subscript | ast.Call | ast.Name | ast.Constant | ast.Load)
        assert not isinstance(node, ast.Name) or node.id == "x"
        assert not isinstance(node, ast.Call) or (not node.args and isinstance(node.func, ast.Attribute))


@given(st.lists(TEXTS | st.just("()"), max_size=4).map(".".join))
def test_what_a_mock_was_asked_is_read_and_does_nothing_else(asked: str) -> None:
    written = refused(answered, asked)
    assume(written is not None)

    names = {type(node) for node in ast.walk(expression(f"x{written}"))}
    assert names <= {ast.Attribute, ast.Name, ast.Load}


@given(st.text(st.characters(), max_size=60))
def test_a_title_is_a_docstring_and_nothing_else(text: str) -> None:
    tree = ast.parse(docstring(f"Tests for {text}.") + "\n")

    assert len(tree.body) == 1 and (ast.get_docstring(tree) or "").startswith("Tests for")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (3_000_000, "3_000_000"),
        (-2_000_000_000, "-2_000_000_000"),
        (1_500_001, "1500001"),
        (1000, "1000"),
        (0, "0"),
    ],
)
def test_whole_millions_are_written_in_groups(value: int, expected: str) -> None:
    assert literal(value) == expected


def test_long_bytes_are_split_between_words() -> None:
    value = b'{"version": "2", "title": "a"}'

    assert literal(value, width=24) == """(b'{"version": "2", ' b'"title": "a"}')"""
    assert ast.literal_eval(literal(value * 9, width=24)) == value * 9


@pytest.mark.parametrize("value", [[], {}, object(), lambda: 0])
def test_what_is_no_plain_value_is_no_literal(value: Any) -> None:
    with pytest.raises(UnwritableError, match="not a plain value"):
        literal(value)


@given(st.dictionaries(TEXTS, st.integers(), max_size=3))
def test_what_a_class_is_called_with_are_its_arguments(named: dict[str, int]) -> None:
    made = observed.Made("m:Made", (encode(1),), {name: encode(value) for name, value in named.items()})
    call = expression(expected(made, Nothing()))

    assert isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
    assert len(call.args) == 1 and len(call.keywords) == len(named)


# Whole tests


def body(case: Case) -> ast.Module | None:
    """The tree of the body of a test as it is before it is laid out; None if it is refused."""
    test = case.done("test")
    try:
        return ast.parse(_source(test))
    except UnwritableError:
        return None


def _source(test: AssertedTest) -> str:
    imports = Imports.decide(Imports.checked(needed_paths(test, SUBJECT)), Bindings(), SUBJECT.module)
    return write_case(test, Context(SUBJECT, imports, STYLE, frozenset()), inline=True).source


def names_in(tree: ast.Module) -> set[str]:
    """All that a tree calls by name."""
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return found | {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


@given(TEXTS, TEXTS, TEXTS)
def test_a_double_is_told_what_was_recorded_and_nothing_else(name: str, asked: str, other: str) -> None:
    case = Case("transfer")
    one, two = case.literal(1), case.literal(2)
    question = Question((one.id,), ((name, two.id),))
    double = DoubleStatement(
        len(case.statements),
        names=(other,),
        answers=(Answer(f"{asked}()", one.id, question=question), Answer("get()", two.id)),
        orders=(Order("put()", question), Order("put()", question)),
    )
    case.statements.append(double)
    case.call("transfer", Ref(double.id))
    tree = body(case.equals(1))

    assert tree is not None or not is_name(asked)
    if tree is not None:
        assert "evil" not in names_in(tree) - {asked}
        [call] = {ast.dump(n) for n in ast.walk(tree) if isinstance(n, ast.Call) and _calls(n, "call")}
        assert repr(name) in call


def _calls(node: ast.Call, name: str) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id == name


def test_a_key_that_is_no_name_is_a_key_in_the_test() -> None:
    case = Case("transfer")
    one = case.literal(1)
    question = Question((), (("content-type", one.id), ("z=1) and (print('x'), 2), (call(q", one.id)))
    double = DoubleStatement(len(case.statements), answers=(Answer("()", one.id, question=question),))
    case.statements.append(double)
    case.call("transfer", Ref(double.id))

    text = render([case.equals(1).done("test")], SUBJECT, None, STYLE).text

    tree = ast.parse(text)
    assert not any(_calls(node, "print") for node in ast.walk(tree) if isinstance(node, ast.Call))
    assert '**{"content-type": 1}' in text


@given(TEXTS, TEXTS, TEXTS, TEXTS, TEXTS)
def test_a_class_of_the_test_has_the_names_that_were_meant(
    name: str, member: str, key: str, given_: str, kind: str
) -> None:
    case = Case("transfer")
    one = case.literal(1)
    members = (
        Member("field", member, one.id, TypeRef(kind)),
        Member("method", member, one.id, parameters=(given_,)),
    )
    made = case.define(ClassStatement(0, name, members=members, keywords=((key, one.id),)))
    case.call("transfer", made)
    tree = body(case.equals(1))

    if tree is not None:
        [found] = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
        assert all(map(is_name, (name, member, kind))) and found.name == name and len(found.body) == 2
        assert {type(node) for node in ast.walk(found)}.isdisjoint({ast.Call, ast.Lambda, ast.Import})


def test_each_foreign_name_costs_the_test_that_has_it() -> None:
    for name in CODE[:6]:
        case = Case("transfer")
        case.call("transfer", case.define(ClassStatement(0, name)))
        with pytest.raises(UnwritableError, match="not a name") as refusal:
            render([case.equals(1).done("test")], SUBJECT, None, STYLE)
        assert refusal.value.test == "test"


@pytest.mark.parametrize(
    "prepare",
    [
        lambda case: case.prepare(ChanceStatement, "1), (evil()"),
        lambda case: case.prepare(ClockStatement, float("nan"), (("shop.account:now", "time"),), 0.0),
        lambda case: case.prepare(ClockStatement, 1e300, (("shop.account:date", "date.today"),), 0.0),
        lambda case: case.prepare(ClockStatement, 1.0, (("shop.account:date", "date.x=evil()"),), 0.0),
        lambda case: case.prepare(FileStatement, "/etc/passwd", "x"),
        lambda case: case.prepare(FileStatement, "a/../../x", "x"),
        lambda case: case.prepare(FileStatement, "~/../x", "x"),
        lambda case: case.prepare(FileStatement, "x", "\ud800"),
    ],
)
def test_an_environment_that_nobody_can_prepare_is_refused(prepare: Callable[[Case], Case]) -> None:
    case = prepare(Case("transfer"))
    case.call("transfer", 1)
    test = case.equals(1).done("test")

    written = refused(_source, test)
    assert written is None or "evil" not in names_in(ast.parse(written))
    if not isinstance(test.case.statements[0], ChanceStatement):
        assert written is None


@given(st.sampled_from([observed.Member, observed.Class]), TEXTS, TEXTS)
def test_what_is_compared_with_is_the_name_that_was_meant(
    kind: type[observed.Member], module: str, name: str
) -> None:
    case = Case("transfer")
    case.call("transfer", 1)
    tree = body(case.equals(kind(f"{module}:{name}")))

    if tree is not None:
        assert all(map(is_name, (*filter(None, module.split(".")), *name.split("."))))


def test_a_module_outside_of_packages_is_imported_by_a_name() -> None:
    case = Case("transfer")
    case.call("evil; import os:_hidden", 1)

    with pytest.raises(UnwritableError):
        _source(case.equals(path("x")).done("test"))


def test_answers_with_and_without_questions_at_one_path_are_given_in_turn() -> None:
    case = Case("transfer")
    one, two = case.literal(1), case.literal(2)
    answers = (Answer("get()", one.id, question=Question((one.id,))), Answer("get()", two.id))
    case.statements.append(DoubleStatement(len(case.statements), answers=answers))
    case.call("transfer", Ref(case.statements[-1].id))

    assert "chain([1], repeat(2))" in _source(case.equals(1).done("test"))
