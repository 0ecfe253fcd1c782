"""Conditions of the source in words: `amount > self.balance is true` becomes `amount exceeds balance`."""

from __future__ import annotations

import ast
import builtins
import inspect
import math
import posixpath
import re
from collections.abc import Callable, Collection, Sequence
from typing import TypeGuard

from testloom.model.texts.trees import condition_of
from testloom.writer.naming.truth import Given, contradicts
from testloom.writer.syntax.words import snake

MAX_WORDS = 8
MAX_LENGTH = 44
_LABEL = re.compile(r"(?P<text>.+) is (?P<outcome>true|false)", re.DOTALL)
_PLACE = re.compile(
    r".*(?:depth|pos|idx|index|offset|cursor)|(?:.*_)?(?:cur|curr|current|prev|start|stop|end)"
)
"""Names of variables for positions within the code, which mean nothing to callers."""
_LOOP = re.compile(r"`(?:async )?for .+? in (?P<items>.+?):?` is entered", re.DOTALL)
_HANDLER = re.compile(r"`except (?:[\w.]*\.)?(?P<type>\w+)(?: as \w+)?` runs")
_CASE = re.compile(r"`case (?P<pattern>[^`]+)` matches")
_ORDER = {
    ast.Gt: ("exceeds", "is at most", "is positive", "is not positive"),
    ast.GtE: ("is at least", "is less than", "is not negative", "is negative"),
    ast.Lt: ("is less than", "is at least", "is negative", "is not negative"),
    ast.LtE: ("is at most", "exceeds", "is not positive", "is positive"),
}
_RELATIONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Eq: ("is", "is not"),
    ast.Is: ("is", "is not"),
    ast.NotEq: ("is not", "is"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("is in", "is not in"),
    ast.NotIn: ("is not in", "is in"),
}
_VIEWS = {
    "lower",
    "upper",
    "strip",
    "keys",
    "items",
    "values",
    "enumerate",
    "sorted",
    "reversed",
    "list",
    "set",
}
_COUNTED = ("range", "filter", "map", "zip")
_AFFIXES = {
    "startswith": ("starts with", "does not start with"),
    "endswith": ("ends with", "does not end with"),
}
_VERBS = ("is", "has", "can", "should")
_ASKING = tuple(f"{verb}_" for verb in _VERBS)
_KINDS = frozenset(
    name for known in (str, posixpath, math, inspect) for name in dir(known) if re.fullmatch("is[a-z]+", name)
)
"""One-word predicates of strings, paths, numbers and functions: `isdigit`, `isfile`, `isfinite`."""
_ASKS = re.compile(r"is[a-z]*|can|should|are|may|must|need|[a-z]+[^s]s")
"""The first word of a function that is named after a condition: `should_retry`, `isatty`, `matches`."""
_LOOKUPS = ("get", "pop", "setdefault", "getlist")
"""Methods that return the value under a key: their own names say nothing."""
_GETTING = re.compile(r"(?:get|iter|find|list|read|load|fetch|generate|all)_")
"""Verbs in the names of functions that yield what follows."""
_SEVERAL = re.compile(r".*(?:[^s]s|children|people|data)")
_SIGNS = {"-": "minus", "+": "plus", "": "an empty string", " ": "a space", ".": "a dot", ",": "a comma"}


def words_of(label: str) -> str:
    """Render a goal's label as a few words with a preposition; empty if it needs more than a few."""
    found = _LABEL.fullmatch(label.strip())
    phrase = _condition(found["text"].strip(), found["outcome"] == "true") if found else _branch(label)
    phrase = " ".join(phrase.replace("_", " ").split())
    return phrase if len(phrase) <= MAX_LENGTH and len(phrase.split()) <= MAX_WORDS else ""


def is_about_place(label: str, known: Collection[str]) -> bool:
    """Check whether a label tells where in the code a test is: a position such as `offset`, or a local loop.

    Variables in `known` do not count.
    """
    unknown = _variables(label) - frozenset(known)
    found = _LOOP.fullmatch(label)
    is_local_loop = found is not None and "." not in found["items"] and unknown == _variables(label) != set()
    return is_local_loop or any(map(_PLACE.fullmatch, unknown))


def denies_type(label: str) -> bool:
    """Check whether a label only says of which type something is not, which leaves open what it is."""
    found = _LABEL.fullmatch(label.strip())
    try:
        node = condition_of(found["text"].strip().removeprefix("while ")) if found is not None else None
    except (SyntaxError, ValueError):
        return False
    is_true = found is not None and found["outcome"] == "true"
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=ast.Call(func=ast.Name(id="isinstance"))):
            return is_true
        case ast.Call(func=ast.Name(id="isinstance")):
            return not is_true
    return False


