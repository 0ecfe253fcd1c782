import re
from dataclasses import replace
from random import Random

import pytest

from testloom.model.statements import LiteralStatement
from testloom.model.subject import Callable, Parameter
from testloom.model.types import ANY, TypeRef, alternatives
from testloom.search import Knowledge
from testloom.search.providers.arguments import argument, arguments
from testloom.search.providers.inputs.types.addresses import ADDRESS
from testloom.search.providers.inputs.types.library import LIBRARY
from testloom.search.providers.inputs.types.plausibility import compared_with, is_beyond, plausible_types
from tests.unit.search.bank import bank


def names(parameter: Parameter) -> list[str]:
    return [kind.name for kind in plausible_types(parameter, bank())]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("text", "str"),
        ("_count", "int"),
        ("is_open", "bool"),
        ("file_name", "str"),
        ("max_size", "int"),
        ("word_list", "list"),
        ("callback", "callable"),
        ("cls", "type"),
    ],
)
def test_the_name_of_a_parameter_suggests_a_type(name: str, kind: str) -> None:
    assert names(Parameter(name)) == [kind]


def test_what_is_only_tested_for_its_truth_is_true_or_false_unless_its_name_says_more() -> None:
    assert names(Parameter("serialize", uses=("<truth>",))) == ["bool"]
    assert names(Parameter("count", uses=("<truth>",))) == ["int"]
    assert names(Parameter("serialize", uses=("<truth>", "append"))) == ["list"]


def test_what_the_body_does_counts_more_than_the_name() -> None:
    assert names(Parameter("count", uses=("append",))) == ["list"]


def test_the_name_chooses_among_the_types_that_offer_what_the_body_does() -> None:
    assert names(Parameter("items", uses=("[]", "len"))) == ["list"]


def test_classes_of_the_subject_come_before_those_of_the_library_that_offer_no_more() -> None:
    subject = bank()
    account = replace(subject.classes["bank:Account"], attributes=("resolve", "name"))
    subject = replace(subject, classes={**subject.classes, account.id: account})

    def first(name: str) -> str:
        return plausible_types(Parameter(name, uses=("resolve", "name")), subject)[0].name

    assert first("restriction") == "bank:Account"
    assert first("schema_path") == "pathlib:Path"


def test_what_is_called_is_callable_whatever_its_name() -> None:
    assert names(Parameter("name", uses=("()",))) == ["callable"]


def test_what_is_compared_with_something_that_is_no_literal_is_no_constant() -> None:
    assert compared_with(["==:inf", "==:<Kind.A: 'a'>", "==:'b'"]) == ("b",)


def test_what_is_compared_with_constants_is_one_of_them_before_anything_else() -> None:
    (first, *others) = plausible_types(Parameter("thing", uses=("==", "==:'a'", "upper", "==:2")), bank())

    assert first == TypeRef("literal", values=("a", 2))
    assert TypeRef("str") in others


@pytest.mark.parametrize(
    ("uses", "kinds"),
    [(("int",), ["int", "str"]), (("float",), ["float", "str"]), (("Path()",), ["format", "str"])],
)
def test_what_a_number_is_read_from_is_one_or_a_text_and_no_object_with_such_an_attribute(
    uses: tuple[str, ...], kinds: list[str]
) -> None:
    assert names(Parameter("thing", uses=uses)) == kinds


def test_what_max_compares_is_a_number_rather_than_what_has_such_an_attribute() -> None:
    assert names(Parameter("where", uses=("+", "-", "max"))) == ["int", "float"]


def test_nothing_is_plausible_where_nothing_is_known() -> None:
    assert names(Parameter("thing")) == []


def test_classes_of_the_library_and_of_the_subject_are_compared_with_builtin_types() -> None:
    assert names(Parameter("when", uses=("year", "month", "replace"))) == [
        "datetime:date",
        "datetime:datetime",
    ]
    assert names(Parameter("payer", uses=("withdraw", "is_empty"))) == ["bank:Account"]


def test_items_that_are_unpacked_are_tuples_of_that_size() -> None:
    (kind,) = plausible_types(Parameter("pairs", uses=("for", "for:2")), bank())

    assert kind.name == "list"
    assert [item.name for item in kind.args[0].args] == ["any", "any"]


@pytest.mark.parametrize(
    ("name", "uses", "expected"),
    [
        ("country", ("strip", "upper"), ["str"]),
        ("chunk", ("strip", "upper"), ["bytes"]),
        ("grams", ("<=", "-", "//"), ["int", "float"]),
    ],
)
def test_of_types_that_would_all_do_the_usual_ones_are_meant(
    name: str, uses: tuple[str, ...], expected: list[str]
) -> None:
    assert [kind.name for kind in plausible_types(Parameter(name, uses=uses), bank())] == expected


