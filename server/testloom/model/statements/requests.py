"""Requests to web applications, through the clients that frameworks have for tests."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from testloom.model.checks import Form, fact, flag, many, matching, one_of, path, path_or_empty, text
from testloom.model.requests import ARGUMENTS, METHODS, Place, Request
from testloom.model.statements.calls import CallStatement
from testloom.model.statements.roles import plain
from testloom.model.texts.names import is_name

_PLACE = Form.of(
    Place,
    name=matching(is_name, "a name"),
    argument=one_of(*ARGUMENTS),
    key=text,
    prefix=text,
)
_REQUEST = Form.of(
    Request,
    client=path,
    app=path,
    method=one_of("", *METHODS),
    path=matching(lambda said: said.startswith("/"), "the path of a request"),
    places=many(_PLACE.from_list),
    follows=flag,
    includes=path_or_empty,
)


class RequestStatement(CallStatement, frozen=True):
    """A request that reaches a function of a web application; its value is the response.

    The `receiver` is the client. `args` and `kwargs` are for the parts of the request, its places.
    """

    tag: ClassVar[str] = "request"
    request: Annotated[Request, plain(_REQUEST.from_list)] = Request("", "", "", "")

    @classmethod
    def checked(cls, **fields: Any) -> RequestStatement:
        """Make it, if it says which client sends it."""
        fact(fields["receiver"] is not None, None, "the client of a request, its receiver")
        return cls(**fields)

    @property
    def given(self) -> dict[str, int]:
        """The arguments by the names of their places."""
        return self.request.given(self.args, self.kwargs)


read_request = _REQUEST.from_object
"""Reads what the agent says of a request."""
