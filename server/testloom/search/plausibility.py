"""What an unannotated parameter may take, from what the body does with it and from what it is called."""

from __future__ import annotations

from collections.abc import Mapping

from testloom.model.subject import Parameter
from testloom.model.types import TypeRef

BUILTINS: Mapping[str, type] = {
    "str": str,
    "int": int,
    "list": list,
    "dict": dict,
    "bool": bool,
    "float": float,
    "tuple": tuple,
    "bytes": bytes,
    "set": set,
}
_OPERATORS: Mapping[str, str] = {
    "[]": "__getitem__",
    "[]=": "__setitem__",
    "len": "__len__",
    "for": "__iter__",
    "in": "__contains__",
    "+": "__add__",
    "-": "__sub__",
    "*": "__mul__",
    "/": "__truediv__",
    "//": "__floordiv__",
    "%": "__mod__",
    "<": "__lt__",
    ">": "__gt__",
    "<=": "__le__",
    ">=": "__ge__",
}
_VOCABULARY = """
str s string str text txt name names key word words line msg message title label path filename file_name
str filepath dirname directory folder url uri host hostname user username password token pattern prefix
str suffix sep separator delimiter encoding fmt format code source query attr attribute extension ext
str docstring comment content body version language char
int n i j k num number count size length width height index idx pos position start stop end step limit
int maximum minimum depth level port year month day hour minute second seconds timeout max_length amount
int age offset indent chunk_size
bool flag verbose quiet force strict debug enabled disabled recursive reverse
list items values elements lst list array seq sequence iterable lines args
dict d dct dict mapping options opts config settings params kwargs headers data
callable f fn func function callback cb predicate hook factory handler fun method
type cls klass class_ type_ tclass
"""
_NAMED: Mapping[str, str] = {
    name: kind for kind, *names in map(str.split, _VOCABULARY.strip().splitlines()) for name in names
}
_BEGINNINGS: Mapping[str, str] = {"is_": "bool", "has_": "bool", "use_": "bool", "num_": "int", "n_": "int"}
_ENDINGS: Mapping[str, str] = {
    "_name": "str",
    "_path": "str",
    "_str": "str",
    "_text": "str",
    "_url": "str",
    "_list": "list",
    "_dict": "dict",
    "_map": "dict",
    "_func": "callable",
    "_fn": "callable",
    "_size": "int",
    "_count": "int",
    "_len": "int",
    "_class": "type",
    "_cls": "type",
}


def plausible_types(parameter: Parameter) -> list[TypeRef]:
    """Types that offer what the body does with the parameter, those that its name suggests first."""
    if "()" in parameter.uses:
        return [TypeRef("callable")]
    suggested = _suggested(parameter.name)
    fitting = _fitting(parameter)
    if suggested and (not fitting or suggested in fitting):
        return [TypeRef(suggested)]
    return [TypeRef(name) for name in fitting]


def _fitting(parameter: Parameter) -> list[str]:
    """The builtin types that have most of the attributes and operations that the body uses."""
    wanted = {_OPERATORS.get(use, use) for use in parameter.uses}
    scores = {name: sum(hasattr(kind, use) for use in wanted) for name, kind in BUILTINS.items()}
    best = max(scores.values())
    return [name for name, score in scores.items() if score == best and best > 0]


def _suggested(name: str) -> str | None:
    """The type that programmers call so."""
    name = name.strip("_").lower()
    if name in _NAMED:
        return _NAMED[name]
    for beginning, kind in _BEGINNINGS.items():
        if name.startswith(beginning):
            return kind
    return next((kind for ending, kind in _ENDINGS.items() if name.endswith(ending)), None)
