"""Expected types in the message of a TypeError: the unsuitable type, and the types that would fit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from testloom.model.subject import Subject
from testloom.model.types import TypeRef

KINDS: Mapping[str, str] = {
    **dict.fromkeys(("str", "string", "strings", "text"), "str"),
    **dict.fromkeys(("bytes", "bytearray"), "bytes"),
    **dict.fromkeys(("int", "integer", "integers", "index"), "int"),
    **dict.fromkeys(("float", "real", "number", "numeric"), "float"),
    **dict.fromkeys(("bool", "boolean"), "bool"),
    **dict.fromkeys(("dict", "dictionary", "mapping"), "dict"),
    **dict.fromkeys(("list", "sequence", "iterable"), "list"),
    "tuple": "tuple",
    "set": "set",
    **dict.fromkeys(("callable", "function"), "callable"),
}
"""The names of types in messages, with the types that they mean."""
HASHABLE = (TypeRef("str"), TypeRef("int"))
_WORD = re.compile(r"\w+")
_WANTED = (
    re.compile(r"can only concatenate (?P<wanted>\w+) \(not \"(?P<wrong>\w+)\"\)"),
    re.compile(r"\b(?:must|should) be (?P<wanted>[^:]+?),? (?:not|got)(?: type)?:? '?(?P<wrong>\w+)"),
    re.compile(r"\bexpected (?P<wanted>[^:]+?),? (?:not|got|but got) '?(?P<wrong>\w+)"),
    re.compile(r"\bexpected (?P<wanted>\w+) instance, (?P<wrong>\w+) found"),
    re.compile(r"\ban? (?P<wanted>[\w -]+?) is required,? (?:not|\(got(?: type)?) '?(?P<wrong>\w+)"),
    re.compile(r"'(?P<wrong>\w+)' object (?:is not an?|cannot be interpreted as an?) (?P<wanted>\w+)"),
)
_PATTERN = re.compile(
    r"cannot use a (?P<wanted>string|bytes) pattern on a (?P<wrong>bytes|string)-like object"
)
_OPERANDS = re.compile(
    r"(?:between instances of|operand type\(s\) for .+?:) '(?P<left>\w+)' and '(?P<right>\w+)'"
)
_LOOKED_UP = re.compile(
    r"(?P<wrong>string|list|tuple) indices must be integers(?: or slices)?(?:, not '?str'?)?$"
)
_UNHASHABLE = re.compile(r"unhashable type: '(?P<wrong>\w+)'")


class Unfit(NamedTuple):
    """The name of the type of an unsuitable value, and the types that would fit."""

    wrong: str
    wanted: tuple[TypeRef, ...]


def unfit(message: str, subject: Subject) -> Iterator[Unfit]:
    """Parse the message of a TypeError into the unfit type and the types wanted instead.

    Of two operands that do not go together, either may be of the type of the other. What a string is looked
    up in should be a dictionary.
    """
    if found := _OPERANDS.search(message):
        for wrong, other in ((found["left"], found["right"]), (found["right"], found["left"])):
            if wanted := _named(other, subject):
                yield Unfit(wrong, wanted)
    elif found := _LOOKED_UP.match(message):
        yield Unfit(KINDS.get(found["wrong"], found["wrong"]), (TypeRef("dict"),))
    elif found := _UNHASHABLE.search(message):
        yield Unfit(found["wrong"], HASHABLE)
    elif found := _PATTERN.search(message):
        yield Unfit(KINDS[found["wrong"]], (TypeRef(KINDS[found["wanted"]]),))
    else:
        said = next(filter(None, (pattern.search(message) for pattern in _WANTED)), None)
        wanted = _named(said["wanted"], subject) if said is not None else ()
        if said is not None and wanted:
            yield Unfit(said["wrong"], wanted)


def _named(text: str, subject: Subject) -> tuple[TypeRef, ...]:
    """The types that the words of a text name: built-in ones, else classes of the subject."""
    words = _WORD.findall(text)
    if kinds := dict.fromkeys(KINDS[word] for word in words if word in KINDS):
        return tuple(map(TypeRef, kinds))
    return tuple(TypeRef(name) for name in subject.classes if re.split(r"[:.]", name)[-1] in words)
