"""Classes that a test defines stand in it, as a person would write them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from testloom.model import observed
from testloom.model.statements import DATACLASS, ClassStatement, Member
from testloom.model.statements.environment import StateStatement
from testloom.model.suite import ExceptionAssertion
from testloom.model.types import ANY, NONE, TypeRef
from testloom.writer import render
from testloom.writer.errors import UnwritableError

from .building import STYLE, SUBJECT, Case, Ref, built, encode, path

TEXT, INT = TypeRef("str"), TypeRef("int")


def written(case: Case) -> str:
    """The text of a file with the one test."""
    return render(built(case), SUBJECT, None, STYLE).text


def item(case: Case, *members: Member, **more: Any) -> Ref:
    """A class of the test."""
    return case.define(ClassStatement(0, "Item", members=members, **more))


def test_a_dataclass_is_written_with_its_fields() -> None:
    case = Case("transfer")
    amount = case.literal(1)
    kind = item(
        case,
        Member("field", "name", None, TEXT),
        Member("field", "note", None, TypeRef("union", (TEXT, NONE))),
        Member("field", "day", None, TypeRef("datetime:date")),
        Member("field", "content", None, TypeRef("list", (ANY,))),
        Member("field", "amount", amount.id, INT),
        decorators=(DATACLASS,),
    )
    case.call("transfer", kind, "a")

    text = written(case.equals(7))

    assert (
        "    @dataclass\n"
        "    class Item:\n"
        "        name: str\n"
        "        note: str | None\n"
        "        day: date\n"
        "        content: list[Any]\n"
        "        amount: int = 1\n"
        "\n"
        '    assert transfer(Item, "a") == 7\n'
    ) in text
    assert "from dataclasses import dataclass\nfrom datetime import date\nfrom typing import Any\n" in text


def test_fields_have_hints_that_older_pythons_take_where_the_project_supports_them() -> None:
    case = Case("transfer")
    kind = item(case, Member("field", "note", None, TypeRef("union", (TEXT, NONE))), decorators=(DATACLASS,))
    case.call("transfer", kind)

    text = render(built(case.equals(7)), SUBJECT, None, replace(STYLE, unions=False)).text

    assert "        note: Union[str, None]\n" in text
    assert "from typing import Union\n" in text


def test_a_function_is_written_under_what_decorates_it() -> None:
    case = Case("transfer")
    decorator, size = case.name("transfer"), case.literal(1)
    kind = item(case, Member("method", "size", size.id, decorator=decorator.id))
    case.attribute(case.make("Account", kind), "size")

    assert (
        "    class Item:\n"
        "        @transfer\n"
        "        def size(self):\n"
        "            return 1\n"
        "\n"
        "    item = Item()\n"
        "\n"
        "    assert item.size == 7\n"
    ) in written(case.equals(7))


def test_what_only_a_class_holds_is_made_in_it() -> None:
    case = Case("transfer")
    kind = item(case, Member("value", "owner", case.call("Account", 5).id))
    case.attribute(kind, "owner")

    text = written(case.equals(7))

    assert "        owner = Account(5)\n" in text


def test_what_a_class_holds_of_a_private_one_is_made_before_it() -> None:
    case = Case("transfer")
    kind = item(case, Member("value", "owner", case.call("_Owner", 5).id))
    case.attribute(kind, "owner")

    text = written(case.equals(7))

    assert "= account._Owner(5)\n\n    class Item:\n        owner = " in text


def test_a_private_base_is_looked_up_in_its_module() -> None:
    case = Case("transfer")
    case.call("transfer", case.define(ClassStatement(0, "OtherOwner", (path("_Owner"),))), "a")

    text = written(case.equals(7))

    assert "    class OtherOwner(account._Owner):\n        pass\n" in text
    assert "import _Owner" not in text


def test_a_subclass_is_written_with_its_methods_and_built_by_its_name() -> None:
    case = Case("Account.withdraw")
    half, error = case.literal(0.5), case.name("builtins:OSError")
    kind = case.define(
        ClassStatement(
            0,
            "CustomAccount",
            (path("Account"),),
            members=(
                Member("method", "rate", half.id, parameters=("year", "*", "deep=False")),
                Member("property", "owner", half.id),
                Member("method", "close", error.id, raises=True, is_async=True),
                Member("method", "open"),
            ),
        )
    )
    account = case.make("Account", kind, 3)
    case.call("Account.withdraw", 2, on=account)

    text = written(case.equals(1))

    assert (
        "    class CustomAccount(Account):\n"
        "        def rate(self, year, *, deep=False):\n"
        "            return 0.5\n"
        "\n"
        "        @property\n"
        "        def owner(self):\n"
        "            return 0.5\n"
        "\n"
        "        async def close(self):\n"
        "            raise OSError\n"
        "\n"
        "        def open(self):\n"
        "            pass\n"
        "\n"
        "    account = CustomAccount(3)\n"
    ) in text


def test_an_exception_that_a_method_raises_is_made_there() -> None:
    case = Case("transfer")
    error = case.call("builtins:OSError", 3)
    item = case.define(ClassStatement(0, "Item", members=(Member("method", "open", error.id, raises=True),)))
    case.call("transfer", item)

    text = written(case.equals(7))

    assert "        def open(self):\n            raise OSError(3)\n" in text


def test_a_registry_is_copied_in_the_line_that_sets_it() -> None:
    case = Case("transfer")
    copy = case.call("builtins:list", case.name("Account.known"))
    case.prepare(StateStatement, f"{path('Account')}.known", copy.id)
    case.call("transfer", 1)

    text = written(case.equals(7))

    assert '    monkeypatch.setattr(Account, "known", list(Account.known))\n' in text


def test_methods_have_hints_where_the_project_has_them() -> None:
    case = Case("transfer")
    half, error, items = case.literal(0.5), case.name("builtins:OSError"), case.collection("list", 1)
    members = (
        Member("method", "rate", half.id, parameters=("year=2024", "*", "deep")),
        Member("method", "close", error.id, raises=True),
        Member("property", "items", items.id),
        Member("method", "open", parameters=("*names",)),
    )
    case.call("transfer", case.define(ClassStatement(0, "Item", members=members)))

    text = render(built(case.equals(7)), SUBJECT, None, replace(STYLE, type_hints=True)).text

    assert "        def rate(self, year: object = 2024, *, deep: object) -> float:\n" in text
    assert "        def close(self) -> NoReturn:\n" in text
    assert "        def items(self) -> Any:\n" in text
    assert "        def open(self, *names: object) -> None:\n" in text
    assert "from typing import Any, NoReturn\n" in text


def test_keywords_and_a_metaclass_stand_behind_the_bases() -> None:
    case = Case("share")
    key, size = case.literal("a"), case.literal(3)
    case.define(
        ClassStatement(
            0,
            "CustomAccount",
            (path("Account"),),
            members=(Member("value", "size", size.id),),
            metaclass="abc:ABCMeta",
            keywords=(("key", key.id),),
        )
    )

    text = written(case.equals(3, attribute="size"))

    assert (
        '    class CustomAccount(Account, metaclass=ABCMeta, key="a"):\n'
        "        size = 3\n"
        "\n"
        "    assert CustomAccount.size == 3\n"
    ) in text


def test_a_definition_that_raises_stands_within_raises() -> None:
    case = Case("share")
    case.define(ClassStatement(0, "Item", (path("Account"),)))

    text = written(case.raises("builtins:TypeError", "no name"))

    assert (
        '    with pytest.raises(TypeError, match="no name"):\n'
        "\n"
        "        class Item(Account):\n"
        "            pass\n"
    ) in text


def test_what_is_asserted_names_the_class_without_an_import() -> None:
    case = Case("transfer")
    kind = item(case)
    case.call("transfer", kind)

    text = written(case.equals(observed.Class("<test>:Item")))

    assert "    assert transfer(Item) is Item\n" in text
    assert "import Item" not in text


def test_an_exception_of_the_test_is_expected_by_its_name() -> None:
    case = Case("transfer")
    kind = case.define(ClassStatement(0, "CustomError", ("builtins:Exception",)))
    case.call("transfer", kind)
    case.assertions.append(ExceptionAssertion(case.statements[-1].id, "<test>:CustomError", ""))

    assert "    with pytest.raises(CustomError):\n" in written(case)


def test_a_class_that_the_test_does_not_define_cannot_be_written() -> None:
    case = Case("transfer")
    case.call("transfer", 1)

    with pytest.raises(UnwritableError, match="Item is a class that the test does not define"):
        written(case.equals(observed.Class("<test>:Item")))


def test_objects_of_a_class_of_the_test_are_told_by_their_attributes() -> None:
    case = Case("transfer")
    kind = item(case, Member("field", "name", None, TEXT), decorators=(DATACLASS,))
    case.call("transfer", kind)
    made = observed.Instance("<test>:Item", {"name": encode("a")})

    assert '.name == "a"\n' in written(case.equals(made))
