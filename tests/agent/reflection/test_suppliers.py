import ast
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from testloom_agent.reflection.members.calls.signatures import raw_parameters
from testloom_agent.reflection.members.supplying.suppliers import external_suppliers
from testloom_agent.reflection.modules.constants import examples_of, imports_of


class Mute:
    """What has a name and a docstring, and no signature."""

    def __init__(self, name: str, docstring: str | None) -> None:
        self.__name__, self.__doc__ = name, docstring


def ids(kind: type, **namespace: object) -> list[str]:
    return [entry["id"] for entry in external_suppliers(kind, namespace, ())]


def test_a_function_that_reads_text_comes_before_the_constructor() -> None:
    assert ids(ast.AST, tree=ast) == ["ast:parse", "ast:AST"]
    assert ids(ElementTree.Element, et=ElementTree)[0] == "xml.etree.ElementTree:fromstring"


def test_a_reader_takes_the_format_that_it_was_tried_with() -> None:
    (reader, *_) = external_suppliers(ast.Module, {"ast": ast}, ())
    assert reader["parameters"][0]["type"] == {"name": "format", "args": [], "values": ["python"]}


def test_constructors_of_libraries_have_the_parameters_that_they_need(described: Any) -> None:
    description = described(
        """
        import logging
        from xml.etree.ElementTree import Element
        def f(element: Element, choice: logging.Filter): ...
        """
    )

    found = {entry["id"]: entry for entry in description["callables"] if entry["kind"] == "constructor"}
    element = found["xml.etree.ElementTree:Element"]
    assert not element["in_subject"]
    assert [(entry["name"], entry["kind"]) for entry in element["parameters"]] == [("args", "args")]
    assert found["logging:Filter"]["parameters"] == []


def test_the_types_of_what_constructors_of_libraries_need_are_told(
    described: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = tmp_path / "env" / "site-packages"
    library.mkdir(parents=True)
    text = "class Ticket:\n    def __init__(self, seat: int, row: str = 'a') -> None: ...\n"
    (library / "ticket_library.py").write_text(text)
    monkeypatch.syspath_prepend(library)

    description = described("from ticket_library import Ticket\ndef f(ticket: Ticket): ...\n")

    [made] = [entry for entry in description["callables"] if entry["id"] == "ticket_library:Ticket"]
    assert [(entry["name"], entry["type"]["name"]) for entry in made["parameters"]] == [("seat", "int")]


@pytest.mark.parametrize(
    ("docstring", "names"),
    [
        ("f(first, second[, third[, fourth]]) -> int", ["first", "second", "third=", "fourth="]),
        ("lib.f(first, second=3, *, key)\n\nDo it.", ["first", "second=", "key"]),
        ("Do f(it).", ["args"]),
        ("f(first, ...)", ["args"]),
        (None, ["args"]),
    ],
)
def test_code_in_c_takes_what_its_docstring_says(docstring: str | None, names: list[str]) -> None:
    raw = raw_parameters(Mute("f", docstring), None, skip_first=False)

    assert [entry.name + "=" * entry.has_default for entry in raw] == names


def test_doctests_and_imports_are_found_anywhere() -> None:
    tree = ast.parse(
        "import a.b\n"
        "from c.d import e\n"
        "from . import f\n"
        "def g():\n"
        '    """Say g.\n\n    >>> g("magic", 12)\n    42\n    >>> not python(\n    """\n'
        "    import h\n"
    )
    assert examples_of(tree) == ["magic", 12]
    assert imports_of(tree) == ["a.b", "c.d", "h"]
