"""Fixtures from repeated set-up: steps that tests of a file share become a fixture of the file.

A fixture's steps are several, or occur in many of the tests, and they give no plain value to code
of the subject: values that the tests are about stay in the tests.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from testloom.model.texts.names import is_fixture
from testloom.model.texts.trees import parsed, tree_of
from testloom.writer.files.document import Document, fingerprint, fingerprint_of, functions_of
from testloom.writer.functions.function import Function, made_hint, yielded_hint
from testloom.writer.functions.steps import (
    FINALIZING,
    Step,
    fixture_lines,
    is_within,
    needed_for,
    steps_of,
    without,
)
from testloom.writer.layout.case import Context
from testloom.writer.layout.variables import FIXTURES
from testloom.writer.syntax.renaming import with_name

MONKEYPATCH = "monkeypatch"
FRESH = "fresh_state"
"""The fixture that resets the state that modules and classes keep for all tests to its initial values."""
CLEAN = "clean_environment"
"""The fixture that removes variables from the environment."""
SETTING = (f"{MONKEYPATCH}.", "pytest.importorskip(")
"""The beginnings of steps that may as well come after these."""
FEWEST_TESTS = 3
FEWEST_LINES = 6
"""The fewest lines that a fixture has to take out of all tests together."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A fixture of the file: its name, the fixtures that it requests, and its steps."""

    name: str
    asks: tuple[str, ...]
    texts: tuple[str, ...]
    steps: tuple[Step, ...] = field(compare=False)

    def source(self, context: Context) -> str:
        """Render the fixture as a function."""
        lines = fixture_lines(self.steps)
        returns = ""
        if context.style.type_hints:
            hint = self._hint(context)
            is_yielded = any(line.strip().startswith("yield ") for line in lines)
            returns = f" -> {yielded_hint(hint, context.imports) if is_yielded else hint}"
        head = f"def {self.name}({', '.join(self.asks)}){returns}:"
        body = "\n".join(f"    {line}" for line in lines)
        return f"@{context.imports.module('pytest')}.fixture\n{head}\n{body}\n"

    @property
    def size(self) -> int:
        """How many lines a test is shorter with it."""
        return len(self.texts)

    def stands_for(self, other: Fixture) -> bool:
        """Check whether a test may request this fixture in place of another: it does as much, and no harm."""
        is_same = other.name == self.name and other.asks == self.asks
        return is_same and set(other.texts) <= set(self.texts) and is_within(other.texts, self.steps)

    def parameter(self, context: Context) -> str:
        """Render the parameter by which a test requests the fixture."""
        return f"{self.name}: {self._hint(context)}" if context.style.type_hints else self.name

    def _hint(self, context: Context) -> str:
        last = self.steps[-1]
        return made_hint(last.head, context.imports) if last.binds else "None"


def with_fixtures(
    found: Sequence[Function], document: Document | None, context: Context
) -> tuple[list[Function], dict[str, str]]:
    """Move repeated set-up of functions into fixtures; return the functions, and the sources of fixtures.

    A test that a file has stays as it is there, and a fixture that a file has is used.
    """
    functions, made = [_as_in_file(one, document, context) for one in found], dict[str, Fixture]()
    while fixture := _best(functions, made, document, context):
        made[fixture.name] = fixture
        functions = [_asking(function, fixture, made, document, context) for function in functions]
    return functions, {name: fixture.source(context) for name, fixture in made.items()}


def fixtures_in(document: Document | None) -> frozenset[str]:
    """Collect the names of the fixtures that a file has."""
    functions = document.functions.values() if document else ()
    return frozenset(node.name for node in functions if any(map(_is_fixture, node.decorator_list)))