def test_a_mapping_has_the_keys_that_are_looked_up() -> None:
    uses = ("[]", "['lines']", "['lines']for", "['lines'][]['price']+", "['type']")
    (order,) = plausible_types(Parameter("order", uses=uses), bank())

    assert (order.name, order.values) == ("record", ("lines", "type"))
    lines, kind = order.args
    assert kind.name == "str"
    assert (lines.name, lines.args[0].name, lines.args[0].values) == ("list", "record", ("price",))


def test_the_items_of_a_list_have_the_keys_that_are_looked_up_in_them() -> None:
    (orders,) = plausible_types(Parameter("orders", uses=("for", "[]['name']", "append")), bank())

    assert (orders.name, orders.args[0].values) == ("list", ("name",))


def test_an_entry_offers_the_attributes_that_no_known_type_has() -> None:
    uses = ("['level']unheard", "['level']title", "['since']total_seconds")
    (record,) = plausible_types(Parameter("record", uses=uses), bank())

    level, since = record.args
    assert level == TypeRef("offering", values=("unheard", "title"))
    assert since.name == "datetime:timedelta"


@pytest.mark.parametrize("uses", [("__name__",), ("__module__", "__name__"), ("__qualname__",)])
def test_what_has_the_name_of_a_definition_is_a_class_or_a_function(uses: tuple[str, ...]) -> None:
    thing = Parameter("thing", uses=uses)

    assert names(thing) == ["type", "callable"]
    assert not is_beyond(thing, [TypeRef("type"), TypeRef("callable")], bank())


@pytest.mark.parametrize(
    ("key", "attribute", "kind"),
    [("exc", "args", "builtins:Exception"), ("kind", "__qualname__", "type")],
)
def test_an_entry_of_a_known_kind_is_no_made_up_object(key: str, attribute: str, kind: str) -> None:
    (record,) = plausible_types(Parameter("record", uses=(f"['{key}']{attribute}",)), bank())

    (entry,) = record.args
    assert kind in [one.name for one in alternatives(entry)]


def test_what_offers_more_than_a_mapping_is_none() -> None:
    assert names(Parameter("payer", uses=("[]", "['name']", "withdraw", "is_empty"))) == ["bank:Account"]


def test_a_mapping_is_made_with_most_of_the_keys() -> None:
    knowledge = Knowledge(bank(), [], Random(2))
    builders = [knowledge.builder() for _ in range(40)]
    for builder in builders:
        argument(builder.at(1), Parameter("order", type=TypeRef("dict"), uses=("['rate']", "['size']")))

    texts = [
        {s.value for s in builder.draft.statements if isinstance(s, LiteralStatement)} for builder in builders
    ]
    assert sum({"rate", "size"} <= known for known in texts) > 15


def test_keywords_are_those_that_are_looked_up() -> None:
    options = Parameter("options", "kwargs", uses=("get", "['limit']", "['class']-"))
    called = Callable("bank:audit", "function", parameters=(options,))
    knowledge = Knowledge(bank(), [], Random(2))

    given = {name for _ in range(60) for name in arguments(knowledge.builder(), called)[1]}

    assert {"limit", "memo"} <= given
    assert "class" not in given


def test_keywords_of_which_only_the_name_is_told_have_the_annotated_type() -> None:
    names = ("north", "east", "south", "west")
    options = Parameter("options", "kwargs", TypeRef("bytes"), uses=tuple(f"['{name}']" for name in names))
    called = Callable("bank:audit", "function", parameters=(options,))
    knowledge = Knowledge(bank(), [], Random(2))
    builders = [knowledge.builder() for _ in range(40)]

    given = {name for builder in builders for name in arguments(builder, called)[1]}

    assert set(names) <= given
    kinds = {knowledge.type_of(made) for builder in builders for made in builder.draft.statements}
    assert kinds == {TypeRef("bytes")}


def test_what_is_unpacked_is_a_row_of_that_length() -> None:
    assert plausible_types(Parameter("point", uses=("=:2", "[0]-", "[1]len")), bank()) == [
        TypeRef("tuple", tuple(_some(Parameter("", uses=(use,))) for use in ("-", "len")))
    ]
    assert plausible_types(Parameter("points", uses=("for", "[]=:2")), bank()) == [
        TypeRef("list", (TypeRef("tuple", (ANY, ANY)),))
    ]


def test_items_that_are_looked_up_at_different_places_may_be_a_row() -> None:
    kinds = plausible_types(Parameter("desc", uses=("[]", "[1]", "[1]upper", "[3]", "[3]<=")), bank())

    row = next(kind for kind in kinds if kind.name == "tuple" and kind.args)
    assert len(row.args) == 4
    assert row.args[1] == TypeRef("str")
    assert {kind.name for kind in kinds} >= {"str", "list"}


