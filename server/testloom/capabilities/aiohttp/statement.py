"""The statement for a mocked request that is passed to a handler."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from testloom.model.checks import fact, many, matching, text
from testloom.model.statements import CallStatement
from testloom.model.statements.roles import plain, word

MADE = "aiohttp.test_utils:make_mocked_request"
PATH = "path"
QUERY, HEADERS, JSON, FORM, BODY, APP = "query", "headers", "json", "form", "body", "app"
KEYWORDS = (PATH, QUERY, HEADERS, JSON, FORM, BODY, APP)


class MockedRequestStatement(CallStatement, frozen=True):
    """A request that the test itself makes.

    `args` are the values of the `parts` of the path that handlers look up in `match_info`; these stand in
    braces in the `path`. The path is that of the route, or else an argument.
    """

    tag: ClassVar[str] = "mocked-request"
    parts: Annotated[tuple[str, ...], plain(many(text))] = ()
    method: Annotated[str, word(text)] = "GET"
    path: Annotated[str, word(matching(lambda said: said.startswith("/"), "a path"))] = "/"

    @classmethod
    def checked(cls, **fields: Any) -> MockedRequestStatement:
        """Make it, if it has all parts, and says nothing else than a request may."""
        made = cls(**fields)
        fact(len(made.args) == len(made.parts), list(made.args), "the arguments of a request")
        fact({*dict(made.kwargs)}.issubset(KEYWORDS), made.kwargs, "what a request says")
        return made

    @property
    def given(self) -> dict[str, int]:
        """The parts of the path by their names."""
        return dict(zip(self.parts, self.args, strict=True))
