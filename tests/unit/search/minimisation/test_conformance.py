"""Arguments of other types than their parameters give way where they make no difference."""

from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.model.limits import Limits
from testloom.model.statements import (
    Answer,
    AttributeStatement,
    CallStatement,
    ClassStatement,
    CollectionKind,
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    StubStatement,
    TestCase,
)
from testloom.model.statements.environment import StateStatement
from testloom.model.subject import AbstractMember, Callable, Parameter, Subject, SubjectClass
from testloom.model.types import ANY, NONE, Scalar, TypeRef
from testloom.search.minimisation.values.conformance import (
    conforming,
    filled,
    is_well_typed,
    nonconformance,
    texts_for_bytes,
)
from testloom.search.providers.inputs.types.plausibility import EXCEPTION
from testloom.search.providers.values.functions import FUNCTIONS
from tests.unit.search.bank import bank

TEXT = TypeRef("str")


def handed(value: Statement, parameter: Parameter) -> list[tuple[TestCase, bool]]:
    """What a test that hands a value over may be instead, each with whether that is well typed."""
    subject = replace(bank(), callables={"bank:say": Callable("bank:say", "function", None, (parameter,))})
    case = TestCase((value, CallStatement(9, "bank:say", None, (value.id,))))
    return [(other, is_well_typed(other, subject)) for other in conforming(case, subject)]


READ = Callable("bank:Stream.read", "method", "bank:Stream", (), TypeRef("int"))


@pytest.mark.parametrize(
    "subject",
    [
        replace(bank(), callables={READ.id: READ}),
        replace(
            bank(),
            classes={
                "bank:Stream": SubjectClass(
                    "bank:Stream", missing=(AbstractMember("read", returns=READ.returns),)
                )
            },
        ),
    ],
)
@pytest.mark.parametrize(("given", "others"), [("", [1, 0, -1]), (7, [])])
def test_a_double_answers_what_its_class_does(given: Scalar, others: list[Scalar], subject: Subject) -> None:
    double = DoubleStatement(2, "bank:Stream", answers=(Answer("read()", 1),))
    case = TestCase((LiteralStatement(1, given), double))

    changed = [TestCase(other.statements[1:]) for other in conforming(case, subject)]

    assert changed == [
        TestCase((LiteralStatement(3, value), double.replace(answers=(Answer("read()", 3),))))
        for value in others
    ]


@pytest.mark.parametrize(
    ("kind", "parameter", "items", "becomes_list"),
    [
        ("set", Parameter("thing"), (1,), True),
        ("dict", Parameter("thing"), (), True),
        ("dict", Parameter("thing"), (1, 1), False),
        ("list", Parameter("thing"), (), False),
        ("set", Parameter("thing", type=TypeRef("set")), (1,), False),
    ],
)
def test_items_are_in_an_order_where_nothing_asks_for_a_set(
    kind: CollectionKind, parameter: Parameter, items: tuple[int, ...], becomes_list: bool
) -> None:
    subject = replace(bank(), callables={"bank:say": Callable("bank:say", "function", None, (parameter,))})
    given = CollectionStatement(2, kind, items)
    case = TestCase((LiteralStatement(1, 7), given, CallStatement(9, "bank:say", None, (2,))))

    lists = [
        s
        for other in conforming(case, subject)
        for s in other.statements
        if isinstance(s, CollectionStatement)
    ]

    assert (CollectionStatement(case.fresh_id, "list", items) in lists) is becomes_list


def test_none_makes_room_for_an_object_but_not_within_objects_that_are_handed_over() -> None:
    node = TypeRef("bank:Node")
    parent = Parameter("parent", type=TypeRef("union", (node, NONE)))
    made = Callable("bank:Node", "constructor", "bank:Node", (parent,), node)
    subject = replace(bank(), callables={made.id: made}, classes={"bank:Node": SubjectClass("bank:Node")})
    alone = TestCase((LiteralStatement(1, None), CallStatement(2, made.id, None, (1,))))
    root = (LiteralStatement(3, None), CallStatement(4, made.id, None, (3,)))

    assert list(filled(alone, subject)) == [
        TestCase((alone.statements[0], *root, CallStatement(2, made.id, None, (4,))))
    ]
    assert not list(filled(TestCase((*root, CallStatement(5, made.id, None, (4,)))), subject))


