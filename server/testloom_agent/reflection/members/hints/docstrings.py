"""Types of parameters as docstrings give them, in the styles of Google, NumPy and Sphinx."""

from __future__ import annotations

import ast
import datetime
import io
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from testloom_agent.kinds import is_a, is_class
from testloom_agent.reflection.members.hints.annotations import Reducer, Type, make
from testloom_agent.trees import quiet

_SPHINX_TYPE = re.compile(r":type\s+\*{0,2}(\w+)\s*:\s*(.+)")
_SPHINX_PARAMETER = re.compile(r":param\s([^:]+):")
_SPHINX_ENTRY = re.compile(r":param\s+\*{0,2}(\w+)\s*:((?:.*\n?)(?:[ \t]+[^:\s].*\n?)*)")
_GOOGLE = re.compile(r"^[ \t]*(?:Args|Arguments|Parameters|Params):[ \t]*\n((?:[ \t]+.*\n?|[ \t]*\n)+)", re.M)
_GOOGLE_ENTRY = re.compile(r"^[ \t]*\*{0,2}(\w+)\s*\(([^()]+)\)\s*:", re.M)
_GOOGLE_UNTYPED = re.compile(r"^[ \t]*\*{0,2}(\w+)\s*:[ \t]*(\S.*)$", re.M)
_NUMPY = re.compile(
    r"^[ \t]*Parameters[ \t]*\n[ \t]*-+[ \t]*\n((?:.*\n)+?)(?=[ \t]*\w+[ \t]*\n[ \t]*-+|\Z)", re.M
)
_NUMPY_ENTRY = re.compile(r"^[ \t]*\*{0,2}(\w+)[ \t]*:[ \t]*(.+)$", re.M)
_TOLD = (
    r"(?:string|integer|boolean|dictionary|callable"
    r"|(?:list|tuple|set|sequence|iterable|array)(?:s? of \w+)?)\b"
)
_DESCRIBED = (
    re.compile(rf"\s*(?:an?|the)\s+(?:optional\s+)?({_TOLD})(?!\s+of\b)", re.I),
    re.compile(rf"[^()]*\((?:expected to be |must be )?an?\s+({_TOLD})", re.I),
)
"""How descriptions tell a type: at their beginning, or in brackets."""
_ITEMS = re.compile(r"^(?:an? )?(list|tuple|set|sequence|iterable|array|iterator)s? of (.+)$", re.I)
_SUBSCRIPTED = re.compile(r"^(list|tuple|set|dict|sequence|iterable)[\[(](.+)[\])]$", re.I)
_PLURAL = re.compile(r"s$|s?\s+(?:objects?|instances?)$")
_CALL = re.compile(r"(?<=\w)\([^()]*\)")
_SEPARATORS = re.compile(r"(?<=\s)or(?=\s)|[|,/]")
_NOISE = re.compile(r"\b(?:optional|default\b.*|required|keyword[- ]only|positional)\b|[`~!]|:\w+:")
_LONGEST_LITERAL = 100
"""The longest word that is parsed as a literal: a sentence of thousands of words would overtax the parser."""
_WORDS: Mapping[str, str] = {
    "string": "str",
    "text": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "dictionary": "dict",
    "mapping": "dict",
    "sequence": "list",
    "iterable": "list",
    "array": "list",
    "function": "callable",
    "callable": "callable",
    "none": "none",
    "any": "any",
    "object": "any",
    "iterator": "iterator",
    "generator": "iterator",
    "callback": "callable",
    "unicode": "str",
    "basestring": "str",
    "byte string": "bytes",
    "bytestring": "bytes",
    **{name: name for name in ("str", "int", "float", "bool", "bytes", "list", "dict", "tuple", "set")},
}

_FILES = (io.BytesIO, io.StringIO)
_CLASSES: Mapping[str, Sequence[type]] = {
    "datetime": (datetime.datetime,),
    "date": (datetime.date,),
    "timedelta": (datetime.timedelta,),
    "regex": (re.Pattern,),
    "regular expression": (re.Pattern,),
    **{
        f"{name}{rest}": _FILES
        for name in ("file", "file-like", "file like", "filelike", "stream")
        for rest in ("", " object")
    },
}
"""The classes that words mean which are not names."""


def _nothing(name: str) -> None:
    return None


def documented_types(text: str | None) -> dict[str, str]:
    """Parse the types of parameters in a docstring, in its own words."""
    if not text:
        return {}
    found = dict(_described_parameters(text))
    found.update(_sphinx_parameters(text))
    found.update(_SPHINX_TYPE.findall(text))
    for section in _GOOGLE.findall(text):
        found.update(_GOOGLE_ENTRY.findall(section))
    for section in _NUMPY.findall(f"{text}\n"):
        found.update(_NUMPY_ENTRY.findall(section))
    return found


