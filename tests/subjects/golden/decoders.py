"""Makes objects of dataclasses from dictionaries."""

from dataclasses import MISSING, fields, is_dataclass


def decoded(kind, data):
    """Make an object of a dataclass; what is missing keeps its default."""
    if not is_dataclass(kind):
        raise TypeError(f"{kind!r} is no dataclass")
    values = {}
    for field in fields(kind):
        if field.name in data:
            values[field.name] = data[field.name]
        elif field.default is MISSING:
            raise ValueError(f"{field.name} is missing")
    return kind(**values)