def _is_fixture(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return ast.unparse(called) in ("pytest.fixture", "fixture")


def _as_in_file(function: Function, document: Document | None, context: Context) -> Function:
    """The function with a variable `the_NAME` renamed to the fixture NAME of the file that makes the same.

    Variables were called `the_NAME` so that they do not hide the fixture.
    """
    for name in sorted(fixtures_in(document)):
        renamed = replace(function, body=with_name(function.body, f"the_{name}", name))
        possible = _possible(renamed, (), document, context) if renamed.body != function.body else ()
        if any(one.name == name and _is_present(one, document, context) for one in possible):
            return renamed
    return function


def _best(
    functions: Sequence[Function], made: Collection[str], document: Document | None, context: Context
) -> Fixture | None:
    """The fixture that saves most lines, preferably one that the file has; None if none saves enough.

    A new fixture must not hide one from elsewhere that tests of the file request.
    """
    possible = [
        [one for one in dict.fromkeys(_possible(function, made, document, context)) if one.name not in made]
        for function in functions
    ]
    users = {
        fixture: sum(any(map(fixture.stands_for, found)) for found in possible)
        for fixture in dict.fromkeys(chain.from_iterable(possible))
    }
    present = {fixture for fixture in users if _is_present(fixture, document, context)}
    names = {*context.imports.taken, *context.reserved, *FIXTURES}
    names |= {*document.functions, *document.asked} if document else set()
    names |= {_name(one) for function in functions for one in function.parameters} - set(made)
    names |= {path.partition(":")[2] for path in context.subject.callables if is_fixture(path)}
    usable = [
        fixture
        for fixture, tests in users.items()
        if fixture in present
        or (tests >= FEWEST_TESTS and tests * fixture.size >= FEWEST_LINES and fixture.name not in names)
    ]
    return max(usable, key=lambda one: (one in present, users[one] * one.size), default=None)


def _is_present(fixture: Fixture, document: Document | None, context: Context) -> bool:
    node = document.functions.get(fixture.name) if document else None
    return node is not None and fingerprint_of(node) == fingerprint(fixture.source(context))


def _possible(
    function: Function, made: Collection[str], document: Document | None, context: Context
) -> Iterator[Fixture]:
    """The fixtures that could replace steps of a function, one for each value that it makes.

    Nothing is yielded for a coroutine, or for a function that the file has.
    """
    source = function.source("test")
    if function.is_coroutine or parsed(source) is None or (document and document.name_of(source)):
        return
    steps = steps_of(function.body)
    given = {*map(_name, function.parameters), *_defined_in(function.body)}
    stored = _stored([tree_of(function.body)])
    yield from _refreshing(function, steps, given | stored)
    for place, step in enumerate(steps):
        *earlier, last = (steps[n] for n in needed_for(place, steps))
        chosen = [*earlier, *_closing(step, steps), last]
        others = [other for other in steps if other not in chosen]
        mentioned = _mentioned(chosen)
        if (
            step.binds
            and not mentioned & (given - set(made))
            and not mentioned & (stored - _stored(one.head for one in chosen) - {one.binds for one in chosen})
            and all(_may_be_shared(one, context) for one in chosen)
            and _is_all_that_is_left(step, chosen, others)
            and _may_come_first(chosen, others, context)
            and not _is_mere_construction(chosen, context)
        ):
            asks = tuple(one for one in function.parameters if _name(one) in mentioned)
            yield Fixture(step.binds, asks, tuple(one.text for one in chosen), tuple(chosen))


def _closing(step: Step, steps: Sequence[Step]) -> Iterator[Step]:
    """The later steps that only register a finalizer for the value of a step."""
    for other in steps:
        if other.finalizer and other.first > step.first and other.mentions == {step.binds, "request"}:
            yield other


def _refreshing(function: Function, steps: Sequence[Step], own: Collection[str]) -> Iterator[Fixture]:
    """A fixture of the steps that reset caches and counters, and one of those that remove variables.

    Only settings may come before these steps. `own` are the names that the test itself binds or requests,
    which the steps must not use, except for `monkeypatch`.
    """
    asks = tuple(one for one in function.parameters if _name(one) == MONKEYPATCH)
    names = set(own) - {MONKEYPATCH}
    kinds = {FRESH: [s for s in steps if s.refreshes], CLEAN: [s for s in steps if s.removes]}
    for name, found in kinds.items():
        chosen = [step for step in found if not step.mentions & (names - _stored([step.node]))]
        others = [step for step in steps if step not in chosen]
        if chosen and all(
            other.text.startswith(SETTING) for other in others if other.first < chosen[-1].first
        ):
            yield Fixture(name, asks, tuple(one.text for one in chosen), tuple(chosen))


def _stored(nodes: Iterable[ast.AST]) -> set[str]:
    """The variables that are assigned anywhere within the nodes."""
    within = (node for each in nodes for node in ast.walk(each))
    return {node.id for node in within if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _defined_in(body: str) -> Iterator[str]:
    """The names of classes and functions that a test defines itself."""
    for node in ast.walk(tree_of(body)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def _may_be_shared(step: Step, context: Context) -> bool:
    """Whether a step prepares something, binds no plain value and passes none to code of the subject."""
    if FINALIZING in step.text:
        return bool(step.finalizer)
    plain = (
        isinstance(node, ast.Constant)
        for called in step.calls
        if _is_of_subject(called, context)
        for node in ast.walk(called)
    )
    is_plain = any(plain) or (bool(step.binds) and not any(step.calls))
    return step.prepares and "pytest" not in step.mentions and not is_plain


def _is_of_subject(called: ast.Call, context: Context) -> bool:
    match called.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return any(
                known.in_subject and known.name == name for known in context.subject.callables.values()
            )
    return False


def _is_mere_construction(chosen: Sequence[Step], context: Context) -> bool:
    """Whether the only step calls code of the subject: `Bag()` says more than the name of a fixture."""
    return len(chosen) == 1 and any(_is_of_subject(called, context) for called in chosen[0].calls)


def _is_all_that_is_left(step: Step, chosen: Sequence[Step], others: Sequence[Step]) -> bool:
    """Whether the other steps use only the value of `step` of all chosen values, and rebind none of these."""
    bound = {one.binds for one in chosen} - {""}
    hidden = bound - {step.binds}
    if any(other.finalizer and other.mentions & hidden for other in others):
        return False
    return bound & _mentioned(others) == {step.binds} and all(other.binds not in bound for other in others)


def _mentioned(steps: Iterable[Step]) -> frozenset[str]:
    """The names in steps other than those that register finalizers."""
    return frozenset[str]().union(*(step.mentions for step in steps if not step.finalizer))


def _may_come_first(chosen: Sequence[Step], others: Sequence[Step], context: Context) -> bool:
    """Whether the chosen steps may run before all other steps, some of which now precede them.

    A call of the subject may depend on any of these, except those that only make other values.
    """
    earlier = [other for other in others if other.first < chosen[-1].first]
    is_opened = any(one.opens for one in chosen)
    if any(one.is_inside for one in chosen) and not is_opened:
        return False
    if is_opened:
        return not earlier
    runs_subject = any(_is_of_subject(called, context) for one in chosen for called in one.calls)
    return not runs_subject or all(other.binds for other in earlier)


def _asking(
    function: Function, fixture: Fixture, made: Collection[str], document: Document | None, context: Context
) -> Function:
    """The function requesting a fixture instead of performing its steps, or some of them."""
    for possible in _possible(function, made, document, context):
        if fixture.stands_for(possible):
            body = without(function.body, possible.steps)
            left = frozenset[str]().union(*(step.mentions for step in steps_of(body))) - {fixture.name}
            others = [parameter for parameter in function.parameters if _name(parameter) in left]
            return replace(function, body=body, parameters=(fixture.parameter(context), *others))
    return function


def _name(parameter: str) -> str:
    """The name of a parameter that may have a hint."""
    return parameter.partition(":")[0]


def asked_for(sources: Sequence[str], fixtures: Mapping[str, str]) -> list[str]:
    """List the names of the fixtures that functions request, directly or through other fixtures."""
    found: list[str] = []
    pending = list(sources)
    while pending:
        parameters = {
            argument.arg
            for function in functions_of(tree_of(pending.pop()))
            for argument in function.args.args
        }
        new = [name for name in fixtures if name in parameters and name not in found]
        found += new
        pending += [fixtures[name] for name in new]
    return [name for name in fixtures if name in found]
