import ast
import datetime
import xml.etree.ElementTree as ElementTree

from testloom_agent.reflection.members.suppliers import external_suppliers
from testloom_agent.reflection.modules.constants import examples_of, imports_of


def ids(kind: type, **namespace: object) -> list[str]:
    return [entry["id"] for entry in external_suppliers(kind, namespace)]


def test_a_function_that_reads_text_comes_before_the_constructor() -> None:
    assert ids(ast.AST, tree=ast) == ["ast:parse", "ast:AST"]
    assert ids(ElementTree.Element, et=ElementTree)[0] == "xml.etree.ElementTree:fromstring"


def test_a_reader_takes_the_format_that_it_was_tried_with() -> None:
    (reader, *_) = external_suppliers(ast.Module, {"ast": ast})
    assert reader["parameters"][0]["type"] == {"name": "format", "args": [], "values": ["python"]}


def test_a_constructor_has_its_required_parameters() -> None:
    (constructor,) = external_suppliers(datetime.timezone, {})
    assert constructor["kind"] == "constructor" and not constructor["in_subject"]


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
