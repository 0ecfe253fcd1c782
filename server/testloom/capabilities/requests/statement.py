"""Requests to web applications, through the test clients of frameworks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from testloom.model.checks import fact
from testloom.model.requests import REQUEST, Request
from testloom.model.statements import CallStatement
from testloom.model.statements.roles import plain


class RequestStatement(CallStatement, frozen=True):
    """A request that reaches a function of a web application; its value is the response.

    The `receiver` is the client. `args` and `kwargs` are values for the places of the request.
    """

    tag: ClassVar[str] = "request"
    is_direct: ClassVar[bool] = False
    yields_response: ClassVar[bool] = True
    request: Annotated[Request, plain(REQUEST.from_list)] = Request("", "", "", "")

    @classmethod
    def checked(cls, **fields: Any) -> RequestStatement:
        """Make it, if it says which client sends it."""
        fact(fields["receiver"] is not None, None, "the client of a request, its receiver")
        return cls(**fields)

    @property
    def given(self) -> dict[str, int]:
        """The arguments by the names of their places."""
        return self.request.given(self.args, self.kwargs)

    @property
    def spelled(self) -> Sequence[int]:
        """The values in the path, after a prefix, or for the name of the method."""
        given = self.given
        return [
            given[place.name]
            for place in self.request.places
            if place.name in given and (place.prefix or place.argument in ("path", "method"))
        ]
