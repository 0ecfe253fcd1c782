"""Encoding and decoding of messages beyond LSP: dataclasses as objects, with names in camelCase."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import PurePath
from typing import Any, TypeVar

from cattrs import Converter
from cattrs.errors import CattrsError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
from lsprotocol import types
from lsprotocol.converters import get_converter
from pygls.protocol import JsonRPCNotification, JsonRPCRequestMessage, JsonRPCResponseMessage

from testloom.model.errors import MessageError

Message = TypeVar("Message")


@dataclass(frozen=True, slots=True)
class NoParams:
    """The parameters of a request that needs none, and an answer that only confirms."""


def decode(kind: type[Message], data: object) -> Message:
    """Decode the parameters of a message; unknown fields are ignored.

    Parameters that are left out are read as an empty object.

    Raises:
        MessageError: if something is missing or of another type.
    """
    data = {} if data is None else data
    try:
        return _codec().structure(data, kind)
    except KeyError as error:
        raise MessageError(f"Invalid {kind.__name__}: {data!r} ({error.args[0]} is missing).") from error
    except (CattrsError, LookupError, TypeError, ValueError) as error:
        raise MessageError(f"Invalid {kind.__name__}: {data!r}.") from error


def encode(message: object) -> Any:
    """Encode the message as JSON data."""
    return _codec().unstructure(message)


def lsp_converter() -> Converter:
    """Create the converter of a server.

    It leaves messages beyond LSP as they came: `decode` reads them.
    """
    converter = get_converter()
    converter.register_structure_hook(JsonRPCResponseMessage, lambda data, cls: cls(**data))
    for kind in (JsonRPCRequestMessage, JsonRPCNotification):
        converter.register_structure_hook(kind, lambda data, cls: cls(**{"params": None, **data}))
    converter.register_unstructure_hook(types.CodeLens, _lens)
    return converter


def _lens(lens: types.CodeLens) -> dict[str, Any]:
    """Encode a lens as JSON; a long file has thousands, for which a generic converter would take too long."""
    command = lens.command
    place = {"start": _position(lens.range.start), "end": _position(lens.range.end)}
    told = {} if command is None else {"command": _command(command)}
    return {"range": place, **told, **({} if lens.data is None else {"data": lens.data})}


def _position(place: types.Position) -> dict[str, int]:
    return {"line": place.line, "character": place.character}


def _command(command: types.Command) -> dict[str, Any]:
    told = {} if command.arguments is None else {"arguments": list(command.arguments)}
    return {"title": command.title, "command": command.command, **told}


@cache
def _codec() -> Converter:
    codec = Converter(detailed_validation=False)
    codec.register_structure_hook_factory(is_dataclass, _reader(codec))
    codec.register_unstructure_hook_factory(is_dataclass, _writer(codec))
    codec.register_unstructure_hook_func(lambda kind: issubclass(kind, PurePath), str)
    return codec


def _reader(codec: Converter) -> Callable[[Any], Callable[..., Any]]:
    return lambda kind: make_dict_structure_fn(kind, codec, **_renamed(kind))


def _writer(codec: Converter) -> Callable[[Any], Callable[..., Any]]:
    return lambda kind: make_dict_unstructure_fn(kind, codec, **_renamed(kind))


def _renamed(kind: Any) -> dict[str, Any]:
    return {entry.name: override(rename=_camel_case(entry.name)) for entry in fields(kind)}


def _camel_case(name: str) -> str:
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)
