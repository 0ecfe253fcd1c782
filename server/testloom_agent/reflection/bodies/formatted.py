"""What code writes as a number: `"%d of %s" % (place, name)`, `f"{price:.2f}"`, `"{:x}".format(code)`."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterable, Iterator, Mapping

NUMBERS: Mapping[str, str] = {
    **dict.fromkeys("bdoxXniu", "int"),
    **dict.fromkeys("eEfFgG%", "float"),
}
"""The letters of formats that write numbers, with the type that they ask for."""
_PERCENT = re.compile(
    r"%(?:\((?P<key>[^)]*)\))?[#0\- +]*(?P<width>\*|\d*)(?:\.(?P<digits>\*|\d*))?[hlL]?(?P<letter>[a-zA-Z%])"
)
_SPECIFIED = re.compile(r"(?:.?[<>=^])?[ +-]?z?#?0?\d*[_,]?(?:\.\d+)?(?P<letter>[bdoxXneEfFgG%])")


def numbers_in(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Yield the expressions that a format writes as numbers, each with the type that it asks for."""
    match node:
        case ast.BinOp(op=ast.Mod(), left=ast.Constant(value=str() as text), right=right):
            yield from _by_percent(text, right)
        case ast.FormattedValue(value=value, format_spec=ast.JoinedStr(values=[ast.Constant(value=said)])):
            yield from _specified(value, str(said))
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str() as text), attr="format")):
            yield from _by_braces(text, node)


def _by_percent(text: str, given: ast.expr) -> Iterator[tuple[ast.expr, str]]:
    asked = [found for found in _PERCENT.finditer(text) if found["letter"] != "%"]
    placed = given.elts if isinstance(given, ast.Tuple) else [given]
    if any("*" in (found["width"], found["digits"]) for found in asked) or _are_spread(placed):
        return
    named: dict[str, ast.expr] = {}
    if isinstance(given, ast.Dict):
        pairs = zip(given.keys, given.values, strict=True)
        named = {str(key.value): value for key, value in pairs if isinstance(key, ast.Constant)}
    if not isinstance(given, ast.Tuple) and len(asked) > 1:
        placed = []  # a tuple with another name
    for place, found in enumerate(asked):
        value = placed[place] if found["key"] is None and place < len(placed) else named.get(found["key"])
        if value is not None and found["letter"] in NUMBERS:
            yield value, NUMBERS[found["letter"]]


def _by_braces(text: str, call: ast.Call) -> Iterator[tuple[ast.expr, str]]:
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    try:
        fields = [field for field in string.Formatter().parse(text) if field[1] is not None]
    except ValueError:
        return
    if _are_spread(call.args) or any("{" in (said or "") for _, _, said, _ in fields):
        return
    for place, (_, name, said, _) in enumerate(fields):
        number = int(name) if name and name.isdecimal() else place
        is_placed = not name or name.isdecimal()
        value = call.args[number] if is_placed and number < len(call.args) else named.get(name)
        if value is not None:
            yield from _specified(value, said or "")


def _are_spread(values: Iterable[ast.expr]) -> bool:
    """Check whether values say nothing of their places, as one of them may stand for several."""
    return any(isinstance(value, ast.Starred) for value in values)


def _specified(value: ast.expr, said: str) -> Iterator[tuple[ast.expr, str]]:
    if found := _SPECIFIED.fullmatch(said):
        yield value, NUMBERS[found["letter"]]