def test_the_values_for_a_star_are_of_its_type() -> None:
    others = handed(LiteralStatement(1, False), Parameter("words", "args", TEXT))

    assert others and all(fits for _, fits in others)
    assert not handed(LiteralStatement(1, "a"), Parameter("words", "args", TEXT))


@pytest.mark.parametrize(("kind", "gives_way"), [(ANY, True), (TEXT, True), (TypeRef("type"), False)])
def test_a_class_of_the_test_is_handed_over_where_classes_are_wanted(kind: TypeRef, gives_way: bool) -> None:
    others = handed(ClassStatement(1, "Item"), Parameter("item", type=kind))

    assert bool(others) is gives_way


@pytest.mark.parametrize(
    ("parameter", "plain"),
    [
        (Parameter("thing"), ["a", "", 1, 0, -1]),
        (Parameter("number"), [1, 0, -1]),
        (Parameter("key", type=TypeRef("uuid:UUID")), []),
    ],
)
def test_an_object_of_the_library_gives_way_where_no_class_is_asked_for(
    parameter: Parameter, plain: list[Scalar]
) -> None:
    others = handed(CallStatement(1, "uuid:UUID", None), parameter)

    assert [s.value for other, _ in others for s in other if isinstance(s, LiteralStatement)] == plain


@pytest.mark.parametrize(
    ("parameter", "plain"),
    [
        pytest.param(Parameter("thing"), ["a", "", 1, 0, -1], id="anything"),
        pytest.param(Parameter("limit", type=TEXT), ["a", "", 1, 0, -1], id="a text"),
        pytest.param(Parameter("owner", type=TypeRef("bank:Owner")), [], id="an object"),
    ],
)
def test_what_an_attribute_holds_gives_way_where_no_class_is_asked_for(
    parameter: Parameter, plain: list[Scalar]
) -> None:
    others = handed(AttributeStatement(1, 0, "limit"), parameter)

    assert [s.value for other, _ in others for s in other if isinstance(s, LiteralStatement)] == plain


@pytest.mark.parametrize(
    ("returns", "gives_way"),
    [
        pytest.param(TypeRef("union", (TypeRef("bool"), TEXT)), True, id="plain values"),
        pytest.param(TypeRef("bank:Account"), False, id="an object"),
        pytest.param(NONE, False, id="nothing"),
    ],
)
def test_a_plain_result_gives_way_to_an_object_where_one_is_asked_for(
    returns: TypeRef, gives_way: bool
) -> None:
    account = TypeRef("bank:Account")
    made = Callable("bank:Account", "constructor", "bank:Account", returns=account)
    offer = Callable("bank:offer", "function", returns=returns)
    close = Callable("bank:close", "function", None, (Parameter("account", type=account),))
    subject = replace(
        bank(),
        callables={each.id: each for each in (made, offer, close)},
        classes={"bank:Account": SubjectClass("bank:Account")},
    )
    case = TestCase((CallStatement(1, offer.id), CallStatement(9, close.id, None, (1,))))

    constructed = [
        other for other in conforming(case, subject) if CallStatement(10, made.id) in other.statements
    ]

    assert bool(constructed) is gives_way


@pytest.mark.parametrize(
    ("returns", "wanted", "fits"),
    [("int", "bytes", False), ("int", "float", True), ("str", "str", True), ("float", "int", False)],
)
def test_a_plain_result_fits_parameters_of_its_type(returns: str, wanted: str, fits: bool) -> None:
    offer = Callable("bank:offer", "function", returns=TypeRef(returns))
    take = Callable("bank:take", "function", None, (Parameter("value", type=TypeRef(wanted)),))
    subject = replace(bank(), callables={each.id: each for each in (offer, take)})

    case = TestCase((CallStatement(1, offer.id), CallStatement(9, take.id, None, (1,))))

    assert bool(nonconformance(case, subject)) is not fits


