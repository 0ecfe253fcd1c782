"""What a test is about, in phrases: its subject, its outcome, the conditions it meets, its arguments."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from testloom.model.statements import (
    AttributeStatement,
    CallStatement,
    CollectionStatement,
    EnterStatement,
    InvokeStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
)
from testloom.model.statements.environment import (
    IDENTIFIERS,
    SEEDED,
    ArgumentsStatement,
    ConsoleStatement,
    EnvironmentStatement,
    FactStatement,
    FailureStatement,
    FileStatement,
    VariableStatement,
)
from testloom.model.subject import Subject
from testloom.model.suite import (
    AssertedTest,
    Assertion,
    ExceptionAssertion,
    FileAssertion,
    LogAssertion,
    OutputAssertion,
    StateAssertion,
    ValueAssertion,
    WarningAssertion,
)
from testloom.model.texts.names import QUESTION, WITHOUT_RESULT
from testloom.model.types import Scalar
from testloom.writer.cases.conditions import snake, words_of
from testloom.writer.cases.usage import arguments_of, is_item
from testloom.writer.values.expressions import scalar_of
from testloom.writer.values.operators import WORDS

_WORD = r"(?:[A-Z]?[a-z]+|[A-Z]{1,5})"
_SLUG = re.compile(rf"{_WORD}\d*(?:[ _-](?:{_WORD}\d*|\d+)){{0,2}}")
_EMPTY = {"list": "empty list", "tuple": "empty tuple", "set": "empty set", "dict": "empty dict"}
_OTHER = re.compile(r"[^A-Za-z0-9]+")
WRITTEN = "getvalue()"
"""What was written into a stream in memory."""
ASKED = {"__iter__": "items", "__str__": "text", "__repr__": "text"}
"""Words for what the special methods of an object answer."""
NUMBERS = ("decimal:Decimal", "fractions:Fraction")
MIN_SLUG = 2
MAX_SLUG = 20
LONG = 40
MAX_ATTRIBUTES = 2


@dataclass(frozen=True, slots=True)
class Description:
    """Phrases about one test; `telling` says that the outcome alone is a good name.

    Of a table the phrases are those that all of its tests share; what tells them apart, its rows say.
    """

    subject: str
    outcome: str
    telling: bool
    conditions: tuple[str, ...]
    arguments: tuple[str, ...]
    is_table: bool = False


def describe(test: AssertedTest, subject: Subject) -> Description:
    """Find the phrases for a test."""
    outcome, telling = _outcome(test, subject)
    name = _registered(test) or _subject(test.callable, subject)
    conditions = tuple(_conditions(test, subject))
    return Description(name, outcome, telling, conditions, tuple(_arguments(test, subject)))


def _registered(test: AssertedTest) -> str:
    """The name under which a function was found in a registry, if the test calls such a one at its end."""
    known = {statement.id: statement for statement in test.case.statements}
    last = test.case.statements[-1] if test.case.statements else None
    found = known.get(last.function) if isinstance(last, InvokeStatement) else None
    if found is None or not is_item(found):
        return ""
    match known[found.args[0]]:
        case LiteralStatement(value=str(key)) if key.isidentifier():
            return snake(key)
    return ""


def slug(text: str) -> str:
    """A short text as words, empty if it is no such text."""
    is_words = MIN_SLUG <= len(text) <= MAX_SLUG and _SLUG.fullmatch(text)
    return text.lower().replace("-", " ") if is_words else ""


def _conditions(test: AssertedTest, subject: Subject) -> Iterator[str]:
    """Phrases for the conditions that the test meets: those about parameters first, then the innermost."""
    known = subject.callables.get(test.callable)
    parameters = {snake(entry.name).replace("_", " ") for entry in known.parameters} if known else set()
    phrases = [words_of(label) for label in (*reversed(test.meets), *test.covers)]
    told = dict.fromkeys(phrase for phrase in phrases if phrase and _is_told(phrase, parameters))
    yield from sorted(told, key=lambda phrase: not any(f" {name} " in f"{phrase} " for name in parameters))


def _is_told(phrase: str, parameters: Collection[str]) -> bool:
    """Whether a reader knows the names in a phrase: of one letter only those of parameters."""
    return all(
        len(word) > 1 or word in parameters or not word.isalpha() or word == "a" for word in phrase.split()
    )


def _subject(callable_id: str, subject: Subject) -> str:
    """The callable; with its class, where several classes have one of that name."""
    module, _, qualname = callable_id.partition(":")
    owner, _, name = qualname.rpartition(".")
    known = subject.callables.get(callable_id)
    if known is not None and known.kind == "constructor":
        return snake(name)
    if known is not None and known.kind == "definition":
        return f"class of {snake(name)}" if known.is_metaclass else f"subclass of {snake(owner)}"
    owner = snake(owner.rpartition(".")[2])
    special = name.startswith("__") and name.endswith("__")
    word = WORDS.get(name, name.strip("_")) if special else snake(name)
    same = [entry for entry in subject.callables.values() if entry.name == name and entry.in_subject]
    if owner and (special or len(same) > 1):
        return f"{owner} {word}".strip()
    return word or module.rpartition(".")[2]


def _outcome(test: AssertedTest, subject: Subject) -> tuple[str, bool]:
    last = test.case.statements[-1] if test.case.statements else None
    found: tuple[str, bool] = ("", False)
    held = [assertion.path for assertion in test.assertions if isinstance(assertion, StateAssertion)]
    changed = [_word(path.partition(":")[2]) for path in held]
    if suppressed := _suppressed(test):
        return f"suppresses {suppressed}", True
    for assertion in test.assertions:
        if isinstance(assertion, ExceptionAssertion):
            return f"raises {_type_name(assertion.type)}", True
        if not isinstance(assertion, ValueAssertion) or assertion.unchanged:
            continue
        if assertion.attribute and _is_made(assertion, last, subject):
            found = f"returns {_made_by(last, subject)}".removesuffix("returns "), False
        elif assertion.attribute == WRITTEN and isinstance(last, CallStatement):
            changed.append(_role(assertion.statement, last, subject, otherwise="output"))
        elif assertion.attribute:
            name = _word(assertion.attribute)
            changed.append("message" if assertion.expected.get("message") else name)
        elif last is not None and assertion.statement == last.id:
            found = _result(assertion, last)
        elif isinstance(last, CallStatement):
            changed.append(_role(assertion.statement, last, subject))
    if found[1]:
        return found
    effect = next(filter(None, map(_effect, test.assertions)), "")
    if effect:
        return effect, True
    return _change(changed, last, subject) if changed else found


def _role(value: int, last: CallStatement, subject: Subject, otherwise: str = "its argument") -> str:
    """What a value is to a call that has changed it: its object, or one of its arguments."""
    called = subject.callables.get(last.callable)
    if value == last.receiver and called is not None and called.owner:
        return _type_name(called.owner)
    return snake(dict(arguments_of(last, called)).get(value, "")) or otherwise


def _word(attribute: str) -> str:
    """What an attribute is called, or what an object is asked."""
    name = attribute.rpartition(".")[2].removesuffix(QUESTION)
    return ASKED.get(name) or WORDS.get(name) or snake(name)


def _suppressed(test: AssertedTest) -> str:
    """The exception that the body of the last `with` raises and that does not leave it."""
    last = test.case.statements[-1] if test.case.statements else None
    if not isinstance(last, EnterStatement) or last.error is None:
        return ""
    if any(isinstance(assertion, ExceptionAssertion) for assertion in test.assertions):
        return ""
    error = next(statement for statement in test.case.statements if statement.id == last.error)
    return _type_name(error.path) if isinstance(error, ReferenceStatement) else "exception"


def _effect(assertion: Assertion) -> str:
    """What a test shows beside values."""
    match assertion:
        case WarningAssertion(type=name):
            return f"warns of {_type_name(name).removesuffix('_warning')}"
        case OutputAssertion(text=text):
            return f"prints {slug(text.strip())}".strip() if text else "prints nothing"
        case FileAssertion(path=path, text=text):
            return f"{'removes' if text is None else 'writes'} {slug(PurePosixPath(path).stem) or 'file'}"
        case LogAssertion(messages=messages):
            return f"logs {slug(messages[0])}".strip() if messages else "logs nothing"
    return ""


def _type_name(path: str) -> str:
    return snake(path.rpartition(":")[2].rpartition(".")[2])


def _change(attributes: list[str], last: Statement | None, subject: Subject) -> tuple[str, bool]:
    names = list(dict.fromkeys(attributes))
    if not isinstance(last, CallStatement) or last.callable.endswith(WITHOUT_RESULT):
        return "", False
    known = subject.callables.get(last.callable)
    sets = known is not None and known.kind == "constructor"
    if len(names) > MAX_ATTRIBUTES:
        return ("sets attributes", True) if sets else ("", False)
    return f"{'sets' if sets else 'updates'} {' and '.join(names)}", True


def _is_made(assertion: ValueAssertion, last: Statement | None, subject: Subject) -> bool:
    """Whether the assertion is about an object that the last call returned."""
    if last is None or assertion.statement != last.id or not isinstance(last, CallStatement):
        return False
    known = subject.callables.get(last.callable)
    return known is None or known.kind != "constructor"


def _made_by(last: Statement | None, subject: Subject) -> str:
    """The class of what a call returns, as far as it is annotated."""
    known = subject.callables.get(getattr(last, "callable", ""))
    return _type_name(known.returns.name) if known is not None and known.returns.is_class else ""


def _result(assertion: ValueAssertion, last: Statement) -> tuple[str, bool]:
    verb = "is" if isinstance(last, AttributeStatement) else "returns"
    if isinstance(last, CallStatement) and assertion.expected.get("reference") == last.receiver is not None:
        return "returns itself", True
    word, telling = _value(assertion.expected)
    return (f"{verb} {word}", telling) if word else ("", False)


def _value(encoded: Mapping[str, Any]) -> tuple[str, bool]:
    """A value in words, and whether they say more than a number does."""
    match encoded["kind"]:
        case "enum" | "class":
            return snake(encoded["path"].rpartition(":")[2].rpartition(".")[2]), True
        case "list" | "tuple" | "set" | "dict" as kind if not encoded["items"]:
            return _EMPTY[kind], True
        case "scalar":
            return _scalar(scalar_of(encoded))
    return "", False


def _scalar(value: Scalar) -> tuple[str, bool]:
    match value:
        case None | bool():
            return str(value).lower(), True
        case str() if not value:
            return "empty string", True
        case str():
            return slug(value), True
        case int():
            return _number(value), False
    return "", False


def _number(value: int) -> str:
    if abs(value) >= 10**6:
        return "huge" if value > 0 else ""
    return "zero" if value == 0 else f"minus {-value}" if value < 0 else str(value)


def _arguments(test: AssertedTest, subject: Subject) -> Iterator[str]:
    """A phrase for each plain argument of the calls, those of the last call first."""
    statements: dict[int, Statement] = {entry.id: entry for entry in test.case.statements}
    for statement in reversed(test.case.statements):
        if isinstance(statement, CallStatement):
            for reference, name in arguments_of(statement, subject.callables.get(statement.callable)):
                given = _content(statements[reference], statements)
                if words := _argument(given, snake(name).replace("_", " ")):
                    yield words
    for surrounding in (entry for entry in test.case.statements if isinstance(entry, EnvironmentStatement)):
        if words := _surrounding(surrounding):
            yield words


def _content(statement: Statement, statements: Mapping[int, Statement]) -> Statement:
    """What a number or path is made of, that one says in words like the plain value; else the statement."""
    match statement:
        case CallStatement(callable=path, args=(reference,)) if path in NUMBERS:
            match statements[reference]:
                case LiteralStatement(value=str(text)) if (number := _read(text)) is not None:
                    return LiteralStatement(statement.id, number)
            return statements[reference]
        case CallStatement(callable="pathlib:Path" | "pathlib:PurePath", args=(reference,)):
            return statements[reference]
    return statement


def _read(text: str) -> float | None:
    """The number that a text says, as a whole one if it is one."""
    try:
        number = float(text)
    except ValueError:
        return None
    return int(number) if number.is_integer() else number


def _surrounding(statement: EnvironmentStatement) -> str:
    """A phrase for what a test prepares in its environment."""
    match statement:
        case VariableStatement(name=name, value=str() as value):
            return _given(value, name.lower().replace("_", " "))
        case FileStatement(path=path, content=content) if name := _OTHER.sub(" ", PurePosixPath(path).stem):
            return f"with {'folder' if content is None else 'file'} {name}"
        case ConsoleStatement(lines=[line, *_]) if words := slug(line):
            return f"when {words} is typed"
        case ArgumentsStatement(values=[_, value, *_]) if words := slug(value.lstrip("-")):
            return f"with option {words}"
        case FailureStatement(text=text):
            return f"when {text.lower().replace('/', ' ')}"
        case FactStatement(name="isatty", answers=(answer,)):
            return "on a terminal" if answer else "without terminal"
        case FactStatement(name=name, answers=(answer,)) if name not in (*SEEDED, *IDENTIFIERS):
            return _given(answer, name.rpartition(".")[2].replace("_", " "))
    return ""


def _argument(statement: Statement, name: str) -> str:
    match statement:
        case LiteralStatement(value=value):
            return _given(value, name or "value")
        case CollectionStatement(items=items, kind=kind):
            count = len(items) // 2 if kind == "dict" else len(items)
            return (
                f"with {count} {'item' if count == 1 else 'items'} in {name or kind}"
                if count
                else f"with empty {name or kind}"
            )
        case ReferenceStatement(path=path):
            return f"with {snake(path.rpartition(':')[2].rpartition('.')[2])}".replace("_", " ")
    return ""


def _given(value: Scalar, name: str) -> str:
    match value:
        case None:
            return f"with {name} none"
        case bool():
            return f"{'with' if value else 'without'} {name}"
        case int():
            number = _number(value)
            return f"with {number} {name}" if number in ("zero", "") else f"with {name} {number}"
        case float() if value.is_integer():
            return f"with {name} {_number(int(value))}"
        case float():
            kind = "infinite" if math.isinf(value) else "negative" if value < 0 else "fractional"
            return f"with {kind} {name}"
        case complex():
            return f"with complex {name}"
        case str() | bytes():
            return _given_text(value, name)
    return ""


def _given_text(value: str | bytes, name: str) -> str:
    if not value:
        return f"with empty {name}"
    if value.isspace():
        return f"with blank {name}"
    if isinstance(value, bytes):
        return f"with {name} of {len(value)} bytes"
    if not value.isascii():
        return f"with non ascii {name}"
    if "\n" in value or len(value) > LONG:
        return f"with multiline {name}" if "\n" in value else f"with long {name}"
    words = slug(" ".join(_OTHER.sub(" ", value.replace("'", "")).split()))
    return f"with {name} {words}" if words else ""