def _variables(label: str) -> frozenset[str]:
    """The plain variables that a goal's label speaks of: no called functions, classes or constants."""
    found = _LABEL.fullmatch(label.strip()) or _LOOP.fullmatch(label)
    if found is None:
        return frozenset()
    text = (found.groupdict().get("text") or found[1]).strip().removeprefix("while ")
    try:
        tree = condition_of(text)
    except (SyntaxError, ValueError):
        return frozenset()
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    names = (node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and id(node) not in called)
    return frozenset(name for name in names if name.islower() and not hasattr(builtins, name))


def denied_by(given: Given, label: str) -> bool:
    """Check whether a goal's label contradicts the value of an argument of the test."""
    found = _LABEL.fullmatch(label.strip())
    if found is None:
        return False
    text = found["text"].strip().removeprefix("while ")
    return contradicts(given, text, outcome=found["outcome"] == "true")


def _branch(label: str) -> str:
    """A phrase for a label that is not a condition: a loop is entered, a handler runs, a case matches."""
    if found := _LOOP.fullmatch(label):
        items = _parsed(found["items"], _items)
        return f"with {items}" if items else ""
    if found := _HANDLER.fullmatch(label):
        return f"when {snake(found['type']).replace('_', ' ')} is caught"
    if found := _CASE.fullmatch(label):
        return _joined("for", _parsed(found["pattern"], _noun))
    return ""


def _items(node: ast.expr) -> str:
    """What a loop goes through, in words; of what a function yields only if it is named after that."""
    noun = _noun(node)
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if noun == snake(name):
            yielded = _GETTING.sub("", noun)
            return yielded if _SEVERAL.fullmatch(yielded) else ""
    return noun


def _condition(text: str, outcome: bool) -> str:
    return _parsed(text.removeprefix("while "), lambda node: _phrase(node, outcome))


def _parsed(text: str, say: Callable[[ast.expr], str]) -> str:
    try:
        return say(condition_of(text))
    except (SyntaxError, ValueError):
        return ""


def _phrase(node: ast.expr, outcome: bool) -> str:
    """A condition with its outcome in words, after `when`, `with` or `without`; empty if there are none."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _phrase(operand, not outcome)
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            return _joined("when", _comparison(left, operator, right, outcome))
        case ast.BoolOp(op=operator, values=values):
            return _combined(isinstance(operator, ast.And), values, outcome)
        case ast.Call():
            return _called(node, outcome)
        case ast.NamedExpr(target=target):
            return _phrase(target, outcome)
        case ast.Name(id=name) | ast.Attribute(attr=name) if _is_adjective(name):
            return f"when {_settled(name.strip('_'), outcome)}"
    return _joined("with" if outcome else "without", _noun(node))


def _called(node: ast.Call, outcome: bool) -> str:
    match node:
        case ast.Call(func=ast.Name(id="isinstance"), args=[value, kind]):
            return _joined("when", _noun(value), "is" if outcome else "is not", snake(_noun(kind)))
        case ast.Call(func=ast.Name(id="len" | "bool" | "any"), args=[value]):
            return _joined("with" if outcome else "without", _noun(value))
        case ast.Call(func=ast.Attribute(attr=name)) if name in (*_VIEWS, *_LOOKUPS):
            return _joined("with" if outcome else "without", _noun(node))
        case ast.Call(func=ast.Attribute(value=value, attr=name), args=[affix]) if name in _AFFIXES:
            return _joined("when", _noun(value), _AFFIXES[name][0 if outcome else 1], _noun(affix))
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if (
            name in _KINDS or name == "exists"
        ):
            return _asked(node, name, outcome)
        case ast.Call(func=ast.Name(id=name), args=[value, *_]) if name.startswith(_ASKING) and _noun(value):
            return _joined("when", _noun(value), _settled(snake(name), outcome))
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if _reads_as_condition(name):
            return f"when {_settled(snake(name), outcome)}"
    return ""


def _reads_as_condition(name: str) -> bool:
    """Whether a function is named after what is true or not, rather than after what it does."""
    asks = _ASKS.fullmatch(snake(name).strip("_").partition("_")[0]) is not None
    return not hasattr(builtins, name) and (asks or _is_adjective(name))


def _asked(node: ast.Call, name: str, outcome: bool) -> str:
    """A phrase on what a text or path is, or that it exists, about the argument or else the object called."""
    said = _settled(f"is_{name.removeprefix('is')}", outcome)
    if name == "exists":
        said = "exists" if outcome else "does not exist"
    about = node.args[0] if node.args else getattr(node.func, "value", None)
    noun = _noun(about) if isinstance(about, ast.Name | ast.Attribute) else ""
    return _joined("when", noun, said) or f"when {said}"


def _settled(adjective: str, outcome: bool) -> str:
    """An adjective such as `is_open`, or its negation `is not open` if the outcome is false."""
    verb, _, rest = adjective.partition("_")
    if outcome or not rest or verb not in _VERBS:
        return adjective if outcome else f"not {adjective}"
    return f"{verb} not {rest}"


def _combined(is_and: bool, values: list[ast.expr], outcome: bool) -> str:
    """Both sides in words, if the outcome settles both: a true `and`, a false `or`; else empty."""
    phrases = [_phrase(value, outcome) for value in values]
    if is_and != outcome or not all(phrases):
        return ""
    preposition = phrases[0].partition(" ")[0]
    first, *others = phrases
    return " and ".join([first, *(other.removeprefix(f"{preposition} ") for other in others)])


def _comparison(left: ast.expr, operator: ast.cmpop, right: ast.expr, outcome: bool) -> str:
    subject, other = _noun(left), _noun(right)
    if subject == other:
        return ""
    is_zero = isinstance(right, ast.Constant) and right.value == 0 and not isinstance(right.value, bool)
    if is_zero and (size := _size(left, operator, outcome)):
        return size
    if ordered := _ORDER.get(type(operator)):
        against, below, positive, negative = ordered
        if is_zero:
            return _joined(subject, positive if outcome else negative)
        return _joined(subject, against if outcome else below, other)
    verb = _RELATIONS[type(operator)][0 if outcome else 1]
    if isinstance(right, ast.Name | ast.Attribute) and isinstance(operator, ast.Eq | ast.NotEq):
        verb = {"is": "equals", "is not": "differs from"}[verb]
    return _joined(subject, verb, other)


def _size(left: ast.expr, operator: ast.cmpop, outcome: bool) -> str:
    """A comparison of `len(…)` with 0 as a phrase about emptiness; empty for any other comparison."""
    speaks = isinstance(operator, ast.Gt | ast.LtE | ast.Eq | ast.NotEq)
    if speaks and isinstance(left, ast.Call) and isinstance(left.func, ast.Name) and left.func.id == "len":
        filled = isinstance(operator, ast.Gt | ast.NotEq) == outcome
        noun = _noun(left.args[0]) if left.args else ""
        return noun and f"{noun} is {'not ' if filled else ''}empty"
    return ""


def _noun(node: ast.expr) -> str:
    """A value in a few words; empty if they cannot say it."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return "" if name in ("self", "cls") else name.strip("_")
        case ast.Constant(value=value):
            return _constant(value)
        case ast.Call():
            return _result(node)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return f"minus {value}"
        case ast.BinOp(left=left, op=ast.Mod(), right=right):
            return _joined(_noun(left), "modulo", _noun(right))
        case ast.Subscript(value=value, slice=ast.Constant(value=str() as key)) if key.isidentifier():
            return _joined(_noun(value), key)
    return ""