@pytest.mark.parametrize(("returns", "gives_way"), [(ANY, True), (TypeRef("bank:Rate"), False)])
def test_what_a_function_returns_gives_way_if_nothing_is_said_of_it(
    returns: TypeRef, gives_way: bool
) -> None:
    rate = Callable("bank:rate", "function", returns=returns)
    say = Callable("bank:say", "function", None, (Parameter("thing"),))
    subject = replace(bank(), callables={rate.id: rate, say.id: say})
    case = TestCase((CallStatement(1, rate.id), CallStatement(9, say.id, None, (1,))))

    assert bool(list(conforming(case, subject))) is gives_way


def test_a_fraction_gives_way_to_a_whole_number_where_nothing_is_asked_for() -> None:
    half = LiteralStatement(1, 0.5)
    others = handed(half, Parameter("thing"))

    given = [other.statements[-1].references for other, _ in others]
    values = {s.id: s.value for s in others[0][0] if isinstance(s, LiteralStatement)}
    assert given == [(10,)] * 3
    assert values[10] == 1
    assert not handed(half, Parameter("ratio", type=TypeRef("float")))


@pytest.mark.parametrize(
    ("kind", "become_texts"),
    [
        pytest.param(TypeRef("union", (TypeRef("str"), TypeRef("bytes"))), True, id="both are asked for"),
        pytest.param(ANY, True, id="nothing is asked for"),
        pytest.param(TypeRef("bytes"), False, id="bytes are asked for"),
        pytest.param(TypeRef("list", (TypeRef("bytes"),)), False, id="items of bytes are asked for"),
    ],
)
def test_bytes_become_texts_all_at_once_where_these_suit_as_well(kind: TypeRef, become_texts: bool) -> None:
    match = Callable("bank:match", "function", None, (Parameter("pattern", type=kind), Parameter("names")))
    subject = replace(bank(), callables={match.id: match})
    made = LiteralStatement(1, b"a*"), LiteralStatement(2, b"ab"), LiteralStatement(3, b"\xff")
    names = CollectionStatement(4, "list", (2,))
    patterns = CollectionStatement(5, "list", (1,))
    given = 5 if kind.name == "list" else 1
    case = TestCase((*made, names, patterns, CallStatement(9, match.id, None, (given, 4))))

    variants = [
        [s.value for s in variant if isinstance(s, LiteralStatement)]
        for variant in texts_for_bytes(case, subject)
    ]

    assert variants == ([["a*", "ab", b"\xff"]] if become_texts else [])


@pytest.mark.parametrize(
    ("parameter", "plain"),
    [
        pytest.param(Parameter("thing"), [1, 0, -1], id="anything"),
        pytest.param(Parameter("thing", has_default=True), [], id="perhaps a flag"),
        pytest.param(Parameter("verbose"), [], id="a flag"),
    ],
)
def test_a_truth_value_gives_way_to_a_number_where_nothing_is_asked_for(
    parameter: Parameter, plain: list[Scalar]
) -> None:
    others = handed(LiteralStatement(1, True), parameter)

    values = [s.value for other, _ in others for s in other if isinstance(s, LiteralStatement)]
    assert [value for value in values if value is not True] == plain


@pytest.mark.parametrize(
    ("parameter", "plain"),
    [
        pytest.param(Parameter("thing"), ["a", ""], id="anything"),
        pytest.param(Parameter("items"), [], id="probably a list"),
        pytest.param(Parameter("thing", type=TypeRef("list")), [], id="a list"),
    ],
)
def test_an_empty_list_gives_way_to_a_text_where_nothing_is_asked_for(
    parameter: Parameter, plain: list[Scalar]
) -> None:
    others = handed(CollectionStatement(1, "list", ()), parameter)

    assert [s.value for other, _ in others for s in other if isinstance(s, LiteralStatement)] == plain


@pytest.mark.parametrize(("value", "plain"), [(True, [1, 0, -1]), ("a", [1, 0, -1]), (2, [])])
def test_what_a_docstring_says_is_followed_where_anything_would_do(
    value: Scalar, plain: list[Scalar]
) -> None:
    others = handed(
        LiteralStatement(1, value), Parameter("part", type=TypeRef("union", (TypeRef("int"), ANY)))
    )

    given = [other.statements[-1].references[0] for other, _ in others]
    made = [
        s.value for other, _ in others for s in other if isinstance(s, LiteralStatement) and s.id in given
    ]
    assert made == plain


