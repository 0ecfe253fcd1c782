"""What else of a package is described, since it makes what the subject takes."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from testloom_agent.loading import load

TOKENS = '''
from abc import ABC, abstractmethod
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")

class Token:
    def __init__(self, kind, start=0): ...
    @classmethod
    def word(cls, text):
        return cls("word", len(text))
    @staticmethod
    def dot() -> "Token": ...
    @classmethod
    def count(cls, text) -> int: ...

class Box(Generic[T]):
    @classmethod
    def of(cls, item: T) -> "Box[T]": ...

class Storage(ABC):
    @abstractmethod
    def read(self): ...

class MemoryStorage(Storage):
    def read(self): ...

class _Secret(Storage):
    def read(self): ...

class _Hidden:
    pass

class Text:
    def first(self) -> Token: ...
    def _last(self) -> Token: ...
    def all(self) -> "list[Token]": ...

class Condition(Protocol):
    def __call__(self, value): ...
    def __hash__(self): ...

class Query:
    def __call__(self, value): ...
    def __hash__(self): ...

def hide(text):
    """Hide a text.

    :rtype: tokens._Hidden
    """

def several() -> "list[Token]": ...
'''
PARSING = """
from pkg.tokens import Token

def parse_one(text: str, strict: bool = True) -> "Token | None": ...

def parse_late(text: str):
    return Token(text)
"""
ROOT = """
from pkg.parsing import parse_late, parse_one
from pkg import subject
"""


@pytest.fixture
def package(tmp_path: Path, own_modules: None) -> Any:
    """Describes a module of a package; the root has imported the others."""

    def describe(source: str, root: str = ROOT, **others: str) -> dict[str, dict[str, Any]]:
        folder = tmp_path / "pkg"
        folder.mkdir()
        texts = {"__init__": root, "tokens": TOKENS, "parsing": PARSING, "subject": textwrap.dedent(source)}
        texts |= others
        for name, text in texts.items():
            (folder / f"{name}.py").write_text(text)
        sys.path.insert(0, str(tmp_path))
        description = load(str(folder / "subject.py"), str(tmp_path), 10).description
        return {entry["id"]: entry for entry in description["callables"]}

    return describe


def makers(callables: dict[str, dict[str, Any]]) -> set[str]:
    return {name for name, entry in callables.items() if not entry["in_subject"]}


def test_class_methods_and_functions_of_the_root_that_say_or_do_so_make_instances(package: Any) -> None:
    callables = package("from pkg.tokens import Token\ndef f(token: Token): ...\n")

    found = {"pkg.tokens:Token", "pkg.tokens:Token.word", "pkg.tokens:Token.dot", "pkg.parsing:parse_one"}
    found.add("pkg.parsing:parse_late")
    assert makers(callables) == found
    assert {callables[name]["returns"]["name"] for name in found} == {"pkg.tokens:Token"}


def test_a_class_method_of_a_generic_class_makes_it(package: Any) -> None:
    callables = package("from pkg.tokens import Box\ndef f(box: Box[int]): ...\n")

    assert makers(callables) == {"pkg.tokens:Box", "pkg.tokens:Box.of"}


def test_methods_of_other_classes_make_instances_where_both_are_named(package: Any) -> None:
    callables = package("from pkg.tokens import Text, Token\ndef f(text: Text, token: Token): ...\n")

    methods = {name for name in makers(callables) if callables[name]["kind"] == "method"}
    assert methods == {"pkg.tokens:Text.first"}
    assert callables["pkg.tokens:Text.first"]["owner"] == "pkg.tokens:Text"


READING = """
from pkg.tokens import Token

class Reader:
    def first(self, text):
        return Token(text)
    def length(self, text):
        return len(text)

def begin(text):
    return _made(text)

def _made(text):
    return Token(text)

def length(token):
    return len(token.kind)
"""


def test_loaded_modules_that_know_a_class_make_it_by_functions_that_return_it(package: Any) -> None:
    source = "from pkg.tokens import Token\ndef f(token: Token): ...\n"
    found = makers(package(source, "from pkg import reading\n", reading=READING))

    assert {name for name in found if name.startswith("pkg.reading")} == {"pkg.reading:begin"}


def test_methods_that_return_a_class_without_saying_so_make_it_where_both_are_named(package: Any) -> None:
    source = """
    from pkg.reading import Reader
    from pkg.tokens import Token
    def f(reader: Reader, token: Token): ...
    """
    found = makers(package(source, "from pkg import reading\n", reading=READING))

    assert {name for name in found if "Reader" in name} == {"pkg.reading:Reader", "pkg.reading:Reader.first"}


def test_an_abstract_class_is_made_by_the_public_classes_that_implement_it(package: Any) -> None:
    callables = package("from pkg.tokens import Storage\ndef f(storage: Storage): ...\n")

    assert makers(callables) == {"pkg.tokens:MemoryStorage"}


def test_a_protocol_is_made_by_the_classes_that_have_its_methods(package: Any) -> None:
    callables = package("from pkg.tokens import Condition\ndef f(condition: Condition): ...\n")

    assert makers(callables) == {"pkg.tokens:Query"}


def test_a_private_class_is_made_by_the_function_whose_docstring_says_so(package: Any) -> None:
    callables = package("from pkg.tokens import _Hidden\ndef f(hidden: _Hidden): ...\n")

    assert makers(callables) == {"pkg.tokens:hide"}


def test_a_class_that_lacks_something_is_made_by_public_subclasses_next_door(package: Any) -> None:
    source = """
    class Mixin:
        def shown(self):
            return self.label
    class Whole:
        label = "a"
        def shown(self):
            return self.label
    """
    root = """
    from pkg import subject
    class Labelled(subject.Mixin):
        label = "b"
    class Other(subject.Whole):
        pass
    """

    assert makers(package(source, textwrap.dedent(root))) == {"pkg:Labelled"}


MIXIN = """
class Mixin:
    def shown(self):
        return self.label
"""
LABELLED = """
from pkg.subject import Mixin

class Labelled(
    Mixin,
):
    label = "b"

class _Hidden(Mixin):
    label = "c"
"""


def test_the_subclass_may_be_in_a_private_module(package: Any) -> None:
    assert makers(package(MIXIN, "from pkg import _labels\n", _labels=LABELLED)) == {"pkg._labels:Labelled"}


def test_a_subclass_that_nobody_has_imported_is_looked_for_in_the_files(package: Any) -> None:
    found = package(MIXIN, "", labels=LABELLED, test_labels=LABELLED, broken=f"{LABELLED}\n1 / 0")

    assert makers(found) == {"pkg.labels:Labelled"}


def test_nothing_is_imported_for_it(package: Any) -> None:
    callables = package("from pkg.tokens import Token\ndef f(token: Token): ...\n", root="")

    assert "pkg.parsing:parse_one" not in callables
    assert "pkg.parsing" not in sys.modules


def test_a_protocol_of_the_module_is_made_by_its_classes_that_have_its_methods(described: Any) -> None:
    description = described("""
        class Pricing(Protocol):
            def per_night(self, night: int) -> int: ...
            @property
            def label(self) -> str: ...
        class Flat:
            label = "flat"
            def per_night(self, night: int) -> int: return 1
        class Half:
            def per_night(self, night: int) -> int: return 1
    """)

    bases = {kind["id"].partition(":")[2]: kind["bases"] for kind in description["classes"]}
    assert "subject_under_test:Pricing" in bases["Flat"]
    assert not bases["Half"]
