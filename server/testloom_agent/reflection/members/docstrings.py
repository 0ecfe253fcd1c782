"""Types of parameters as docstrings give them, in the styles of Google, NumPy and Sphinx."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

from testloom_agent.kinds import is_a, is_class
from testloom_agent.reflection.members.annotations import Reducer, Type, make
from testloom_agent.trees import quiet

_SPHINX_TYPE = re.compile(r":type\s+\*{0,2}(\w+)\s*:\s*(.+)")
_SPHINX_PARAMETER = re.compile(r":param\s([^:]+):")
_GOOGLE = re.compile(r"^[ \t]*(?:Args|Arguments|Parameters|Params):[ \t]*\n((?:[ \t]+.*\n?|[ \t]*\n)+)", re.M)
_GOOGLE_ENTRY = re.compile(r"^[ \t]*\*{0,2}(\w+)\s*\(([^()]+)\)\s*:", re.M)
_NUMPY = re.compile(
    r"^[ \t]*Parameters[ \t]*\n[ \t]*-+[ \t]*\n((?:.*\n)+?)(?=[ \t]*\w+[ \t]*\n[ \t]*-+|\Z)", re.M
)
_NUMPY_ENTRY = re.compile(r"^[ \t]*\*{0,2}(\w+)[ \t]*:[ \t]*(.+)$", re.M)
_ITEMS = re.compile(r"^(?:a |an )?(list|tuple|set|sequence|iterable)s? of (\w+?)s?$")
_SEPARATORS = re.compile(r"(?<=\s)or(?=\s)|[|,/]")
_NOISE = re.compile(r"\b(?:optional|default\b.*|required|keyword[- ]only|positional)\b|[`~!]|:\w+:")
_LONGEST_LITERAL = 100
"""A sentence of thousands of words would be more than the parser can take."""
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
    **{name: name for name in ("str", "int", "float", "bool", "bytes", "list", "dict", "tuple", "set")},
}


def documented_types(text: str | None) -> dict[str, str]:
    """What a docstring says of the type of each parameter, in the words that it uses."""
    if not text:
        return {}
    found = dict(_sphinx_parameters(text))
    found.update(_SPHINX_TYPE.findall(text))
    for section in _GOOGLE.findall(text):
        found.update(_GOOGLE_ENTRY.findall(section))
    for section in _NUMPY.findall(f"{text}\n"):
        found.update(_NUMPY_ENTRY.findall(section))
    return found


def _sphinx_parameters(text: str) -> Iterator[tuple[str, str]]:
    """Parameters with their types, where a type stands before the name: `:param int count:`."""
    for words in _SPHINX_PARAMETER.findall(text):
        *kind, name = words.split() or [""]
        if kind and name.lstrip("*").isidentifier():
            yield name.lstrip("*"), " ".join(kind)


def type_of_words(words: str, reducer: Reducer, namespace: Mapping[str, Any]) -> Type:
    """The type that the words of a docstring mean; `any` if they mean none.

    Docstrings grow old: what they say is joined with `any`, so that other values are tried, too.
    """
    words = _NOISE.sub("", words).strip(" .,;()")
    items = _ITEMS.match(words.lower())
    if items and items[2] in _WORDS:
        found = [make(_WORDS.get(items[1], "list"), [make(_WORDS[items[2]])])]
    else:
        parts = [part.strip() for part in _SEPARATORS.split(words) if part.strip()]
        found = [kind for part in parts for kind in _of_word(part, reducer, namespace)]
    distinct = [kind for place, kind in enumerate(found) if kind not in found[:place]]
    return make("union", [*distinct, make("any")]) if distinct else make("any")


def _of_word(word: str, reducer: Reducer, namespace: Mapping[str, Any]) -> Iterator[Type]:
    """A builtin by one of its names, a class that the module knows or a loaded one has, or a literal."""
    known = _WORDS.get(word.lower())
    if known is not None:
        if known != "any":
            yield make(known)
        return
    first, *rest = word.split(".")
    value = namespace.get(first)
    for part in rest:
        value = getattr(value, part, None)
    module, _, name = word.rpartition(".")
    loaded = sys.modules.get(module)
    if not is_class(value) and is_a(loaded, ModuleType):
        value = vars(loaded).get(name)
    if is_class(value):
        yield reducer.reduce(value)
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