@pytest.mark.parametrize(("value", "gives_way"), [(1, True), ("a", True), (None, False)])
def test_a_plain_value_gives_way_to_a_function_where_only_functions_are_wanted(
    value: Scalar, gives_way: bool
) -> None:
    others = handed(LiteralStatement(1, value), Parameter("callback"))

    paths = [s.path for other, _ in others for s in other if isinstance(s, ReferenceStatement)]
    assert paths == (list(FUNCTIONS) if gives_way else [])


@pytest.mark.parametrize(
    ("wanted", "gives_way"), [(TEXT, True), (TypeRef("web:Client"), False), (TypeRef("web:Base"), False)]
)
def test_what_a_fixture_gives_makes_room_for_a_plain_value(wanted: TypeRef, gives_way: bool) -> None:
    client = Callable("pytest.fixture:client", "function", None, returns=TypeRef("web:Client"))
    say = Callable("bank:say", "function", None, (Parameter("title", type=wanted),))
    classes = {
        "web:Client": SubjectClass("web:Client", bases=("web:Base",)),
        "web:Base": SubjectClass("web:Base"),
    }
    subject = replace(bank(), callables={client.id: client, say.id: say}, classes=classes)
    case = TestCase((CallStatement(1, client.id), CallStatement(9, say.id, None, (1,))))

    texts = [s.value for other in conforming(case, subject) for s in other if isinstance(s, LiteralStatement)]

    assert bool(texts) is gives_way
    assert is_well_typed(case, subject) is not gives_way


def test_a_tuple_of_another_length_than_the_annotation_says_gives_way() -> None:
    pair = TypeRef("tuple", (TypeRef("int"), TEXT), limits=Limits(min_length=2, max_length=2))

    others = handed(CollectionStatement(1, "tuple", ()), Parameter("place", type=pair))

    made = [case.statements[-2] for case, is_fine in others if is_fine]
    assert [len(s.items) for s in made if isinstance(s, CollectionStatement)] == [2]


def test_a_text_takes_the_place_of_a_collection_where_nothing_is_known() -> None:
    items = CollectionStatement(2, "list", (1,))
    subject = replace(
        bank(), callables={"bank:say": Callable("bank:say", "function", None, (Parameter("it"),))}
    )
    case = TestCase((LiteralStatement(1, 7), items, CallStatement(9, "bank:say", None, (2,))))

    others = [other.statements[-2:] for other in conforming(case, subject)]

    assert (LiteralStatement(10, "a"), CallStatement(9, "bank:say", None, (10,))) in others


@pytest.mark.parametrize(
    ("kind", "path"),
    [(TypeRef("type"), "builtins:int"), (TypeRef("type", (TypeRef(EXCEPTION),)), "builtins:ValueError")],
)
def test_a_class_takes_the_place_of_a_text_where_classes_are_wanted(kind: TypeRef, path: str) -> None:
    (other, is_fitting), *_ = handed(LiteralStatement(1, "a"), Parameter("kind", type=kind))

    assert other.statements[-2] == ReferenceStatement(10, path)
    assert is_fitting


ACCOUNT = TypeRef("bank:Account")
MANAGER = CallStatement(1, "contextlib:nullcontext")


@pytest.mark.parametrize(
    ("value", "wanted", "is_replaced"),
    [
        (MANAGER, ACCOUNT, True),
        (MANAGER, TypeRef("contextlib:AbstractContextManager"), False),
        (CallStatement(1, "io:StringIO"), TypeRef("typing:TextIO"), False),
        (CallStatement(1, "bank:open_shop"), TEXT, True),
        (CallStatement(1, "bank:open_shop"), TypeRef("bank:Shop"), False),
        (CallStatement(1, "bank:open_shop"), ANY, False),
    ],
)
def test_an_object_of_another_class_gives_way_where_the_type_is_known(
    value: Statement, wanted: TypeRef, is_replaced: bool
) -> None:
    opened = Callable("bank:open_shop", "function", None, (), TypeRef("bank:Shop"))
    account = Callable("bank:Account", "constructor", "bank:Account", (), ACCOUNT)
    say = Callable("bank:say", "function", None, (Parameter("said", type=wanted),))
    classes = {name: SubjectClass(name) for name in ("bank:Account", "bank:Shop")}
    callables = {called.id: called for called in (opened, account, say)}
    subject = replace(bank(), callables=callables, classes=classes)
    case = TestCase((value, CallStatement(9, "bank:say", None, (1,))))

    others = [other for other in conforming(case, subject) if other.statements[-1].references != (1,)]

    assert bool(others) is is_replaced


