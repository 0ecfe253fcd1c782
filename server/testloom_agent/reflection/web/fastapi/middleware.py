"""What middleware of Starlette and FastAPI looks up in requests: handlers are reached only past it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from testloom_agent.kinds import is_function
from testloom_agent.reflection.identities import encode_scalar
from testloom_agent.reflection.members.hints.annotations import Type, make
from testloom_agent.reflection.web.lookups import SourceOf, fields_of
from testloom_agent.reflection.web.route import Field
from testloom_agent.wrapped import unwrapped

DISPATCH = "dispatch"
"""The method of a class of middleware that gets the request, or the option that is a function for it."""
MOST = 8


def fields_of_middleware(app: Any, source: SourceOf, arguments: Mapping[str, str]) -> Iterator[Field]:
    """Yield the parts of all requests that an application's middleware looks up.

    `arguments` are those of the client's method, by the holder that each fills. A part may be one of the
    texts that the middleware knows: by its options, or by names of its module.
    """
    for entry in getattr(app, "user_middleware", ()):
        options: Mapping[str, Any] = getattr(entry, "kwargs", None) or {}
        function = options.get(DISPATCH) or getattr(entry.cls, DISPATCH, None)
        node = source(function) if is_function(function) else None
        if node is None:
            continue
        names = [argument.arg for argument in node.args.args if argument.arg != "self"]
        known = list(dict.fromkeys([*_texts(options.values()), *_texts(_named_by(function))]))[:MOST]
        for field in fields_of(node, names[0] if names else "", arguments):
            yield field._replace(kind=_one_of(known)) if known else field


def _named_by(function: Any) -> Iterator[Any]:
    """Yield what the names of its module stand for that a function uses."""
    plain = unwrapped(function)
    for name in plain.__code__.co_names:
        yield plain.__globals__.get(name)


def _texts(values: Any) -> Iterator[str]:
    """Yield the texts among values, and in plain collections: of a dictionary, its keys."""
    for value in values:
        if type(value) is str:
            yield value
        elif type(value) in (dict, list, tuple, set, frozenset):
            yield from sorted(each for each in value if type(each) is str)


def _one_of(texts: list[str]) -> Type:
    known = make("literal", values=[encode_scalar(text) for text in texts])
    return make("union", [known, known, make("str")])
