"""One test case with its assertions as the lines of a test."""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from testloom.model.statements import (
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    CollectionStatement,
    EnterStatement,
    InvokeStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
)
from testloom.model.subject import Callable, Subject
from testloom.model.suite import AssertedTest, ExceptionAssertion, ValueAssertion
from testloom.writer.comparisons import Comparison, comparisons
from testloom.writer.errors import UnwritableError
from testloom.writer.expressions import collection, literal, pattern
from testloom.writer.imports import AMBIGUOUS, ISLICE, Imports
from testloom.writer.operators import Syntax, as_syntax
from testloom.writer.style import ProjectStyle
from testloom.writer.templates import Role, Slot, Template
from testloom.writer.usage import (
    Usage,
    arguments_of,
    is_inlined_manager,
    needs_variable,
    usages,
    variable_names,
)

MAX_DRAINED = 100
FIXTURES = frozenset(
    {"request", "monkeypatch", "capsys", "caplog", "tmp_path", "recwarn", "pytester", "cache"}
)
BlockKind: TypeAlias = Literal["do", "assert"]


@dataclass(frozen=True, slots=True)
class Block:
    """A statement of the test; `do` arranges or acts, and an assertion that `acts` calls what it asserts."""

    kind: BlockKind
    text: str
    acts: bool = False


@dataclass(frozen=True, slots=True)
class Context:
    """What all tests of a file share; `reserved` are names that no variable takes."""

    subject: Subject
    imports: Imports
    style: ProjectStyle
    reserved: frozenset[str]

    @property
    def width(self) -> int:
        """How long a string may be before it is split."""
        return max(40, self.style.line_length - 24)


def write_case(test: AssertedTest, context: Context, *, inline: bool) -> Template:
    """The body of a test; with `inline` a result that is asserted once stands in its assertion.

    Raises:
        UnwritableError: if Python source cannot say it; the error names the test.
    """
    try:
        return _Case(test, context, inline).write()
    except UnwritableError as error:
        raise UnwritableError(error.what, test.id) from None