@pytest.mark.parametrize(
    ("path", "uses", "content"),
    [
        ("io:StringIO", ("read",), ["a"]),
        ("io:BytesIO", (), [b"a"]),
        ("io:StringIO", ("write",), []),
        ("pathlib:Path", ("read",), []),
    ],
)
def test_an_empty_stream_gets_a_content_unless_it_is_written_to(
    path: str, uses: tuple[str, ...], content: list[Scalar]
) -> None:
    read = Callable("bank:load", "function", parameters=(Parameter("file", uses=uses),))
    subject = replace(bank(), callables={read.id: read})
    case = TestCase((CallStatement(1, path), CallStatement(2, read.id, None, (1,))))

    made = [[s.value for s in other if isinstance(s, LiteralStatement)] for other in filled(case, subject)]

    assert made == [[text] for text in content]
    assert all(other.is_valid() for other in filled(case, subject))


def test_an_empty_stream_in_the_place_of_the_console_stays() -> None:
    stream, console = CallStatement(1, "io:StringIO"), StateStatement(2, "sys:stdin", 1)

    assert not list(filled(TestCase((stream, console, CallStatement(3, "bank:load"))), bank()))


def test_an_empty_stream_that_a_function_answers_with_gets_a_content() -> None:
    opening = StubStatement(2, (1,))
    case = TestCase((CallStatement(1, "io:BytesIO"), opening, CallStatement(3, "bank:load", None, (2,))))

    assert list(filled(case, bank())) == [
        TestCase(
            (LiteralStatement(4, b"a"), CallStatement(1, "io:BytesIO", None, (4,)), *case.statements[1:])
        )
    ]


@pytest.mark.parametrize(
    ("kinds", "texts"), [((TEXT, TypeRef("list")), ["a", ""]), ((TypeRef("int"), TypeRef("list")), [])]
)
def test_a_text_is_more_usual_than_a_collection_where_both_are_asked_for(
    kinds: tuple[TypeRef, ...], texts: list[str]
) -> None:
    others = handed(CollectionStatement(1, "list", ()), Parameter("nodes", type=TypeRef("union", kinds)))

    assert [s.value for other, _ in others for s in other if isinstance(s, LiteralStatement)] == texts


@pytest.mark.parametrize(
    ("kind", "expected"),
    [(TypeRef("list"), {"a", "", 1, 0, -1}), (TypeRef("list", (TypeRef("bool"),)), set())],
)
def test_items_of_which_nothing_is_known_are_texts_rather_than_truth_values(
    kind: TypeRef, expected: set[Scalar]
) -> None:
    say = Callable("bank:say", "function", None, (Parameter("names", type=kind),))
    case = TestCase(
        (
            LiteralStatement(1, False),
            CollectionStatement(2, "list", (1,)),
            CallStatement(3, say.id, None, (2,)),
        )
    )

    found = [other.statements for other in conforming(case, replace(bank(), callables={say.id: say}))]

    items = {made.value for _, made, *rest in found if len(rest) == 2 and isinstance(made, LiteralStatement)}
    assert items == expected


@pytest.mark.parametrize(("text", "is_split"), [("no", True), ("a sentence", False)])
def test_a_short_text_becomes_the_list_of_its_letters_where_a_list_is_wanted(
    text: str, is_split: bool
) -> None:
    names = Parameter("names", type=TypeRef("list", (TEXT,)))

    found = [case.statements for case, _ in handed(LiteralStatement(1, text), names)]

    letters = [[s.value for s in given if isinstance(s, LiteralStatement)] for given in found]
    assert ([text, *text] in letters) is is_split
