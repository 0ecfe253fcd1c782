"""What the `__getattr__` of a module finds is read as an attribute of the module."""

from __future__ import annotations

from testloom.writer import render

from .building import STYLE, SUBJECT, Case, built


def written(name: str) -> str:
    case = Case("__getattr__")
    case.call("__getattr__", name)
    return render(built(case.equals(7)), SUBJECT, None, STYLE).text


def test_an_attribute_of_the_module_under_test_is_read_there() -> None:
    text = written("MAXIMUM")

    assert "from shop import account\n" in text
    assert "    assert account.MAXIMUM == 7\n" in text


def test_what_no_source_can_write_as_an_attribute_is_looked_up_by_its_name() -> None:
    assert '    assert getattr(account, "two words") == 7\n' in written("two words")


def test_what_finds_attributes_of_a_module_is_handed_over_as_it_stands_there() -> None:
    case = Case("transfer")
    case.call("transfer", case.name("__getattr__"))
    text = render(built(case.equals(7)), SUBJECT, None, STYLE).text

    assert "from shop import account\n" in text
    assert "(account.__getattr__) == 7\n" in text
