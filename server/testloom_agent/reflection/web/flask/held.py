"""What functions of Flask look up in the session of a client and in the configuration of the application."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from testloom_agent.reflection.members.hints.annotations import Type, make
from testloom_agent.reflection.sources import Function
from testloom_agent.reflection.web.django.forms import key_of_row
from testloom_agent.reflection.web.django.views import KEY
from testloom_agent.reflection.web.route import Field, name_for
from testloom_agent.trees import nodes_of

SESSION, CONFIGURATION = "session", "config"
READING = ("get", "pop")
APPLICATIONS = ("current_app", "app")
PLAIN = (bool, int, float, str)
LOGGED_IN = "_user_id"
"""The session key under which Flask-Login keeps the id of the user who is logged in, as a string."""


def of_session(node: Function | ast.Lambda | None) -> Iterator[Field]:
    """Yield the session keys that a function looks up, each of which may hold the key of a row."""
    for part in nodes_of(node) if node is not None else ():
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
        if key.startswith("_"):
            continue  # it belongs to the framework or an extension, such as the messages that `flash` stores
        kind = key_of_row(make("str")) if KEY.fullmatch(key) else make("str")
        yield Field(name_for(key), SESSION, kind, key, is_optional=True)


def of_login(app: Any) -> Iterator[Field]:
    """Yield the user id that Flask-Login finds in the session, mostly that of the first user."""
    if app.secret_key and getattr(app, "login_manager", None) is not None:
        first = make("literal", values=["1"])
        kind = make("union", [first, first, make("literal", values=["1", "2"])])
        yield Field("user_id", SESSION, kind, LOGGED_IN, is_optional=True)


def of_configuration(app: Any, node: Function | ast.Lambda | None) -> Iterator[Field]:
    """Yield the configuration keys that a function looks up, if the application has plain values there."""
    for part in nodes_of(node) if node is not None else ():
        match part:
            case ast.Subscript(value=value, slice=ast.Constant(value=str(key)), ctx=ast.Load()):
                pass
            case ast.Call(
                func=ast.Attribute(value=value, attr="get"), args=[ast.Constant(value=str(key)), *_]
            ):
                pass
            case _:
                continue
        match value:
            case ast.Attribute(value=ast.Name(id=name), attr="config") if name in APPLICATIONS:
                kind = _kind_of(app.config.get(key))
                if kind is not None:
                    yield Field(name_for(key), CONFIGURATION, kind, key, is_optional=True)


def _kind_of(value: Any) -> Type | None:
    """Return the type of a configuration value; None if no test should change it."""
    if type(value) in PLAIN:
        return make(type(value).__name__)
    if type(value) is dict and all(type(key) is str for key in value):
        kinds = {type(held).__name__ for held in value.values() if type(held) in PLAIN}
        return make("dict", [make("str"), make(kinds.pop() if len(kinds) == 1 else "str")])
    return None
