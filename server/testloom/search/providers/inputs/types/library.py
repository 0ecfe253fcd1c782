"""Factories for classes of the standard library that annotations often name.

Each further class is one more entry of `_PARAMETERS`, and of `_CLASSES` if it can be recognised by its
methods.
"""

from __future__ import annotations

import collections
import datetime
import decimal
import fractions
import pathlib
import re
import types
import uuid
from collections.abc import Mapping

from testloom.model.limits import Limits
from testloom.model.subject import Callable, Parameter
from testloom.model.types import TypeRef


def _literals(*texts: str) -> TypeRef:
    return TypeRef("literal", values=texts)


_INT = TypeRef("int")
_MODES = TypeRef("literal", values=(0o100644, 0o040755))
"""The modes of a file and of a folder."""
_STATUS = TypeRef("tuple", (_MODES, *(_INT,) * 9), limits=Limits(min_length=10, max_length=10))
"""The status of a file, as the ten numbers that it is made of."""
_PARAMETERS: Mapping[str, tuple[Parameter, ...]] = {
    "pathlib:Path": (Parameter("path", type=_literals("a.txt", "folder/b.csv", ".")),),
    "pathlib:PurePath": (Parameter("path", type=_literals("a.txt", "folder/b.csv", ".")),),
    "datetime:date": (
        Parameter("year", type=TypeRef("literal", values=(2024, 2023, 2000))),
        Parameter("month", type=TypeRef("literal", values=(1, 2, 12))),
        Parameter("day", type=TypeRef("literal", values=(1, 28, 15))),
    ),
    "datetime:datetime": (
        Parameter("year", type=TypeRef("literal", values=(2024, 2023, 2000))),
        Parameter("month", type=TypeRef("literal", values=(1, 2, 12))),
        Parameter("day", type=TypeRef("literal", values=(1, 28, 15))),
    ),
    "datetime:timedelta": (Parameter("days", type=_INT),),
    "decimal:Decimal": (Parameter("value", type=_literals("1", "0", "-1", "2.5", "100")),),
    "fractions:Fraction": (Parameter("numerator", type=_INT),),
    "uuid:UUID": (Parameter("hex", type=_literals("12345678-1234-5678-1234-567812345678")),),
    "re:compile": (Parameter("pattern", type=_literals(r"\d+", "[a-z]+", "x", ".*", "(.+)")),),
    "io:StringIO": (Parameter("initial_value", type=TypeRef("str")),),
    "io:BytesIO": (Parameter("initial_bytes", type=TypeRef("bytes")),),
    "builtins:open": (
        Parameter("file", type=_literals("a.txt", "b.txt")),
        Parameter("mode", type=_literals("w+")),
    ),
    "io:FileIO": (
        Parameter("file", type=_literals("a.bin", "b.bin")),
        Parameter("mode", type=_literals("w+")),
    ),
    "contextlib:nullcontext": (),
    "threading:Lock": (),
    "concurrent.futures:ThreadPoolExecutor": (
        Parameter("max_workers", type=TypeRef("literal", values=(1, 2))),
    ),
    "builtins:slice": (
        Parameter("start", type=TypeRef("literal", values=(None, 0, 1, -1))),
        Parameter("stop", type=TypeRef("literal", values=(None, 2, 1, -1))),
        Parameter("step", type=TypeRef("literal", values=(None, 1, 2, -1)), has_default=True),
    ),
    "builtins:range": (Parameter("stop", type=TypeRef("literal", values=(3, 0, 1))),),
    "builtins:iter": (Parameter("iterable", type=TypeRef("list")),),
    "inspect:currentframe": (),
    "types:TracebackType": (
        Parameter("tb_next", type=TypeRef("none")),
        Parameter("tb_frame", type=TypeRef("types:FrameType")),
        Parameter("tb_lasti", type=TypeRef("literal", values=(0,))),
        Parameter("tb_lineno", type=TypeRef("literal", values=(1,))),
    ),
    "os:stat_result": (Parameter("status", type=_STATUS),),
    "collections:deque": (Parameter("iterable", type=TypeRef("list")),),
    "collections:Counter": (Parameter("iterable", type=TypeRef("list")),),
    "collections:OrderedDict": (Parameter("items", type=TypeRef("dict")),),
}
_FUNCTIONS = frozenset({"re:compile", "inspect:currentframe", "threading:Lock"})
_MESSAGE = (Parameter("message", type=_literals("no", "a b"), has_default=True),)
_EXCEPTIONS = """
    ArithmeticError AssertionError AttributeError EOFError ImportError IndexError KeyError KeyboardInterrupt
    LookupError NameError NotImplementedError RuntimeError StopIteration SystemExit TypeError ValueError
    ZeroDivisionError
"""
_SYSTEM_ERRORS = """
    ConnectionError FileExistsError FileNotFoundError IsADirectoryError NotADirectoryError OSError
    PermissionError TimeoutError
"""
_OF_SYSTEM = (
    Parameter("errno", type=TypeRef("literal", values=(2, 13))),
    Parameter("strerror", type=_literals("no")),
)
_PLACES = (
    Parameter("start", type=TypeRef("literal", values=(0, 1))),
    Parameter("end", type=TypeRef("literal", values=(1, 2, 0))),
    Parameter("reason", type=_literals("no")),
)
_ENCODING = Parameter("encoding", type=_literals("ascii", "utf-8"))
_OF_CODECS: Mapping[str, tuple[Parameter, ...]] = {
    "UnicodeEncodeError": (_ENCODING, Parameter("object", type=TypeRef("str")), *_PLACES),
    "UnicodeDecodeError": (_ENCODING, Parameter("object", type=TypeRef("bytes")), *_PLACES),
    "UnicodeTranslateError": (Parameter("object", type=TypeRef("str")), *_PLACES),
}
_ALIASES: Mapping[str, str] = {
    "builtins:BaseException": "builtins:ValueError",
    "builtins:Exception": "builtins:ValueError",
    "concurrent.futures:Executor": "concurrent.futures:ThreadPoolExecutor",
    "concurrent.futures._base:Executor": "concurrent.futures:ThreadPoolExecutor",
    "concurrent.futures.thread:ThreadPoolExecutor": "concurrent.futures:ThreadPoolExecutor",
    "slice": "builtins:slice",
    "range": "builtins:range",
    "iterator": "builtins:iter",
    "re:Pattern": "re:compile",
    "types:FrameType": "inspect:currentframe",
    "builtins:frame": "inspect:currentframe",
    "traceback": "types:TracebackType",
    "_io:StringIO": "io:StringIO",
    "_io:TextIOWrapper": "io:StringIO",
    "typing:TextIO": "io:StringIO",
    "typing:IO": "io:StringIO",
    "typing:BinaryIO": "io:BytesIO",
    "_io:BytesIO": "io:BytesIO",
    "io:IOBase": "io:StringIO",
    "io:TextIOBase": "io:StringIO",
    "io:RawIOBase": "io:BytesIO",
    "io:BufferedIOBase": "io:BytesIO",
}
_CLASSES: Mapping[str, type] = {
    "pathlib:Path": pathlib.Path,
    "datetime:date": datetime.date,
    "datetime:datetime": datetime.datetime,
    "datetime:timedelta": datetime.timedelta,
    "decimal:Decimal": decimal.Decimal,
    "fractions:Fraction": fractions.Fraction,
    "uuid:UUID": uuid.UUID,
    "re:Pattern": re.Pattern,
    "types:FrameType": types.FrameType,
    "builtins:OSError": OSError,
    "collections:deque": collections.deque,
    "slice": slice,
    "range": range,
}
_STREAM = frozenset(
    {"read", "readline", "readlines", "write", "writelines", "seek", "tell", "close", "flush", "truncate"}
    | {"readable", "writable", "seekable"}
)
_MANAGER = frozenset({"__enter__", "__exit__"})
OPEN_FILES: Mapping[str, frozenset[str]] = dict.fromkeys(
    ("builtins:open", "io:FileIO"),
    _STREAM | _MANAGER | {"name", "fileno", "isatty", "__iter__", "__next__"},
)
"""The attributes of opened files, more than those of streams in memory."""
LIBRARY_MEMBERS: Mapping[str, frozenset[str]] = {
    **{name: frozenset(dir(kind)) for name, kind in _CLASSES.items()},
    "pathlib:Path": frozenset(dir(pathlib.Path)) - _MANAGER,
    "iterator": frozenset(dir(iter([]))),
    "generator": frozenset(dir(types.GeneratorType)),
    "contextlib:nullcontext": _MANAGER,
    "threading:Lock": _MANAGER | {"acquire", "release", "locked"},
    "io:StringIO": _STREAM | {"getvalue", "__iter__"},
    "io:BytesIO": _STREAM | {"getbuffer"},
}
"""The attributes of values of the classes."""
LIBRARY: Mapping[str, Callable] = {
    path: Callable(
        id=path, kind="constructor", parameters=parameters, returns=TypeRef(path), in_subject=False
    )
    for path, parameters in {
        **_PARAMETERS,
        **{f"builtins:{name}": _MESSAGE for name in _EXCEPTIONS.split()},
        **{f"builtins:{name}": _OF_SYSTEM for name in _SYSTEM_ERRORS.split()},
        **{f"builtins:{name}": parameters for name, parameters in _OF_CODECS.items()},
    }.items()
}
LIBRARY_CLASSES = frozenset(
    path for path in _PARAMETERS if not path.startswith("builtins:") and path not in _FUNCTIONS
)
"""Callables that make instances of the class with their own name, so that a call determines the type."""


def library_factory(type_name: str) -> Callable | None:
    """Find the callable that makes an instance of a class of the standard library, if it is known."""
    return LIBRARY.get(_ALIASES.get(type_name, type_name))


def is_of_library(path: str) -> bool:
    """Check whether a path is in the standard library and makes plain values, so that tests may call it."""
    return path in LIBRARY
