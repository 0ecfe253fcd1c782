"""The outline of a Python file for an editor: definitions, decisions, raises and returns.

Lines count from 0, as the editor counts them.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from testloom.lsp.places.targets import Definition, definitions
from testloom.lsp.translation import say
from testloom.model.texts.lines import split_lines
from testloom.model.texts.trees import tree_of

_LONGEST_CONDITION = 50
_PROPERTIES = frozenset({"property", "cached_property", "abstractproperty", "setter", "deleter", "getter"})

Loop = ast.For | ast.AsyncFor


@dataclass(frozen=True, slots=True)
class Unit:
    """A class, or a function that can be called by itself; `last` is its last line.

    One that `is_property` is read and assigned like a variable.
    """

    qualname: str
    line: int
    last: int
    is_class: bool = False
    is_property: bool = False

    @property
    def is_private(self) -> bool:
        """Whether the last part of the name begins with an underscore."""
        return self.qualname.rpartition(".")[2].startswith("_")

    def moved(self, lines: int) -> Unit:
        """Move the unit down by this many lines."""
        return Unit(self.qualname, self.line + lines, self.last + lines, self.is_class, self.is_property)


@dataclass(frozen=True, slots=True)
class Decision:
    """A line with two possible outcomes: a condition, a loop, a `case` or an `except`.

    The lines of its `node` count from the block that was parsed.
    `body` is the first line that runs when it is true, `before` a line that runs before the decision,
    `outcomes` are its possible outcomes. `has_else` says whether there is code for the other outcome.
    """

    node: ast.If | ast.While | Loop | ast.match_case | ast.ExceptHandler
    line: int
    body: int
    before: int
    outcomes: tuple[bool, ...] = (True, False)
    has_else: bool = False

    @property
    def kind(self) -> str:
        """The kind of its lens."""
        if isinstance(self.node, ast.match_case):
            return "cases"
        return "handlers" if isinstance(self.node, ast.ExceptHandler) else "branches"

    def moved(self, lines: int) -> Decision:
        """Move the decision down by this many lines."""
        places = (self.line + lines, self.body + lines, self.before + lines)
        return Decision(self.node, *places, self.outcomes, self.has_else)

    def label(self, outcome: bool) -> str:
        """Describe an outcome in words: `amount > limit is false`."""
        match self.node:
            case ast.match_case(pattern=pattern, guard=guard):
                text = ast.unparse(pattern) + (f" if {ast.unparse(guard)}" if guard else "")
                cut = _cut(text)
                return say("case {0} matches", cut) if outcome else say("case {0} does not match", cut)
            case ast.ExceptHandler(type=kind):
                return say("except {0} runs", _cut(ast.unparse(kind))) if kind else say("except runs")
            case ast.For(target=target, iter=source) | ast.AsyncFor(target=target, iter=source):
                text = f"for {ast.unparse(target)} in {ast.unparse(source)}"
                return say("`{0}` is entered", _cut(text)) if outcome else say("`{0}` ends", _cut(text))
            case ast.If(test=test) | ast.While(test=test):
                text = _cut(ast.unparse(test))
                return say("{0} is true", text) if outcome else say("{0} is false", text)


@dataclass(frozen=True, slots=True)
class Outline:
    """The places of one file.

    `statements` maps each line on which a statement within a function starts to the type of the
    statement; `followed` has, for each `assert` there, the line of the next statement, if there is one.
    """

    units: tuple[Unit, ...] = ()
    decisions: Mapping[int, Decision] = field(default_factory=dict)
    statements: Mapping[int, type[ast.stmt]] = field(default_factory=dict)
    followed: Mapping[int, int] = field(default_factory=dict)

    def is_body(self, line: int, end: int) -> bool:
        """Check whether the block at `end` runs when the decision on `line` is true."""
        decision = self.decisions.get(line)
        return decision is not None and decision.body == end

    def label(self, line: int, end: int) -> str | None:
        """Describe the outcome of the decision on `line` that leads to `end`, in words.

        None if there is no such outcome.
        """
        decision, outcome = self.decisions.get(line), self.is_body(line, end)
        return decision.label(outcome) if decision is not None and outcome in decision.outcomes else None

    @classmethod
    def of_blocks(cls, blocks: Iterable[tuple[int, Outline]]) -> Outline:
        """Join the outlines of the blocks of a text, each with the line that it begins on."""
        units: list[Unit] = []
        decisions: dict[int, Decision] = {}
        statements: dict[int, type[ast.stmt]] = {}
        followed: dict[int, int] = {}
        for first, block in blocks:
            units += [unit.moved(first) for unit in block.units]
            decisions |= {first + line: decision.moved(first) for line, decision in block.decisions.items()}
            statements |= {first + line: kind for line, kind in block.statements.items()}
            followed |= {first + line: first + behind for line, behind in block.followed.items()}
        return cls(tuple(units), decisions, statements, followed)


def outline_of(text: str) -> Outline | None:
    """Outline a text, without the contents of functions with errors.

    None if there are too many errors.
    """
    tree = tolerant_tree(text)
    return None if tree is None else outline_of_tree(tree)


def outline_of_tree(tree: ast.Module) -> Outline:
    """Outline a module."""
    units = tuple(_units(tree, ""))
    decisions: dict[int, Decision] = {}
    statements: dict[int, type[ast.stmt]] = {}
    for node in _statements_in_functions(tree, within=False):
        statements.setdefault(node.lineno - 1, type(node))
        decisions.update((decision.line, decision) for decision in _decisions(node))
    followed = {line: behind for line, behind in _followed_asserts(tree.body) if line in statements}
    return Outline(units, decisions, statements, followed)


def _followed_asserts(block: Sequence[ast.stmt]) -> Iterator[tuple[int, int]]:
    """Yield the line of each `assert` that is followed by another statement, and that statement's line."""
    for one, behind in itertools.pairwise(block):
        if isinstance(one, ast.Assert):
            yield one.lineno - 1, behind.lineno - 1
    for node in block:
        for part in (node, *getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            for name in ("body", "orelse", "finalbody"):
                yield from _followed_asserts(getattr(part, name, ()))


def _decisions(node: ast.stmt) -> Iterator[Decision]:
    """Yield the decisions at the start of a statement."""
    line = node.lineno - 1
    match node:
        case ast.If() | ast.While() | ast.For() | ast.AsyncFor():
            yield Decision(node, line, node.body[0].lineno - 1, line, has_else=bool(node.orelse))
        case ast.Match(cases=cases):
            for case in cases:
                place = case.pattern.lineno - 1
                if not _takes_all(case):
                    ways = (True, False) if case is cases[-1] else (True,)
                    yield Decision(case, place, case.body[0].lineno - 1, line, ways, has_else=True)
        case _:
            body: list[ast.stmt] = getattr(node, "body", [])
            handlers: list[ast.ExceptHandler] = getattr(node, "handlers", [])  # also of `except*`
            for handler in handlers:
                place, inside = handler.lineno - 1, handler.body[0].lineno - 1
                yield Decision(handler, place, inside, body[0].lineno - 1, (True,), has_else=True)


def _takes_all(case: ast.match_case) -> bool:
    pattern = case.pattern
    return case.guard is None and isinstance(pattern, ast.MatchAs) and pattern.pattern is None


def _units(parent: ast.Module | ast.ClassDef, prefix: str) -> Iterator[Unit]:
    for node in definitions(parent.body):
        qualname = f"{prefix}{node.name}"
        is_class = isinstance(node, ast.ClassDef)
        last = (node.end_lineno or node.lineno) - 1
        yield Unit(qualname, node.lineno - 1, last, is_class, bool(prefix) and _is_property(node))
        if isinstance(node, ast.ClassDef):
            yield from _units(node, f"{qualname}.")


def _is_property(node: Definition) -> bool:
    """Check for a decorator of properties: `@property`, `@cached_property`, `@total.setter`."""
    names = {ast.unparse(decorator).rpartition(".")[2] for decorator in node.decorator_list}
    return not names.isdisjoint(_PROPERTIES)


def _statements_in_functions(parent: ast.AST, within: bool) -> Iterator[ast.stmt]:
    for node in ast.iter_child_nodes(parent):
        if isinstance(node, ast.stmt):
            if within and not isinstance(node, Definition):
                yield node
            is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            yield from _statements_in_functions(node, within or is_function)
        elif isinstance(node, ast.ExceptHandler | ast.match_case):
            yield from _statements_in_functions(node, within)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_CONDITION else f"{text[: _LONGEST_CONDITION - 1]}…"


_MOST_ERRORS = 5
_HEAD = re.compile(r"(?P<indent>[ \t]*)(?P<kind>class|(?:async[ \t]+)?def)[ \t]+(?P<name>\w+)")
_GOES_ON = re.compile(r"[\s#)\]}]|$|else\b|elif\b|except\b|finally\b")


def tolerant_tree(text: str) -> ast.Module | None:
    """Parse a text, with functions that contain errors emptied; None if there are too many errors.

    All nodes keep the lines that they have in the text.
    """
    lines = split_lines(text)
    for _ in range(_MOST_ERRORS + 1):
        try:
            return tree_of("".join(lines))
        except SyntaxError as error:
            line = min(max((error.lineno or 1) - 1, 0), len(lines) - 1)
            if not lines or not _mend(lines, line):
                return None
        except (ValueError, RecursionError, MemoryError):
            return None
    return None


def _mend(lines: list[str], line: int) -> bool:
    """Repair the text around a syntax error; return whether there was anything to change.

    The body of the enclosing function is removed, or else the lines of the statement.
    """
    for head in range(line, -1, -1):
        if (found := _HEAD.match(lines[head])) and _reaches(lines, head, line, found["kind"]):
            is_class = found["kind"] == "class"
            mended = f"{found['indent']}{found['kind']} {found['name']}{':' if is_class else '(): pass'}\n"
            if _replace(lines, head, head + 1 if is_class else _end(lines, head), mended):
                return True
    head = next((place for place in range(line, -1, -1) if not _GOES_ON.match(lines[place])), 0)
    return _replace(lines, head, _end(lines, head), "\n")


def _replace(lines: list[str], start: int, end: int, text: str) -> bool:
    """Replace some lines by one and blank lines after it; return whether that changes anything."""
    new = [text, *["\n"] * (end - start - 1)]
    is_changed = lines[start:end] != new
    lines[start:end] = new
    return is_changed


def _reaches(lines: Sequence[str], head: int, line: int, kind: str) -> bool:
    """Check whether the function that begins on `head` contains a line; of a class, only its head counts."""
    return head == line if kind == "class" else line < _end(lines, head)


def _end(lines: Sequence[str], head: int) -> int:
    """Find the line after the block that begins on `head`: the first that is not indented more."""
    width = len(lines[head]) - len(lines[head].lstrip())
    for place in range(head + 1, len(lines)):
        text = lines[place]
        if text.strip() and len(text) - len(text.lstrip()) <= width and text.lstrip()[0] not in "#)]}":
            return place
    return len(lines)
