"""What the steps of a recorded call may do: what the recorder itself writes, and nothing else.

A recording is data that anybody may have written, and its steps become lines of tests. So they call what the
project defines, and a few classes and methods of the standard library whose calls only make or fill a value
(`testloom_agent.recording.values`); what else they name can do no harm when it is called.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable

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

STEPS = (
    *(LiteralStatement, CollectionStatement, ReferenceStatement, CallStatement, AttributeStatement),
    *(AssignmentStatement, InvokeStatement, EnterStatement, DoubleStatement),
)
RETURNING = (CallStatement, InvokeStatement, AttributeStatement)
"""What yields functions that are called afterwards: a recorded call has returned them, or what holds them."""
MAKING = frozenset(
    {
        "argparse:Namespace",
        "builtins:bytearray",
        "builtins:range",
        "builtins:slice",
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
"""What makes values of the standard library."""
FILLING = frozenset(
    {
        "builtins:dict.__getitem__",
        "builtins:dict.__setitem__",
        "builtins:list.__getitem__",
        "builtins:list.append",
        "builtins:tuple.__getitem__",
    }
)
"""Methods that put something into a collection, or take it out."""
ERRORS = frozenset(
    f"builtins:{name}"
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, BaseException)
)
FUNCTIONS = frozenset(
    f"builtins:{name}"
    for name in (
        *("abs", "all", "any", "ascii", "bin", "bool", "bytearray", "bytes", "callable", "chr", "complex"),
        *("dict", "divmod", "enumerate", "filter", "float", "format", "frozenset", "hash", "hex", "int"),
        *("isinstance", "issubclass", "iter", "len", "list", "map", "max", "min", "next", "object", "oct"),
        *(
            "ord",
            "pow",
            "range",
            "repr",
            "reversed",
            "round",
            "set",
            "slice",
            "sorted",
            "str",
            "sum",
            "tuple",
        ),
        *("tuple", "type", "zip", "NotImplemented", "Ellipsis"),
    )
)
"""Built-in functions and classes that neither run text as code nor reach attributes by their names."""
CALCULATING = frozenset({"cmath", "decimal", "fractions", "http", "math", "numbers", "statistics", "string"})
"""Modules that only calculate, or hold constants."""
CONSTANTS = frozenset({"datetime:timezone", "datetime:timezone.utc", "datetime:time", "datetime:UTC"})
FLAGS = "re:RegexFlag."


class ForeignName(ValueError):
    """A step names what the project does not define; the message says which."""

    def __init__(self, path: str) -> None:
        super().__init__(f"it uses {path}, which recordings may not contain")


def check_steps(steps: Iterable[Statement], project: ProjectNames) -> None:
    """See that steps do no more than the recorder lets them.

    Raises:
        ForeignName: if one calls or names what the project does not define.
        ValueError: if one is of a kind that no recorder writes.
    """
    known: dict[int, Statement] = {}
    for step in steps:
        known[step.id] = step
        match step:
            case CallStatement(callable=path) if not _may_be_called(path, project):
                raise ForeignName(path)
            case ReferenceStatement(path=path) if not _may_be_named(path, project):
                raise ForeignName(path)
            case InvokeStatement(function=function) if not isinstance(known.get(function), RETURNING):
                raise ValueError("a value is called that no recorded call has returned")
            case AttributeStatement(name=name) if name.startswith("_"):
                raise ForeignName(name)
            case AssignmentStatement(name=name) if name.startswith("__") and name.endswith("__"):
                raise ForeignName(name)
        if type(step) not in STEPS:
            raise ValueError(f"a recorder writes no {type(step).__name__}")


def _may_be_called(path: str, project: ProjectNames) -> bool:
    return path in MAKING or path in FILLING or path in ERRORS or project.defines(path)


def _may_be_named(path: str, project: ProjectNames) -> bool:
    known = path in MAKING or path in ERRORS or path in FUNCTIONS or path in CONSTANTS
    return known or path.startswith(FLAGS) or path.partition(":")[0] in CALCULATING or project.holds(path)