@pytest.mark.parametrize(
    ("uses", "expected"),
    [
        (("[]", "[0]", "[0]<"), {"list", "str", "dict"}),
        (("[]", "[]=", "[0]", "[2]"), {"list", "dict"}),
        (("[]", "append", "[0]", "[2]"), {"list"}),
    ],
)
def test_what_may_be_any_list_is_no_row(uses: tuple[str, ...], expected: set[str]) -> None:
    kinds = plausible_types(Parameter("thing", uses=uses), bank())

    assert not any(kind.name == "tuple" and kind.args for kind in kinds)
    assert expected <= {kind.name for kind in kinds}


def test_records_at_different_places_are_a_list_of_them() -> None:
    uses = ("[]", "[0]['sku']", "[1]['sku']")

    assert [kind.name for kind in plausible_types(Parameter("lines", uses=uses), bank())] == ["list"]


def _some(parameter: Parameter) -> TypeRef:
    kinds = tuple(plausible_types(parameter, bank()))
    return TypeRef("union", kinds) if len(kinds) > 1 else kinds[0]


def test_what_is_written_and_has_a_name_is_a_file_that_a_test_opens() -> None:
    assert names(Parameter("fileobj", uses=("with", "write", "name"))) == ["builtins:open", "io:FileIO"]
    assert names(Parameter("out", uses=("write",))) == ["io:StringIO", "io:BytesIO"]


def test_a_class_of_the_subject_is_preferred_to_a_file_that_offers_no_more() -> None:
    account = Callable("bank:Account.close", "method", "bank:Account")
    subject = replace(bank(), callables={**bank().callables, account.id: account})

    found = plausible_types(Parameter("thing", uses=("owner", "close", "name")), subject)

    assert TypeRef("builtins:open") not in found


def test_what_is_only_entered_is_a_lock_where_it_is_called_so() -> None:
    assert names(Parameter("lock", uses=("with",))) == ["threading:Lock"]
    assert "contextlib:nullcontext" in names(Parameter("session", uses=("with",)))


def test_some_patterns_have_a_group_that_matches_anything() -> None:
    [pattern] = LIBRARY["re:compile"].parameters

    assert any(
        re.compile(str(text)).groups and re.fullmatch(str(text), "a/b") for text in pattern.type.values
    )


def test_mappings_with_any_keys_have_values_in_which_code_looks() -> None:
    uses = ("items", "{}['state']==:'on'", "{}['size']>", "{}['size']==:3", "{:}int")
    (kind,) = plausible_types(Parameter("rooms", uses=uses), bank())
    key, value = kind.args

    assert (kind.name, key.name, value.name, value.values) == ("dict", "int", "record", ("state", "size"))
    assert {part.name for part in value.args[1].args} == {"literal", "int"}


def test_dictionaries_have_the_keys_that_code_asks_whether_they_hold() -> None:
    (kind,) = plausible_types(Parameter("order", uses=("['lines']", "in", "in:'gift'")), bank())

    assert kind.values == ("lines", "gift")


def test_what_code_tells_of_documents_is_made_however_deep_it_lies() -> None:
    kind = TypeRef("literal", values=("on",))
    for _ in range(6):
        kind = TypeRef("record", (kind,), ("key",))
    knowledge = Knowledge(bank(), [], Random(1))
    builder = knowledge.builder()
    for _ in range(20):
        builder.value(kind)

    assert any(isinstance(s, LiteralStatement) and s.value == "on" for s in builder.draft.statements)


def test_keys_that_a_body_looks_up_are_worked_out_once() -> None:
    knowledge = Knowledge(bank(), (), Random(1))
    parameter = Parameter("options", "kwargs", uses=("['limit']int", "['name']strip"))
    record = knowledge.record_for(parameter)
    assert record is not None and record.values == ("limit", "name")
    assert knowledge.record_for(parameter) is record


def test_what_lies_behind_a_key_that_is_called_like_an_address_is_one_most_often() -> None:
    uses = ("['url']", "['callbackUrl']strip", "['size']", "['next_url']['page']")
    record = Knowledge(bank(), (), Random(1)).record_for(Parameter("data", uses=uses))

    assert record is not None
    url, callback, size, nested = record.args
    address = TypeRef("literal", values=(ADDRESS,))
    assert url == callback == TypeRef("union", (*[address] * 4, TypeRef("str")))
    assert size == TypeRef("int") and nested.name == "record"


@pytest.mark.parametrize(
    ("uses", "kinds"),
    [
        (("for", "[]()"), ["list[callable]"]),
        (("for", "[]withdraw", "[]is_empty"), ["list[bank:Account]"]),
        (("for", "[][]withdraw"), ["list[list[bank:Account]]"]),
        (("for", "[]isdigit"), ["union[str, list[str]]"]),
    ],
)
def test_a_list_is_told_by_what_is_done_with_each_of_its_items(
    uses: tuple[str, ...], kinds: list[str]
) -> None:
    told = plausible_types(Parameter("parts_given", uses=uses), bank())

    assert [written(kind) for kind in told] == kinds


def written(kind: TypeRef) -> str:
    return f"{kind.name}[{', '.join(map(written, kind.args))}]" if kind.args else kind.name