def _result(node: ast.Call) -> str:
    """The result of a call in words, named after its argument where the call changes little about it."""
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[value]):
            return _joined("length of", _noun(value))
        case ast.Call(func=ast.Name(id=name), args=[_, *_] as args) if name in _VIEWS or name in _COUNTED:
            return _gone_through(name, args)
        case ast.Call(func=ast.Name(id=name)) if hasattr(builtins, name):
            return ""
        case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in _VIEWS:
            return _noun(value)
        case ast.Call(func=ast.Attribute(attr=name), args=[key, *_]) if name in _LOOKUPS:
            return key.value if isinstance(key, ast.Constant) and _is_word(key.value) else ""
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return snake(name)
    return ""


def _gone_through(name: str, args: Sequence[ast.expr]) -> str:
    """What a loop goes through: the argument of a view, the last one of `filter` and the like, a range's end.

    Empty for a range downwards.
    """
    if name in _VIEWS:
        return _noun(args[0])
    last = args[-1] if name != "range" else args[min(1, len(args) - 1)]
    return "" if isinstance(args[-1], ast.UnaryOp) else _noun(last).removeprefix("length of ")


def _is_word(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and value.isidentifier() and value.isascii()


def _constant(value: object) -> str:
    match value:
        case bool() | None:
            return str(value).lower()
        case int():
            return "zero" if value == 0 else str(value)
        case str() if value in _SIGNS:
            return _SIGNS[value]
        case str() if value.replace(" ", "_").replace("-", "_").isidentifier() and value.isascii():
            return value.replace("-", " ").lower()
    return ""


def _joined(*parts: str) -> str:
    return " ".join(parts) if all(parts) else ""


def _is_adjective(name: str) -> bool:
    """Whether a name reads as a property that something has: `is_open`, `closed`, `empty`."""
    return name.strip("_").startswith(("is_", "has_", "can_", "should_", "allow_")) or name.endswith(
        ("ed", "able", "ible", "empty", "valid", "strict", "verbose", "open")
    )
