"""Command-line parsers: the arguments that they accept are noted when they are used.

By then, `argparse` and `click` know all of them, wherever the project has defined them: commands,
options, choices, and the functions that convert values.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import typing
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeAlias

from testloom_agent.environment.touches import Note
from testloom_agent.kinds import is_a, is_function
from testloom_agent.likeness import like

TOUCH = "parser"
MOST_ARGUMENTS = 200
MOST_COMMANDS = 30
MOST_CHOICES = 40
MOST_TEXTS = 20
LONGEST_TEXT = 60
CLICKS = ("click.core", "typer._click.core")
"""The modules of click: typer has a copy of its own."""
DEEPEST = 3
FARTHEST = 2
"""The number of calls that are followed from a function that converts values."""
ENDING = ("help", "version", "install_completion", "show_completion")
"""Options that bypass the code of the command and end the program."""
ENCODE = json.JSONEncoder(separators=(",", ":")).encode
Described: TypeAlias = dict[str, Any]


def watch_parsers(note: Note) -> None:
    """Have parsers noted that read a command line, each once in this process."""
    told: set[str] = set()

    def tell(described: Described) -> None:
        text = ENCODE(described)
        if text not in told:
            told.add(text)
            note((TOUCH, text))

    _watch_argparse(tell)
    for name in CLICKS:
        library: Any = sys.modules.get(name)
        if library is not None:
            _watch_click(library, tell)


def _watch_argparse(tell: Callable[[Described], None]) -> None:
    kind: Any = argparse.ArgumentParser
    real, caller = kind.parse_known_args, sys._getframe

    def parse_known_args(self: Any, *args: Any, **kwargs: Any) -> Any:
        if caller(1).f_code.co_name != "__call__":  # subcommands are described with their parent
            tell(_parser(self))
        return real(self, *args, **kwargs)

    kind.parse_known_args = like(real, parse_known_args)


def _watch_click(library: Any, tell: Callable[[Described], None]) -> None:
    owner = library.Command if "make_context" in vars(library.Command) else library.BaseCommand
    real = owner.make_context

    def make_context(self: Any, info_name: Any, args: Any, parent: Any = None, **extra: Any) -> Any:
        if parent is None:
            tell(_command(self))
        return real(self, info_name, args, parent, **extra)

    owner.make_context = make_context


def _parser(parser: Any, depth: int = 0) -> Described:
    """Describe what a parser of `argparse` accepts."""
    groups = [group._group_actions for group in parser._mutually_exclusive_groups]
    arguments: list[Described] = []
    commands: dict[str, Described] = {}
    for action in parser._actions[:MOST_ARGUMENTS]:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in list(action.choices.items())[:MOST_COMMANDS] if depth < DEEPEST else ():
                commands[name] = _parser(command, depth + 1)
        elif action.nargs != argparse.SUPPRESS and not isinstance(action, _endings()):
            group = next((place for place, members in enumerate(groups) if action in members), None)
            number = _number(action.nargs)
            described = _argument(action.option_strings, number, action.required, action.choices)
            name = action.metavar if isinstance(action.metavar, str) else action.dest
            told = {"name": name, "attribute": action.dest, "makes": _made_by(action), "group": group}
            arguments.append({**described, **_reader(action.type), **told})
    return {"arguments": arguments, "commands": commands}


def _made_by(action: Any) -> str:
    """Return what an action of `argparse` makes of its values: one, a list of them, or how often it came."""
    if isinstance(action, argparse._CountAction):
        return "number"
    is_list = isinstance(action, argparse._AppendAction) or action.nargs not in (None, "?", 0)
    return "list" if is_list else "value"


def _endings() -> tuple[type, ...]:
    return argparse._HelpAction, argparse._VersionAction


def _number(nargs: Any) -> tuple[int, int | None]:
    """Return the smallest and the largest number of values; None stands for any number."""
    numbers: Mapping[Any, tuple[int, int | None]] = {None: (1, 1), "?": (0, 1), "+": (1, None)}
    return (nargs, nargs) if isinstance(nargs, int) else numbers.get(nargs, (0, None))


def _argument(names: Any, number: tuple[int, int | None], required: Any, choices: Any) -> Described:
    try:
        known = [] if choices is None else [str(choice) for choice in islice(choices, MOST_CHOICES)]
    except Exception:  # it may be a container of the project's own
        known = []
    low, high = number
    return {"names": list(names), "low": low, "high": high, "required": bool(required), "choices": known}


def _command(command: Any, depth: int = 0) -> Described:
    """Describe what a command of `click` accepts."""
    arguments: list[Described] = []
    for parameter in command.params[:MOST_ARGUMENTS]:
        is_option = parameter.param_type_name == "option"
        is_bare = is_option and (parameter.is_flag or parameter.count)
        size = 0 if is_bare else parameter.nargs
        number = (0, None) if size < 0 else (size, size)
        names = [*parameter.opts, *parameter.secondary_opts] if is_option else []
        if parameter.name not in ENDING:
            choices, read = _kind_of(parameter)
            described = _argument(names, number, parameter.required, choices)
            arguments.append({**described, "name": parameter.name or "", **read, "group": None})
    below = getattr(command, "commands", {}) if depth < DEEPEST else {}
    commands = {name: _command(entry, depth + 1) for name, entry in list(below.items())[:MOST_COMMANDS]}
    return {"arguments": arguments, "commands": commands}


def _kind_of(parameter: Any) -> tuple[Any, Described]:
    """Return the choices of a parameter of `click` or typer, and the converter of its values."""
    if (kind := getattr(parameter, "type", None)) is not None:
        read = _reader(getattr(kind, "func", None))
        return getattr(kind, "choices", None), {**read, "kind": read["kind"] or f"click:{kind.name}"}
    descriptor = getattr(parameter, "type_descriptor", None)
    annotation = getattr(descriptor, "annotation", None)
    [item, *_] = typing.get_args(annotation) or (annotation,)
    choices = getattr(descriptor, "choices", None)
    return choices and [getattr(choice, "value", choice) for choice in choices], _reader(item)


def _reader(read: Any) -> Described:
    """Describe a converter of values: its name, and the strings and regular expressions that it uses."""
    if isinstance(read, argparse.FileType):
        return {"kind": "argparse:FileType", "texts": [], "patterns": []}
    module, name = getattr(read, "__module__", ""), getattr(read, "__qualname__", "")
    texts: dict[str, None] = {}
    patterns: dict[str, None] = {}
    for found in _looked_at(read, FARTHEST):
        kept, text = (texts, found) if isinstance(found, str) else (patterns, found.pattern)
        if isinstance(text, str) and len(text) <= LONGEST_TEXT and len(kept) < MOST_TEXTS:
            kept[text] = None
    kind = f"{module}:{name}" if read is not None and name else ""
    return {"kind": kind, "texts": list(texts), "patterns": list(patterns)}


def _looked_at(function: Any, steps: int) -> Iterator[str | re.Pattern[Any]]:
    """Yield the constants of a function, the patterns that it names, and those of functions that it calls."""
    if not is_function(function):
        return
    code = function.__code__
    yield from (value for value in code.co_consts if isinstance(value, str) and value != function.__doc__)
    for name in code.co_names:
        value = function.__globals__.get(name)
        if is_a(value, re.Pattern):
            yield value
        elif steps and is_function(value) and value.__module__ == function.__module__:
            yield from _looked_at(value, steps - 1)
