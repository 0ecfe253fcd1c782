"""The permitted steps of a recorded call: only steps that the recorder itself writes.

A recording is data that anybody may have written, and its steps become lines of tests. So the steps may
call the project's own definitions, and a few classes and methods of the standard library whose calls
only make or fill a value (`testloom_agent.recording.values`); other names that they use must be
harmless when called.
"""

from __future__ import annotations

import builtins
import cmath
import datetime
import decimal
import fractions
import http
import math
import numbers
import re
import statistics
import string
from collections.abc import Collection, Iterable
from types import ModuleType

from testloom.model.statements import (
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    EnterStatement,
    InvokeStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
)
from testloom.recording.definitions import ProjectNames


def public_names(module: ModuleType) -> list[str]:
    """List the public names of a module, without modules that it has imported itself."""
    names = getattr(module, "__all__", vars(module))
    return [n for n in names if not n.startswith("_") and not isinstance(vars(module)[n], ModuleType)]


STEPS = (
    *(LiteralStatement, CollectionStatement, ReferenceStatement, CallStatement, AttributeStatement),
    *(AssignmentStatement, InvokeStatement, EnterStatement, DoubleStatement),
)
MAKING = frozenset(
    {
        "argparse:Namespace",
        "builtins:bytearray",
        "builtins:enumerate",
        "builtins:iter",
        "builtins:range",
        "builtins:slice",
        "builtins:zip",
        "collections:Counter",
        "collections:OrderedDict",
        "collections:defaultdict",
        "collections:deque",
        "datetime:date",
        "datetime:datetime",
        "datetime:timedelta",
        "decimal:Decimal",
        "fractions:Fraction",
        "io:BytesIO",
        "io:StringIO",
        "pathlib:Path",
        "pathlib:PurePath",
        "re:compile",
        "types:SimpleNamespace",
        "urllib.parse:ParseResult",
        "urllib.parse:SplitResult",
        "uuid:UUID",
    }
)
"""The classes of the standard library whose calls only create values."""
FILLING = frozenset(
    {
        "builtins:dict.__getitem__",
        "builtins:dict.__setitem__",
        "builtins:list.__getitem__",
        "builtins:list.append",
        "builtins:tuple.__getitem__",
    }
)
"""The methods that add items to a collection or remove them."""
ERRORS = frozenset(
    f"builtins:{name}"
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, BaseException)
)
FUNCTIONS = frozenset(
    f"builtins:{name}"
    for names in (
        "abs all any ascii bin bool bytearray bytes callable chr complex dict divmod enumerate filter float",
        "format frozenset hash hex int isinstance issubclass iter len list map max min next object oct ord",
        "pow range repr reversed round set slice sorted str sum tuple type zip NotImplemented Ellipsis",
    )
    for name in names.split()
)
"""The built-in functions and classes that neither execute code from strings nor access attributes by name."""
MODULES = (cmath, decimal, fractions, http, math, numbers, statistics)
"""The harmless modules: they only calculate, or contain constants."""
HELD = {
    **{f"string:{n}": vars(string)[n] for n in public_names(string) if not callable(vars(string)[n])},
    **{
        f"{module.__name__}:{name}": vars(module)[name] for module in MODULES for name in public_names(module)
    },
    "datetime:UTC": datetime.timezone.utc,
    "datetime:time": datetime.time,
    "datetime:timezone": datetime.timezone,
    "re:RegexFlag": re.RegexFlag,
}
"""The names of modules whose values are harmless when a function of the project calls them."""

FRAMES = frozenset(
    {"ag_frame", "ag_code", "cr_frame", "cr_code", "cr_origin", "gi_frame", "gi_code", "tb_frame", "tb_next"}
    | {"f_back", "f_builtins", "f_code", "f_globals", "f_locals"}
)
"""The attributes through which generators, coroutines and exceptions give access to whole modules."""


class ForeignName(ValueError):
    """A name in a step that the project does not define; the message says which."""

    def __init__(self, path: str) -> None:
        super().__init__(f"it uses {path}, which recordings may not contain")


def check_steps(steps: Iterable[Statement], project: ProjectNames) -> None:
    """Check that steps do no more than the recorder allows.

    Raises:
        ForeignName: if one calls or names what the project does not define.
        ValueError: if one is of a kind that no recorder writes.
    """
    own: set[int] = set()
    """The steps whose values come from the project: only these may be asked for attributes."""
    for step in steps:
        match step:
            case CallStatement(callable=path) if not _may_be_called(path, project):
                raise ForeignName(path)
            case ReferenceStatement(path=path) if not _may_be_named(path, project):
                raise ForeignName(path)
            case InvokeStatement(function=function) if function not in own:
                raise ValueError("a value is called that no recorded call has returned")
            case AttributeStatement(source=source) if source not in own:
                raise ValueError("an attribute is asked for of what no recorded call has returned")
            case AttributeStatement(name=name) if any(map(_leads_to_code, name.split("."))):
                raise ForeignName(name)
            case AssignmentStatement(name=name) if any(map(_is_special, name.split("."))):
                raise ForeignName(name)
        if _is_of_project(step, own, project):
            own.add(step.id)
        if type(step) not in STEPS:
            raise ValueError(f"a recorder writes no {type(step).__name__}")


def _leads_to_code(attribute: str) -> bool:
    return attribute.startswith("_") or attribute in FRAMES


def _is_special(attribute: str) -> bool:
    return attribute in FRAMES or (attribute.startswith("__") and attribute.endswith("__"))


def _is_of_project(step: Statement, own: Collection[int], project: ProjectNames) -> bool:
    """Check whether the value of a step was made or returned by the project, or comes from such a value."""
    match step:
        case CallStatement(callable=path, receiver=receiver, args=args):
            taken_from = args[:1] if receiver is None else (receiver,)
            return project.defines(path) or (path in FILLING and any(value in own for value in taken_from))
        case ReferenceStatement(path=path):
            return project.holds(path)
        case EnterStatement(source=source):
            return source in own
    return isinstance(step, InvokeStatement | AttributeStatement)


def _may_be_called(path: str, project: ProjectNames) -> bool:
    return path in MAKING or path in FILLING or path in ERRORS or project.defines(path)


def _may_be_named(path: str, project: ProjectNames) -> bool:
    if path in MAKING or path in ERRORS or path in FUNCTIONS or path in HELD:
        return True
    owner, _, name = path.rpartition(".")
    is_of_class = isinstance(HELD.get(owner), type) and not name.startswith("_")
    return is_of_class or project.holds(path)