def _described_parameters(text: str) -> Iterator[tuple[str, str]]:
    """Yield parameters with the types that their descriptions name: `:param names: A list of strings`."""
    entries = _SPHINX_ENTRY.findall(text)
    for section in _GOOGLE.findall(text):
        entries += _GOOGLE_UNTYPED.findall(section)
    for name, description in entries:
        told = next(filter(None, (form.match(description) for form in _DESCRIBED)), None)
        if told is not None:
            yield name, told[1]


def _sphinx_parameters(text: str) -> Iterator[tuple[str, str]]:
    """Yield parameters with their types, if a type stands before the name: `:param int count:`."""
    for words in _SPHINX_PARAMETER.findall(text):
        *kind, name = words.split() or [""]
        if kind and name.lstrip("*").isidentifier():
            yield name.lstrip("*"), " ".join(kind)


def type_of_words(
    words: str, reducer: Reducer, namespace: Mapping[str, Any], find: Callable[[str], type | None] = _nothing
) -> Type:
    """Parse the type in the words of a docstring; `any` if they name none.

    Docstrings become outdated: the type is joined with `any`, so that other values are tried, too. Names
    unknown in the module are looked up by `find`.
    """
    words = _NOISE.sub("", words).strip(" .,;")
    words = words.strip("() ") if words.startswith("(") else words
    found = list(_kinds(words, Words(reducer, namespace, find)))
    distinct = [kind for place, kind in enumerate(found) if kind not in found[:place]]
    return make("union", [*distinct, make("any")]) if distinct else make("any")


@dataclass(frozen=True)
class Words:
    """What words may stand for: names known in the module, and classes found by their own names."""

    reducer: Reducer
    namespace: Mapping[str, Any]
    find: Callable[[str], type | None]


def _kinds(words: str, known: Words) -> Iterator[Type]:
    """Yield the types that words stand for, one after the other; those of collections have types of items."""
    if items := _ITEMS.match(words):
        yield make(_WORDS.get(items[1].lower(), "list"), list(_of_items(items[2], known))[:1])
    elif items := _SUBSCRIPTED.match(words):
        parts = [list(_of_items(part, known)) for part in items[2].split(",")]
        yield make(_WORDS[items[1].lower()], [(kinds or [make("any")])[0] for kinds in parts])
    else:
        for part in filter(None, map(str.strip, _SEPARATORS.split(_CALL.sub("", words)))):
            yield from _of_word(part, known)


def _of_items(words: str, known: Words) -> list[Type]:
    """List the types of items, which may be named in the plural."""
    names = (_CALL.sub("", words).strip(), _PLURAL.sub("", _CALL.sub("", words).strip()))
    return next((kinds for name in names if (kinds := list(_of_word(name, known)))), [])


def _of_word(word: str, known: Words) -> Iterator[Type]:
    """Yield the type of a word: a built-in type, a class known to the module or loaded, or a literal."""
    plain = _WORDS.get(word.lower())
    if plain is not None:
        if plain != "any":
            yield make(plain)
        return
    if word.lower() in _CLASSES:
        yield from map(known.reducer.reduce, _CLASSES[word.lower()])
        return
    kind = _class_called(word, known)
    if kind is not None:
        yield known.reducer.reduce(kind)
        return
    if len(word) > _LONGEST_LITERAL:
        return
    try:
        with quiet():
            literal = ast.literal_eval(word.strip("{}"))
    except (ValueError, SyntaxError):
        return
    if isinstance(literal, (str, int)):
        yield make("literal", values=[literal])


def _class_called(word: str, known: Words) -> type | None:
    """Find the class with a name or a dotted name, also of a module that is imported whole, or elsewhere."""
    first, *rest = word.split(".")
    value = known.namespace.get(first)
    for part in rest:
        value = getattr(value, part, None)
    module, _, name = word.rpartition(".")
    loaded = sys.modules.get(module)
    if not is_class(value) and is_a(loaded, ModuleType):
        value = vars(loaded).get(name)
    if is_class(value):
        return value
    if not name.isidentifier():
        return None
    found = known.find(name) if name[0].isupper() else None
    return found or (None if rest else _class_of_import(name, known.namespace))


def _class_of_import(name: str, namespace: Mapping[str, Any]) -> type | None:
    """Find the class that documentation names without the module that offers it: `Series` of `pd`."""
    modules = [value for value in list(namespace.values()) if is_a(value, ModuleType)]
    offered = (vars(module).get(name) for module in modules)
    return next((kind for kind in offered if is_class(kind)), None)
