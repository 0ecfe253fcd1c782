"""Management commands of Django: the arguments of their parsers, described as the parameters of `handle`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from itertools import islice
from typing import Any

from testloom_agent.kinds import is_function
from testloom_agent.reflection.bodies.state.globals import globals_of
from testloom_agent.reflection.identities import encode_scalar, is_scalar
from testloom_agent.reflection.members.hints.annotations import Type, make
from testloom_agent.reflection.sources import Sources
from testloom_agent.reflection.web.route import Field

HOME = "django.core.management.base"
CALL_COMMAND = "django.core.management:call_command"
HANDLE = "handle"
CALLED_BY_FRAMEWORK = frozenset({"add_arguments", "create_parser", "execute"})
PLACE = ".management.commands."
"""The part of a module's name that precedes the name of the command that the module defines."""
KINDS: Mapping[Any, str] = {int: "int", float: "float", bool: "bool", None: "str", str: "str"}
MOST = 40
"""How many choices of an argument are described at most."""
SEVERAL = ("*", "+")
LEFT_OUT = ("*", "?")
"""The values of `nargs` for arguments that may be left out."""


def is_command(kind: type) -> bool:
    """Check whether a class is a management command that can be called by name."""
    base = getattr(sys.modules.get(HOME), "BaseCommand", None)
    is_derived = base is not None and issubclass(kind, base)
    return is_derived and kind.__name__ == "Command" and PLACE in kind.__module__


def command(described: dict[str, Any], kind: type, sources: Sources) -> dict[str, Any]:
    """Describe `handle` as a function with the parameters of the command's parser.

    It reads and writes the state that all methods of the command do.
    """
    effects = [globals_of(each, sources) for each in vars(kind).values() if is_function(each)]
    name = kind.__module__.rpartition(".")[2]
    made = {
        "runner": CALL_COMMAND,
        "app": f"{kind.__module__}:{kind.__name__}",
        "names": [name],
    }
    return {
        **described,
        "kind": "function",
        "owner": None,
        "parameters": _parameters(kind),
        "returns": make("any"),
        "reads": list({name: None for each in effects for name in each.reads}),
        "writes": list({name: None for each in effects for name in each.writes}),
        "command": made,
    }


def _parameters(kind: Any) -> list[dict[str, Any]]:
    """Describe the parser's arguments except for those that all commands have, required ones first."""
    base: Any = vars(sys.modules[HOME])["BaseCommand"]
    usual = {action.dest for action in base().create_parser("", "")._actions}
    own = [action for action in kind().create_parser("", "")._actions if action.dest not in usual]
    places = [action for action in own if not action.option_strings and action.nargs not in LEFT_OUT]
    others = [action for action in own if action not in places]
    return [
        *(_parameter(action, "positional") for action in places),
        *(_parameter(action, "keyword") for action in others),
    ]


def _parameter(action: argparse.Action, kind: str) -> dict[str, Any]:
    field = Field(action.dest, "", _kind_of(action), is_optional=not action.required or kind == "keyword")
    described = field.describe()
    return {**described, "kind": kind, "has_default": described["has_default"] and kind == "keyword"}


def _kind_of(action: argparse.Action) -> Type:
    """Return the type of an argument's values."""
    if isinstance(action.const, bool):
        return make("bool")
    choices = [encode_scalar(each) for each in islice(action.choices or (), MOST) if is_scalar(each)]
    kind = make("literal", values=choices) if choices else make(KINDS.get(action.type, "any"))
    return make("list", [kind]) if action.nargs in SEVERAL else kind