class _Case:
    """The state of writing one test: its variables and the literals that were written so far."""

    def __init__(self, test: AssertedTest, context: Context, inline: bool) -> None:
        self._test = test
        self._context = context
        self._inline = inline
        self._statements: Mapping[int, Statement] = {entry.id: entry for entry in test.case.statements}
        self._usages = usages(test, context.subject)
        self._slots: list[Slot] = []
        self._frozen = False
        self._after: dict[int, list[ValueAssertion]] = {}
        self._raises: dict[int, ExceptionAssertion] = {}
        self._sort_assertions()
        self._variables = self._name_variables()

    def write(self) -> Template:
        blocks = [block for entry in self._test.case.statements for block in self._blocks(entry)]
        names = frozenset(self._variables.values())
        return Template(_laid_out(blocks), tuple(self._slots), names)

    # What there is

    def _sort_assertions(self) -> None:
        needed = [entry.id for entry in self._test.case.statements if entry.id in self._usages]
        for assertion in self._test.assertions:
            if isinstance(assertion, ExceptionAssertion):
                self._raises[assertion.statement] = assertion
            else:
                after = assertion.after if assertion.after in needed else needed[-1]
                self._after.setdefault(after, []).append(assertion)

    def _name_variables(self) -> dict[int, str]:
        taken = set(self._context.reserved) | self._context.imports.names
        names: dict[int, str] = {}
        for statement in self._test.case.statements:
            usage = self._usages.get(statement.id)
            if usage is None or not self._is_variable(statement, usage):
                continue
            candidates = list(variable_names(statement, usage, self._context.subject))
            names[statement.id] = _free_name(candidates, taken)
            taken.add(names[statement.id])
        return names

    def _is_variable(self, statement: Statement, usage: Usage) -> bool:
        if needs_variable(statement, usage):
            return True
        is_result = isinstance(statement, CallStatement | AttributeStatement | InvokeStatement)
        return is_result and usage.asserted > 0 and not self._is_inlined(statement)

    def _is_inlined(self, statement: Statement) -> bool:
        """Whether a result is written into the one assertion that follows it."""
        following = self._after.get(statement.id, [])
        if not self._inline or len(following) != 1 or following[0].statement != statement.id:
            return False
        usage = self._usages[statement.id]
        return not needs_variable(statement, usage) and len(comparisons(following[0], "x")) == 1

    # Statements

    def _blocks(self, statement: Statement) -> Iterator[Block]:
        usage = self._usages.get(statement.id)
        if usage is None:
            return
        following = self._after.get(statement.id, [])
        if statement.id in self._raises:
            yield Block("do", self._raising(statement))
        elif self._is_inlined(statement):
            yield Block("assert", self._asserted(following[0], self._syntax(statement)), acts=True)
            return
        elif (text := self._performed(statement)) is not None:
            yield Block("do", text)
        for assertion in following:
            yield from (Block("assert", line) for line in self._assertions(assertion))

    def _performed(self, statement: Statement) -> str | None:
        """The statement by itself; None for a value that is written where it is used."""
        name = self._variables.get(statement.id)
        if name is None and isinstance(
            statement, LiteralStatement | CollectionStatement | ReferenceStatement
        ):
            return None
        if isinstance(statement, EnterStatement):
            return self._entered(statement)
        if isinstance(statement, CallStatement) and is_inlined_manager(self._usages[statement.id]):
            return None
        if name is None:
            return self._alone(statement)
        return f"{name} = {self._definition(statement)}"

    def _definition(self, statement: Statement) -> str:
        """What a variable is bound to; a collection may be mutated and is no parameter of a table."""
        if isinstance(statement, CollectionStatement):
            self._frozen = True
            text = self._collection(statement, self._usages[statement.id].parameter)
            self._frozen = False
            return text
        return self._syntax(statement).text

    def _alone(self, statement: Statement) -> str:
        syntax = self._syntax(statement)
        return syntax.text if syntax.call or syntax.statement else f"_ = {syntax.text}"

    def _entered(self, statement: EnterStatement) -> str:
        """A `with` that does nothing in between; a manager that nothing else wants is made in it."""
        manager = self._statements[statement.source]
        known = statement.source in self._variables or not isinstance(manager, CallStatement)
        text = self._value(statement.source) if known else self._syntax(manager).text
        name = self._variables.get(statement.id)
        return f"with {text}{f' as {name}' if name else ''}:\n    pass"

    def _raising(self, statement: Statement) -> str:
        assertion = self._raises[statement.id]
        arguments = self._context.imports.path(assertion.type)
        if assertion.match.strip():
            text = pattern(assertion.match.strip(), single_quotes=self._context.style.single_quotes)
            arguments += f", match={self._slot(text, 'message', 'message')}"
        elif assertion.type in ("builtins:Exception", "builtins:BaseException"):
            arguments += ', match=".*"'
        raises = f"with {self._context.imports.module('pytest')}.raises({arguments})"
        if isinstance(statement, EnterStatement):
            return f"{raises}, {self._entered(statement).removeprefix('with ')}"
        return f"{raises}:\n    {self._alone(statement)}"

    # Expressions

    def _syntax(self, statement: Statement) -> Syntax:
        match statement:
            case CallStatement():
                return self._call(statement)
            case InvokeStatement(function=function, args=args, kwargs=kwargs):
                positional = [self._value(reference) for reference in args]
                named = [_keyword(name, self._value(reference, name)) for name, reference in kwargs]
                return Syntax(f"{self._value(function)}({', '.join(positional + named)})", call=True)
            case AttributeStatement(source=source, name=name):
                return Syntax(f"{self._value(source)}.{_attribute(name)}")
            case AssignmentStatement(source=source, name=name, value=value):
                return Syntax(
                    f"{self._value(source)}.{_attribute(name)} = {self._value(value, name)}", statement=True
                )
            case _:
                return Syntax(self._written(statement, self._usages[statement.id].parameter))

    def _value(self, reference: int, hint: str = "") -> str:
        """A value where it is used: its variable, or the literal itself."""
        if reference in self._variables:
            return self._variables[reference]
        return self._written(self._statements[reference], hint)

    def _written(self, statement: Statement, hint: str) -> str:
        style = self._context.style
        match statement:
            case LiteralStatement(value=value):
                text = literal(value, width=self._context.width, single_quotes=style.single_quotes)
                return self._slot(text, hint, "input")
            case ReferenceStatement(path=path):
                return self._slot(self._context.imports.path(path), hint, "input")
            case CollectionStatement():
                return self._collection(statement, hint)
        raise UnwritableError(f"The value of a {type(statement).__name__} is used before it exists.")

    def _collection(self, statement: CollectionStatement, hint: str) -> str:
        """A collection of plain values is one slot; one that holds variables is written around them."""
        outer, plain = self._frozen, self._is_plain(statement)
        self._frozen = outer or plain
        items = [self._value(item) for item in statement.items]
        self._frozen = outer
        text = collection(statement.kind, _distinct(statement.kind, items))
        return self._slot(text, hint, "input") if plain else text

    def _is_plain(self, statement: Statement) -> bool:
        if isinstance(statement, CollectionStatement):
            return all(
                item not in self._variables and self._is_plain(self._statements[item])
                for item in statement.items
            )
        return isinstance(statement, LiteralStatement | ReferenceStatement)

    def _slot(self, text: str, hint: str, role: Role) -> str:
        if self._frozen:
            return text
        self._slots.append(Slot(text, hint, role))
        return Template.mark(len(self._slots) - 1)

    def _call(self, statement: CallStatement) -> Syntax:
        known = self._context.subject.callables.get(statement.callable)
        name = statement.callable.rpartition(".")[2] if "." in statement.callable.partition(":")[2] else ""
        receiver = None if statement.receiver is None else self._value(statement.receiver)
        if receiver is not None and known is not None and known.kind == "property":
            return Syntax(f"{receiver}.{name}")
        arguments = self._arguments(statement, known)
        if receiver is None:
            syntax = Syntax(
                f"{self._context.imports.path(statement.callable)}({', '.join(arguments)})", call=True
            )
        else:
            special = as_syntax(name, receiver, arguments) if self._may_use_syntax(statement) else None
            if special and special.statement and self._usages[statement.id].asserted:
                special = None  # the result of a statement cannot be asserted
            if (
                special
                and name == "__eq__"
                and f"{statement.callable[:-6]}__ne__" in self._context.subject.callables
            ):
                special = replace(special, negated=f"({special.text}) is False")
            syntax = special or Syntax(f"{receiver}.{_attribute(name)}({', '.join(arguments)})", call=True)
        return self._driven(statement, known, syntax)

    def _may_use_syntax(self, statement: CallStatement) -> bool:
        """Operators turn a returned NotImplemented into an error: only where the outcome is known."""
        if statement.kwargs:
            return False
        return (
            statement.id in self._raises
            or self._usages[statement.id].asserted > 0
            or not self._is_binary(statement)
        )

    def _is_binary(self, statement: CallStatement) -> bool:
        name = statement.callable.rpartition(".")[2]
        syntax = as_syntax(name, "x", ["y"] * len(statement.args))
        return syntax is not None and not (syntax.call or syntax.statement)

    def _arguments(self, statement: CallStatement, known: Callable | None) -> list[str]:
        names = dict.fromkeys(range(len(statement.args)), "")
        for position, (_, name) in zip(names, arguments_of(statement, known), strict=False):
            names[position] = name
        positional = [self._value(reference, names[n]) for n, reference in enumerate(statement.args)]
        return positional + [
            _keyword(name, self._value(reference, name)) for name, reference in statement.kwargs
        ]

    def _driven(self, statement: CallStatement, known: Callable | None, syntax: Syntax) -> Syntax:
        """A coroutine is run to its end, a generator is drained."""
        if known is None or not (known.is_coroutine or known.is_generator):
            return syntax
        if known.is_coroutine and known.is_generator:
            raise UnwritableError(f"{known.qualname} is an asynchronous generator.")
        if known.is_coroutine:
            return Syntax(f"{self._context.imports.module('asyncio')}.run({syntax.text})", call=True)
        if self._is_known_to_end(statement):
            return Syntax(f"list({syntax.text})", call=True)
        return Syntax(f"list({self._context.imports.path(ISLICE)}({syntax.text}, {MAX_DRAINED}))", call=True)

    def _is_known_to_end(self, statement: CallStatement) -> bool:
        if statement.id in self._raises:
            return True
        values = (entry for entry in self._test.assertions if isinstance(entry, ValueAssertion))
        results = [
            entry.expected for entry in values if entry.statement == statement.id and not entry.attribute
        ]
        return any(len(result.get("items", ())) < MAX_DRAINED and "items" in result for result in results)

    # Assertions

    def _assertions(self, assertion: ValueAssertion) -> Iterator[str]:
        target = self._value(assertion.statement)
        for comparison in comparisons(assertion, target):
            yield f"assert {self._compared(comparison, Syntax(comparison.target), assertion)}"

    def _asserted(self, assertion: ValueAssertion, syntax: Syntax) -> str:
        (comparison,) = comparisons(assertion, syntax.text)
        return f"assert {self._compared(comparison, replace(syntax, text=comparison.target), assertion)}"

    def _compared(self, comparison: Comparison, target: Syntax, assertion: ValueAssertion) -> str:
        strict = assertion.attribute is None and self._is_ambiguous(assertion.statement)
        expected = comparison.write(self, target, strict=strict)
        if expected.value is None:
            return expected.text
        hint = comparison.attribute or "result"
        return f"{expected.text}{self._slot(expected.value, hint, 'expected')}"

    def _is_ambiguous(self, reference: int) -> bool:
        """Whether a truth value may come mixed with other values, so that only `is` tells them apart."""
        statement = self._statements.get(reference)
        if not isinstance(statement, CallStatement):
            return False
        known = self._context.subject.callables.get(statement.callable)
        return known is not None and known.returns.name == "union"

    # The scope of expected values

    def path(self, path: str) -> str:
        return self._context.imports.path(path)

    def module(self, name: str) -> str:
        return self._context.imports.module(name)

    def variable(self, statement: int) -> str:
        self._frozen, outer = True, self._frozen
        text = self._value(statement)
        self._frozen = outer
        return text

    @property
    def width(self) -> int:
        return self._context.width

    @property
    def single_quotes(self) -> bool:
        return self._context.style.single_quotes


