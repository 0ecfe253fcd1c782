"""Decoding of the agent's report on databases (docs/agent-protocol.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from testloom.model.databases import Column, Databases, Deferred, Models, Schema, SchemaStep, Table
from testloom.model.texts.names import is_name, is_path


def databases_of(data: Mapping[str, Any]) -> Databases:
    """Parse the databases that tests can have in memory.

    Raises:
        ValueError: if a name could not stand in source, or in SQL.
        TypeError, KeyError: if it has another shape.
    """
    schema, models = data.get("schema"), data.get("models")
    return Databases(
        None if schema is None else _schema(schema),
        None if models is None else _models(models),
        tuple(map(_deferred, data.get("deferred", ()))),
    )


def _deferred(data: Mapping[str, Any]) -> Deferred:
    return Deferred(_path(data["path"]), tuple(map(_path, data["classes"])))


def _schema(data: Mapping[str, Any]) -> Schema:
    steps = tuple(SchemaStep(entry["kind"], _path(entry["path"])) for entry in data["steps"])
    return Schema(steps, tuple(map(_table, data["tables"])))


def _table(data: Mapping[str, Any]) -> Table:
    columns = (
        Column(
            str(entry["name"]),
            _name(entry["type"]),
            bool(entry["is_required"]),
            str(entry["refers"]),
            bool(entry["is_key"]),
            tuple(value if isinstance(value, int) else str(value) for value in entry["values"]),
        )
        for entry in data["columns"]
    )
    return Table(_name(data["name"]), tuple(column for column in columns if is_name(column.name)))


def _models(data: Mapping[str, Any]) -> Models:
    refers = {
        _path(entry["path"]): {_name(name): _path(path) for name, path in entry["columns"].items()}
        for entry in data["refers"]
    }
    keys = {
        _path(entry["path"]): {_name(name): _name(key) for name, key in entry["keys"].items()}
        for entry in data["refers"]
    }
    tables = {str(entry["table"]): _path(entry["path"]) for entry in data["refers"]}
    metadata = data["metadata"] and _path(data["metadata"])
    classes = tuple(map(_path, data["classes"]))
    return Models(_path(data["session"]), metadata, classes, refers, keys, tables)


def _name(data: object) -> str:
    if not isinstance(data, str) or not is_name(data):
        raise ValueError(f"{data!r} is not a name")
    return data


def _path(data: object) -> str:
    if not isinstance(data, str) or not is_path(data):
        raise ValueError(f"{data!r} is not module:qualname")
    return data
