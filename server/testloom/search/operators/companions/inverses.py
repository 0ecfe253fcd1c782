"""Inverse calls, which read what another call has written: the result of `dumps` is input for `loads`.

Pairs are found by names. No search finds a checksum, a signature or a whole document by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement, Statement
from testloom.model.subject import Callable, Subject
from testloom.search.providers.builder import Builder
from testloom.search.providers.values.sharing import share

_WRITING = ("dump", "dumps", "render", "format", "serialize", "unparse", "write", "encode", "build")
_ISSUING = ("create", "generate", "issue", "make")
HASH = "hash"
"""A part of the names of functions that make hashes, and of parameters that take them."""
WRITERS: Mapping[str, Sequence[str]] = {
    "from": ("to", "as"),
    "load": ("dump", "save"),
    "loads": ("dumps",),
    "parse": _WRITING,
    "read": ("write", *_WRITING),
    "decode": ("encode", *_ISSUING),
    "deserialize": ("serialize",),
    "unescape": ("escape",),
    "unquote": ("quote",),
    "unpack": ("pack",),
    "decompress": ("compress",),
    "decrypt": ("encrypt",),
    "unsign": ("sign",),
    "verify": ("sign", HASH, *_ISSUING),
    "validate": _ISSUING,
    "check": (HASH, "make"),
}
"""For a word in the name of a reading function, the words in names of the matching writing functions."""
TEXTS = ("any", "str", "bytes", "list", "dict", "tuple", "union")


def writers_for(reader: Callable, subject: Subject) -> list[Callable]:
    """Find the public callables whose names suggest that they write the input of a reader."""
    ends = list(_ends_of_writers(reader.name)) if reader.parameters else []
    return [
        other
        for other in (subject.callables.values() if ends else ())
        if any(_is_called(other.name, *end) for end in ends)
        if _is_writer(other) and _are_near(other, reader)
    ]


def _ends_of_writers(name: str) -> Iterator[tuple[str, str]]:
    """How names of writers begin, and how they go on in the end."""
    words = name.split("_")
    for place, word in enumerate(words):
        for other in WRITERS.get(word, ()):
            yield "_".join([*words[:place], other]), "".join(f"_{rest}" for rest in words[place + 1 :])


def _is_called(name: str, beginning: str, rest: str) -> bool:
    """Whether a name is these parts, perhaps with more between: `create_access_token` for `decode_token`."""
    return name == f"{beginning}{rest}" or (
        bool(rest) and name.startswith(f"{beginning}_") and name[len(beginning) :].endswith(rest)
    )


def _is_writer(called: Callable) -> bool:
    is_callable = called.kind in ("function", "method", "classmethod", "staticmethod")
    return is_callable and not called.is_private and called.returns.name in TEXTS


def _are_near(writer: Callable, reader: Callable) -> bool:
    """Whether both belong to one class, or one of them to none."""
    return writer.owner == reader.owner or None in (writer.owner, reader.owner)


def read_back(builder: Builder, reader: Callable, writer: Callable) -> int:
    """Append a call of what writes, and one that reads the result by the same object and arguments."""
    written = builder.call_of(writer)
    before, first = builder.draft.statements[-1], len(builder.draft.statements)
    if not isinstance(before, CallStatement):
        return builder.call_of(reader)
    is_of_same = reader.kind == "method" and reader.owner == writer.owner
    made = builder.call_of(reader, receiver=before.receiver if is_of_same else None)
    share(builder.draft, first, before, builder.subject)
    last = builder.draft.statements[-1]
    if isinstance(last, CallStatement) and last.callable == reader.id:
        place = _place_of_written(reader, writer)
        text = reader.parameters[place]
        kwargs = tuple((key, value) for key, value in last.kwargs if key != text.name)
        if text.kind == "keyword" or place > len(last.args):
            reading = last.replace(kwargs=((text.name, written), *kwargs))
        else:
            args = (*last.args[:place], written, *last.args[place + 1 :])
            reading = last.replace(args=args, kwargs=kwargs)
        builder.draft.rewrite(first, _used([*builder.draft.statements[first:-1], reading]))
    return made


def _place_of_written(reader: Callable, writer: Callable) -> int:
    """The place of the parameter for what was written: that for a hash if it is one, else the first."""
    names = [parameter.name for parameter in reader.parameters]
    is_hash = HASH in writer.name.split("_")
    return next((place for place, name in enumerate(names) if is_hash and HASH in name), 0)


def _used(statements: Sequence[Statement]) -> list[Statement]:
    """The statements without plain values that nothing uses."""
    kept: list[Statement] = []
    used: set[int] = set()
    for statement in reversed(statements):
        if statement.id in used or not isinstance(statement, LiteralStatement | CollectionStatement):
            kept.append(statement)
            used.update(statement.references)
    return kept[::-1]
