"""What functions of Flask look up that no route leads to: the request under way, and its session.

They work within a context of an application, which a test enters.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from testloom_agent.reflection.members.annotations import make
from testloom_agent.reflection.sources import Function
from testloom_agent.reflection.web.forms import key_of_row
from testloom_agent.reflection.web.lookups import fields_of
from testloom_agent.reflection.web.route import Field, name_for
from testloom_agent.reflection.web.views import KEY
from testloom_agent.reflection.web.wsgi import LOOKED_UP, REQUEST

SESSION = "session"
READING = ("get", "pop")


def contexts(
    applications: Sequence[str], functions: Iterable[Function | ast.Lambda | None], connects: str
) -> dict[str, Any]:
    """The contexts of applications, as docs/agent-protocol.md has them; `functions` say what they hold.

    What `connects` yields the connection to the database of the application.
    """
    found: dict[tuple[str, str], Field] = {}
    for node in functions if applications else ():
        for field in (*fields_of(node, REQUEST, LOOKED_UP), *_of_session(node)):
            found.setdefault((field.argument, field.key), field)
    taken: list[str] = []
    for place, field in found.items():
        taken.append(name_for(field.name, taken))
        found[place] = field._replace(name=taken[-1])
    return {
        "applications": list(applications),
        "connects": connects,
        "places": [[field.name, field.argument, field.key] for field in found.values()],
        "parameters": [field.describe() for field in found.values()],
    }


def _of_session(node: Function | ast.Lambda | None) -> Iterator[Field]:
    """What a function looks up in the session, which may be the key of a row."""
    for part in ast.walk(node) if node is not None else ():
        match part:
            case ast.Subscript(
                value=ast.Name(id="session"), slice=ast.Constant(value=str(key)), ctx=ast.Load()
            ):
                pass
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="session"), attr=method),
                args=[ast.Constant(value=str(key)), *_],
            ) if method in READING:
                pass
            case _:
                continue
        kind = key_of_row(make("str")) if KEY.fullmatch(key) else make("str")
        yield Field(name_for(key), SESSION, kind, key, is_optional=True)
