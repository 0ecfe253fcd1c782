"""Documented results of a call: the literal that it returns, or the exception that it raises."""

from __future__ import annotations

import ast
import doctest
import re
from dataclasses import dataclass

from testloom.model.texts.trees import parsed

LONGEST_VALUE = 200
_SAYS = re.compile(
    r"[`'\"]{0,2}\s*(?:#\s*)?(?:->|=>|→|⇒|==?|(?:returns?|gives?|is|evaluates to)\s)\s*[`]{0,2}"
)
_COMMENT = re.compile(r"\s*#\s*(?:->|=>|→|⇒|==?|(?:returns?|gives?)\s)?\s*")
_RAISES = re.compile(
    r"[`'\"]{0,2}\s*(?:#\s*)?(?:->|=>|→|⇒)?\s*(?:raises?|throws)\s+"
    r"(?:an?\s+)?[`]{0,2}(?:[a-z_]\w*\.)*([A-Z]\w+)"
)
_ENDS = re.compile(
    r"\s*`{1,2}(?!\s+(?:if|when|unless|where)\b)"
    r"|\s*['\"]{0,2}\s*(?:$|#|[.;)](?:\s|$)|,?\s+(?:and|but|while|since|because)\s)"
)
"""Text that may follow a stated value; no condition, as the value then holds only sometimes."""
_CONDITIONAL = re.compile(
    r"\b(?:if|when|unless|while|not|where|until|before|than|instead of|for|let|n't)\s+[`'\"(]{0,3}$",
    re.IGNORECASE,
)
"""Words before a call that make a statement about it conditional."""


@dataclass(frozen=True, slots=True)
class StatedResult:
    """The stated result of a call: the literal that it returns, as source, or the name of its exception.

    A value that `is_printed` is the text that `print` makes of the result.
    """

    value: str = ""
    raises: str = ""
    is_printed: bool = False


def stated_in_session(example: doctest.Example) -> StatedResult | None:
    """Read the result below a prompt, if it can be compared.

    None for blanks and abbreviations.
    """
    if example.options.get(doctest.SKIP):
        return None
    if example.exc_msg is not None:
        return _raised(example.exc_msg)
    value = example.want.strip()
    if "..." in value:
        return None
    if re.match(r"print\(", example.source):
        return StatedResult(repr(example.want.removesuffix("\n")), is_printed=True) if value else None
    return StatedResult(value) if _is_literal(value) else None


def _raised(message: str) -> StatedResult | None:
    """The exception in the traceback that a session ends with; None if that names none."""
    name = message.partition(":")[0].strip().rpartition(".")[2]
    return StatedResult(raises=name) if name.isidentifier() else None


def stated_in_prose(before: str, after: str) -> StatedResult | None:
    """Read the result that a line states for the call between two parts of the line."""
    if _CONDITIONAL.search(before):
        return None
    if (found := _RAISES.match(after)) and _ENDS.match(after[found.end() :]):
        return StatedResult(raises=found[1])
    return _value_behind(after, _SAYS)


def stated_in_comment(after: str) -> StatedResult | None:
    """Read the result that the comment after a line of code states."""
    return _value_behind(after, _COMMENT)


def stated_in_assertion(node: ast.expr) -> tuple[ast.expr, StatedResult] | None:
    """Find the call that an assertion compares with a literal, and that literal."""
    match node:
        case ast.Compare(left=ast.Call() as call, ops=[ast.Eq()], comparators=[value]) if _is_literal(
            ast.unparse(value)
        ):
            return call, StatedResult(ast.unparse(value))
        case ast.Compare(left=ast.Call() as call, ops=[ast.Is()], comparators=[ast.Constant() as value]):
            return (call, StatedResult(ast.unparse(value))) if _is_plain(value) else None
    return None


def _value_behind(text: str, mark: re.Pattern[str]) -> StatedResult | None:
    """The longest literal after a mark that ends its sentence or clause; None if there is none."""
    found = mark.match(text)
    if found is None:
        return None
    rest = text[found.end() :][:LONGEST_VALUE]
    for end in range(len(rest), 0, -1):
        if rest[end - 1] not in " \t.,;" and _ENDS.match(rest[end:]) and _is_literal(rest[:end]):
            return StatedResult(rest[:end])
    return None


def _is_literal(text: str) -> bool:
    """Whether a text is a plain literal; a tuple counts only in parentheses."""
    tree = parsed(text.strip())
    match tree:
        case ast.Module(body=[ast.Expr(value=ast.Tuple())]) if not text.lstrip().startswith("("):
            return False
        case ast.Module(body=[ast.Expr(value=value)]):
            return _is_plain(value)
    return False


def _is_plain(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=value):
            return value is not ...
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=value)):
            return type(value) in (int, float)
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return all(map(_is_plain, items))
        case ast.Set(elts=items):
            return all(map(_is_key, items))
        case ast.Dict(keys=keys, values=values):
            return all(key is not None and _is_key(key) for key in keys) and all(map(_is_plain, values))
    return False


def _is_key(node: ast.expr) -> bool:
    """Whether a plain literal is hashable: it contains no list, set or dict."""
    is_changeable = any(isinstance(part, ast.List | ast.Set | ast.Dict) for part in ast.walk(node))
    return _is_plain(node) and not is_changeable