def _laid_out(blocks: Sequence[Block]) -> str:
    """Arrange, act and assert, with an empty line between them."""
    acts = [position for position, block in enumerate(blocks) if block.kind == "do" or block.acts]
    lines: list[str] = []
    for position, block in enumerate(blocks):
        starts_act = acts[-1:] == [position] and position > 0
        if position and (starts_act or block.kind != blocks[position - 1].kind):
            lines.append("")
        lines.append(block.text)
    return "\n".join(lines)


def _free_name(candidates: Sequence[str], taken: set[str]) -> str:
    usable = [name for name in candidates if name.isidentifier()] or ["value"]
    for form in ("{}", "other_{}", "{}_", "another_{}"):
        for name in usable:
            made = form.format(name)
            if not (made in taken or made in FIXTURES or made in AMBIGUOUS or keyword.iskeyword(made)):
                return made
    number = 2
    while f"{usable[0]}_{number}" in taken:
        number += 1
    return f"{usable[0]}_{number}"


def _distinct(kind: str, items: list[str]) -> list[str]:
    """The items of a set, and the keys of a dict, once each."""
    if kind in ("set", "frozenset"):
        return list(dict.fromkeys(items))
    if kind == "dict":
        pairs = dict(zip(items[::2], items[1::2], strict=True))
        return [part for pair in pairs.items() for part in pair]
    return items


def _attribute(name: str) -> str:
    if all(part.isidentifier() and not keyword.iskeyword(part) for part in name.split(".")):
        return name
    raise UnwritableError(f"{name!r} is no name of an attribute.")


def _keyword(name: str, value: str) -> str:
    return (
        f"{name}={value}"
        if name.isidentifier() and not keyword.iskeyword(name)
        else f"**{{{name!r}: {value}}}"
    )
