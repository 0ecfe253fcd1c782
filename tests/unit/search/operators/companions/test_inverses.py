"""What one call writes is what another reads."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.model.statements import CallStatement
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search.operators.companions.inverses import read_back, writers_for
from testloom.search.providers.knowledge import Knowledge

STR = TypeRef("str")


def called(path: str, kind: str = "function", names: tuple[str, ...] = ("text",)) -> Callable:
    owner = None if kind == "function" else path.rpartition(".")[0]
    parameters = tuple(Parameter(name, type=STR) for name in names)
    return Callable(path, kind, owner, parameters, returns=STR)  # type: ignore[arg-type]


SUBJECT = Subject(
    "shop",
    "shop.py",
    {
        one.id: one
        for one in (
            called("shop:dumps"),
            called("shop:loads", names=("data", "key")),
            called("shop:to_json_text"),
            called("shop:from_json_text"),
            called("shop:encode_key", names=("name", "key")),
            called("shop:decode_key", names=("data", "key")),
            called("shop:decode_all"),
            Callable("shop:Signer", "constructor", "shop:Signer"),
            called("shop:Signer.sign", "method"),
            called("shop:Signer.unsign", "method"),
            called("shop:Other.unsign", "method"),
        )
    },
)


def test_names_say_what_writes_what_another_reads() -> None:
    found = {
        reader.qualname: [writer.qualname for writer in writers_for(reader, SUBJECT)]
        for reader in SUBJECT.callables.values()
    }

    assert {name: writers for name, writers in found.items() if writers} == {
        "loads": ["dumps"],
        "from_json_text": ["to_json_text"],
        "decode_key": ["encode_key"],
        "Signer.unsign": ["Signer.sign"],
    }


def test_what_reads_gets_what_was_written_with_the_same_arguments() -> None:
    knowledge = Knowledge(SUBJECT, list(SUBJECT.callables), Random(1))
    builder = knowledge.builder()

    reader, writer = SUBJECT.callables["shop:decode_key"], SUBJECT.callables["shop:encode_key"]
    read_back(builder, reader, writer)

    written, read = [s for s in builder.draft.statements if isinstance(s, CallStatement)]
    assert read.args == (written.id, written.args[1])
    assert len(builder.draft.statements) == 4


def test_what_reads_by_a_keyword_gets_what_was_written_by_this() -> None:
    writer, reader = called("m:dumps"), called("m:loads")
    reader = replace(reader, parameters=(Parameter("text", "keyword", STR),))
    knowledge = Knowledge(Subject("m", "m.py", {c.id: c for c in (writer, reader)}), ["m:loads"], Random(1))
    builder = knowledge.builder()

    read_back(builder, reader, writer)

    *_, written, read = builder.draft.statements
    assert isinstance(read, CallStatement)
    assert (read.args, read.kwargs) == ((), (("text", written.id),))


def test_the_same_object_writes_and_reads() -> None:
    knowledge = Knowledge(SUBJECT, list(SUBJECT.callables), Random(1))
    builder = knowledge.builder()
    made = builder.call_of(SUBJECT.callables["shop:Signer"])

    reader, writer = SUBJECT.callables["shop:Signer.unsign"], SUBJECT.callables["shop:Signer.sign"]
    read_back(builder, reader, writer)

    _, written, read = [s for s in builder.draft.statements if isinstance(s, CallStatement)]
    assert (written.receiver, read.receiver) == (made, made)
    assert read.args == (written.id,)


@pytest.mark.parametrize(
    ("reader", "writer", "is_pair"),
    [
        ("decode_token", "create_access_token", True),
        ("verify_access_token", "issue_access_token", True),
        ("verify_password", "hash_password", True),
        ("decode_token", "create_tokens", False),
        ("check", "hash_password", False),
    ],
)
def test_tokens_and_hashes_are_read_by_what_is_called_after_them(
    reader: str, writer: str, is_pair: bool
) -> None:
    reads, writes = called(f"m:{reader}"), called(f"m:{writer}")

    assert (writers_for(reads, Subject("m", "m.py", {writes.id: writes})) == [writes]) is is_pair


def test_a_hash_is_given_for_the_parameter_that_is_called_so() -> None:
    writer = called("m:hash_password", names=("password",))
    reader = called("m:verify_password", names=("password", "hashed"))
    subject = Subject("m", "m.py", {c.id: c for c in (writer, reader)})
    builder = Knowledge(subject, [reader.id], Random(1)).builder()

    read_back(builder, reader, writer)

    written, read = [s for s in builder.draft.statements if isinstance(s, CallStatement)]
    assert read.args == (written.args[0], written.id)
