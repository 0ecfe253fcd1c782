"""The body of a test as steps: its statements, including those within a `with` that holds the rest."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from testloom.model.texts.trees import tree_of

_EMPTY_LINES = re.compile(r"\n{3,}")
_INDENT = "    "
FINALIZING = "request.addfinalizer"


@dataclass(frozen=True, slots=True)
class Step:
    """A statement with its lines in the body; a step that `opens` is the head of a `with`."""

    node: ast.stmt
    text: str
    first: int
    last: int
    opens: bool = False
    is_inside: bool = False

    @property
    def head(self) -> ast.AST:
        """What is done in it: of the head of a `with` the expression."""
        return (
            self.node.items[0].context_expr if self.opens and isinstance(self.node, ast.With) else self.node
        )

    @property
    def binds(self) -> str:
        """The variable that it sets; empty if it sets none, or several."""
        match self.node:
            case ast.Assign(targets=[ast.Name(id=name)]):
                return name
            case ast.With(items=[ast.withitem(optional_vars=ast.Name(id=name))]) if self.opens:
                return name
        return ""

    @property
    def mentions(self) -> frozenset[str]:
        """The names in it."""
        names = (node.id for node in ast.walk(self.head) if isinstance(node, ast.Name))
        return frozenset(names) | ({self.binds} - {""})

    @property
    def calls(self) -> Iterator[ast.Call]:
        """The calls in it."""
        return (node for node in ast.walk(self.head) if isinstance(node, ast.Call))

    @property
    def finalizer(self) -> str:
        """What it has called after the test."""
        match self.node:
            case ast.Expr(value=ast.Call(func=func, args=[ast.Attribute() | ast.Name() as called])):
                return f"{ast.unparse(called)}()" if ast.unparse(func) == FINALIZING else ""
        return ""

    @property
    def refreshes(self) -> bool:
        """Whether it only sets a cache, registry or counter to what that is before anything has happened."""
        match self.node:
            case ast.Expr(
                value=ast.Call(func=func, args=[*_, ast.Constant(value=str(name)), value], keywords=[])
            ):
                is_set = ast.unparse(func) == "monkeypatch.setattr"
                return is_set and not self.is_inside and _is_fresh(value, name)
        return False

    @property
    def removes(self) -> bool:
        """Whether it only removes variables from the environment, one or those that begin alike."""
        done = self.node.body[0] if isinstance(self.node, ast.For) else self.node
        match done:
            case ast.Expr(value=ast.Call(func=func)):
                return ast.unparse(func) == "monkeypatch.delenv" and not self.is_inside
        return False

    @property
    def prepares(self) -> bool:
        """Whether it only makes something, or calls a function for what this does."""
        return self.opens or bool(self.binds) or isinstance(getattr(self.node, "value", None), ast.Call)


def _is_fresh(value: ast.expr, name: str) -> bool:
    """Whether a value looks initial: empty, or a plain literal for a name that is not a constant's."""
    match value:
        case ast.Dict(keys=[]) | ast.List(elts=[]) | ast.Tuple(elts=[]):
            return True
        case ast.Call(func=ast.Name(id="set"), args=[]):
            return True
        case ast.Constant(value=bool() | int() | None):
            last = name.rpartition(".")[2]
            return last.startswith("_") or not last.isupper()
    return False


def steps_of(body: str) -> list[Step]:
    """Split a body into steps; none if it has strings of several lines, whose lines cannot be moved."""
    tree = tree_of(body)
    if any(isinstance(node, ast.Constant) and node.lineno != node.end_lineno for node in ast.walk(tree)):
        return []
    lines = body.split("\n")
    found = [_step(node, lines) for node in tree.body]
    match tree.body[-1:]:
        case [ast.With(items=[ast.withitem(optional_vars=ast.Name())], body=[first, *_] as inner) as node]:
            head = _trimmed(lines[node.lineno - 1 : first.lineno - 1])
            opener = Step(node, "\n".join(head), node.lineno, node.lineno + len(head) - 1, opens=True)
            found = [*found[:-1], opener, *(_step(each, lines, is_inside=True) for each in inner)]
    return found


def _step(node: ast.stmt, lines: Sequence[str], *, is_inside: bool = False) -> Step:
    last = node.end_lineno or node.lineno
    text = [line.removeprefix(_INDENT if is_inside else "") for line in lines[node.lineno - 1 : last]]
    return Step(node, "\n".join(text), node.lineno, last, is_inside=is_inside)


def _trimmed(lines: list[str]) -> list[str]:
    while not lines[-1].strip():
        lines = lines[:-1]
    return lines


def needed_for(place: int, steps: Sequence[Step]) -> list[int]:
    """List the places of a step and of all earlier steps that it depends on."""
    variables = {step.binds for step in steps} - {""}
    names, chosen = steps[place].mentions & variables, [place]
    for earlier in reversed(range(place)):
        if steps[earlier].mentions & names:
            names |= steps[earlier].mentions & variables
            chosen.insert(0, earlier)
    return chosen


def without(body: str, steps: Sequence[Step]) -> str:
    """Remove some steps from the body; the contents of a removed `with` are unindented."""
    gone = {line for step in steps for line in range(step.first, step.last + 1)}
    is_opened = any(step.opens for step in steps)
    kept = [line for number, line in enumerate(body.split("\n"), 1) if number not in gone]
    text = "\n".join(line.removeprefix(_INDENT) for line in kept) if is_opened else "\n".join(kept)
    return _EMPTY_LINES.sub("\n\n", text).strip("\n")


def fixture_lines(steps: Sequence[Step]) -> list[str]:
    """Render the lines of a fixture that runs these steps and returns or yields the last result, if any."""
    last, depth = steps[-1], 0
    lines: list[str] = []
    behind = [step.finalizer for step in steps if step.finalizer]
    is_opened = any(step.opens for step in steps)
    for step in steps:
        if not step.finalizer:
            lines += [f"{_INDENT * depth}{line}" for line in step.text.split("\n")]
            depth += step.opens
    if is_opened or behind:
        return [*lines, f"{_INDENT * depth}yield {last.binds}", *reversed(behind)]
    if not last.binds:
        return lines
    start = len(lines) - len(last.text.split("\n"))
    return [*lines[:start], f"return {last.text.removeprefix(f'{last.binds} = ')}"]


def is_within(some: Collection[str], steps: Sequence[Step]) -> bool:
    """Check whether all steps are among some, or only remove what was there before."""
    return all(step.text in some or step.refreshes or step.removes for step in steps)
