"""Requests to the functions of a web application."""

from __future__ import annotations

import re
from typing import NamedTuple

from testloom.model.checks import Form, flag, many, matching, one_of, path, path_or_empty, text
from testloom.model.texts.names import is_name

METHODS = ("delete", "get", "head", "options", "patch", "post", "put", "trace")
OVERRIDDEN, SESSION, CONFIGURATION = "override", "session", "config"
HELD = (SESSION, CONFIGURATION)
APART = (OVERRIDDEN, *HELD)
OF_CLIENT = ("params", "query_string", "headers", "json", "data", "form", "files", "format", "content_type")
ARGUMENTS = ("path", "method", *OF_CLIENT, *APART)
"""The parts of a request that an argument can supply.

These are a part of the path, the request's method, and keywords of the client's method. The parts in `APART`
are not in the request but are set up before it. An override replaces a dependency of the function, whose
`module:name` is the key. Other parts are in the session of the client, or in the configuration of its
application.
"""


class Place(NamedTuple):
    """The place in a request where the argument for a parameter goes.

    It is either the whole value of the keyword `argument` of the client's method or, with a `key`, the
    entry under this key, after a `prefix`.
    """

    name: str
    argument: str
    key: str = ""
    prefix: str = ""


class Request(NamedTuple):
    """A request that reaches a function: the client, its application, the method and the path.

    `client` is a class that takes the application, or a method of the application, or a fixture that
    has its own application, for which `app` is empty. The `method` is empty if an argument gives it.
    Names in braces in the path stand for arguments. The client follows redirects unless `follows` is
    false. If `app` is a router, a new application `includes` it by this method; if it is a factory, it
    is called to make the application. An instance of the class of clients sends requests to its
    `base_url`, if there is one.
    """

    client: str
    app: str
    method: str
    path: str
    places: tuple[Place, ...] = ()
    follows: bool = True
    includes: str = ""
    is_factory: bool = False
    base_url: str = ""

    @property
    def is_of_class(self) -> bool:
        """Whether the client is an instance of a class; otherwise, a method of the application creates it."""
        return "." not in self.client.partition(":")[2]

    @property
    def makers(self) -> tuple[str, ...]:
        """The callables that create the client, and those that create its application, if needed."""
        including = (self.includes.rpartition(".")[0], self.includes) if self.includes else ()
        return (self.client, *including, *((self.app,) if self.is_factory else ()))

    def given(self, args: tuple[int, ...], kwargs: tuple[tuple[str, int], ...]) -> dict[str, int]:
        """Map the arguments of a call to the names of their places."""
        names = [place.name for place in self.places]
        return {**dict(zip(names, args, strict=False)), **dict(kwargs)}


_ADDRESS = re.compile(r"(https?://[A-Za-z0-9.:_-]+)?")
_PLACE = Form.of(
    Place,
    name=matching(is_name, "a name"),
    argument=one_of(*ARGUMENTS),
    key=text,
    prefix=text,
)
REQUEST = Form.of(
    Request,
    8,
    client=path,
    app=path_or_empty,
    method=one_of("", *METHODS),
    path=matching(lambda said: said.startswith("/"), "the path of a request"),
    places=many(_PLACE.from_list),
    follows=flag,
    includes=path_or_empty,
    is_factory=flag,
    base_url=matching(lambda said: _ADDRESS.fullmatch(said) is not None, "an address"),
)
"""The form of a request, as the agent reports it and as a statement stores it."""
