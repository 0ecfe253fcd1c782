"""Arguments of the declared types, where a test does not need others.

The search now and then passes values of other types, since subjects check for them. Where such a value
made no difference, it would confuse a reader.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, islice

from testloom.model.statements import (
    AttributeStatement,
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    StubStatement,
    TestCase,
)
from testloom.model.statements.environment import StateStatement
from testloom.model.subject import Subject
from testloom.model.types import ANY, TypeRef, alternatives
from testloom.search.minimisation.handing import Handed, handed, with_argument
from testloom.search.minimisation.plainness.plain import Made, plain_values, wanted_types
from testloom.search.minimisation.plainness.simplicity import simpler
from testloom.search.minimisation.plainness.suitability import (
    SETS,
    TEXT,
    UNKNOWN,
    UNORDERED,
    better_types,
    collections_of,
    has_unfit_length,
    replacements,
    returned,
    some_known,
    some_particular,
    usual_types,
)
from testloom.search.minimisation.values.answers import type_due
from testloom.search.minimisation.values.arguments import IN_MEMORY
from testloom.search.providers.values.collecting import COLLECTIONS
from testloom.search.providers.values.dates import DATES
from testloom.search.providers.values.functions import CALLABLE, FUNCTIONS, result_of

MOST_LETTERS = 4
"""The most letters of a text that become the items of a list."""
LONG = 8
"""The length of a text from which on it is worth a copy."""
WRITING = frozenset({"write", "writelines"})
"""The uses of a stream that is there to be written to."""


def conforming(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with one argument that does not fit its parameter replaced by a plain one that does.

    Plain values also replace an object of the subject or of the library where nothing is known of the
    parameter, what a call returned if there are plain values of that type, an item of a collection that
    the parameter does not take, and a double's return value that does not fit its class.
    """
    yield from _fitting(case, subject, but_any=True)
    yield from _with_fitting_answers(case, subject)
    for _, call in groupby(handed(case, subject), lambda argument: argument.call):
        arguments = list(call)
        for instead in (_returned, _functions, _instead_of_bytes, _usual):
            for argument in arguments:
                for made in instead(argument, case.fresh_id, subject):
                    yield with_argument(case, argument.call, argument.place, made)
    yield from _with_usual_items(case, subject)


def _returned(argument: Handed, fresh: int, subject: Subject) -> Iterator[Made]:
    """Plain values instead of what a call returned or an attribute holds, unless a class is asked for.

    A value that should not fit is as plain as one that does.
    """
    given, wanted = argument.given, wanted_types(argument.parameter, subject)
    yield from _values(returned(given, subject), fresh, subject)
    if _is_of_unknown_type(given, subject) and not any(kind.is_class for kind in wanted):
        yield from _values(dict.fromkeys((*some_known(wanted), TEXT, TypeRef("int"))), fresh, subject)


def _is_of_unknown_type(given: Statement, subject: Subject) -> bool:
    """Whether a value is what an attribute holds, or what a function without annotation returned."""
    called = subject.callables.get(given.callable) if isinstance(given, CallStatement) else None
    is_untold = called is not None and called.kind == "function" and called.returns == ANY
    return isinstance(given, AttributeStatement) or is_untold


def _functions(argument: Handed, fresh: int, subject: Subject) -> Iterator[Made]:
    """Builtin functions instead of a plain value where any function is wanted."""
    given, wanted = argument.given, wanted_types(argument.parameter, subject)
    is_none = isinstance(given, LiteralStatement) and given.value is None
    is_plain = isinstance(given, LiteralStatement | CollectionStatement) and not is_none
    if is_plain and wanted and all(kind.name == CALLABLE and result_of(kind) == ANY for kind in wanted):
        for path in FUNCTIONS:
            yield (ReferenceStatement(fresh, path),)


def _instead_of_bytes(argument: Handed, fresh: int, subject: Subject) -> Iterator[Made]:
    """A text instead of bytes, where nothing says that bytes are wanted, or a number in a list."""
    given = argument.given
    if not isinstance(given, LiteralStatement) or not isinstance(given.value, bytes):
        return
    if all(kind.name != "bytes" for kind in wanted_types(argument.parameter, subject)):
        yield from _values([TypeRef("str")], fresh, subject)
        number = LiteralStatement(fresh, sum(given.value))
        yield number, CollectionStatement(number.id + 1, "list", (number.id,))


def _usual(argument: Handed, fresh: int, subject: Subject) -> Iterator[Made]:
    """Plain values of the usual types, and a list, which is in an order, instead of a set."""
    given, wanted = argument.given, wanted_types(argument.parameter, subject)
    yield from _values(usual_types(given, argument.parameter, wanted), fresh, subject)
    if not isinstance(given, CollectionStatement) or any(kind.name not in UNKNOWN for kind in wanted):
        return
    if given.kind in (SETS if given.items else UNORDERED):
        yield (given.replace(id=fresh, kind="list"),)


def _with_usual_items(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """The test case with a text or number for a truth value or None among items of which nothing is known."""
    odd = {s.id for s in case.literals if isinstance(s.value, bool | None)}
    for *_, parameter, given in handed(case, subject):
        if not isinstance(given, CollectionStatement) or given.kind == "dict":
            continue
        if not odd.isdisjoint(given.items) and not any(
            kind.args for kind in wanted_types(parameter, subject)
        ):
            for place in (place for place, item in enumerate(given.items) if item in odd):
                for made in _values([TEXT, TypeRef("int")], case.fresh_id, subject):
                    yield _with_item(case, given, place, made)


def texts_for_bytes(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield the test case with texts instead of all bytes, where both suit.

    All at once, as code that takes both mostly wants them to be alike.
    """
    texts = {
        statement.id: LiteralStatement(statement.id, statement.value.decode())
        for statement in case.literals
        if isinstance(statement.value, bytes)
        if statement.value.isascii()
    }
    if not texts:
        return
    changed = TestCase(tuple(texts.get(statement.id, statement) for statement in case.statements))
    odd, odd_with_bytes = (sum(1 for _ in _fitting(one, subject, but_any=True)) for one in (changed, case))
    if odd <= odd_with_bytes:
        yield changed


def _fitting(
    case: TestCase, subject: Subject, *, but_texts: bool = False, but_any: bool = False
) -> Iterator[TestCase]:
    """The test case with one argument, or item of an argument, that fits instead of one that does not.

    It may keep texts where no annotation says what is wanted: what goes through items goes through these.
    Or nothing fits only because anything would: what a docstring says is a hint, but one that people follow.
    """
    statements = {statement.id: statement for statement in case.statements}
    for index, place, parameter, given in handed(case, subject):
        kinds = wanted_types(parameter, subject)
        if but_any:
            kinds = some_particular(kinds)
        if but_texts and parameter.type == ANY and _is_text(given):
            continue
        wanted = better_types(given, kinds, statements, subject)
        for made in _values(wanted, case.fresh_id, subject):
            yield with_argument(case, index, place, made)
        if "list" in collections_of(wanted) and (letters := _letters(given, case.fresh_id)):
            yield with_argument(case, index, place, letters)
        if isinstance(given, CollectionStatement):
            for kind in collections_of(wanted) - {"dict"} if given.kind != "dict" else ():
                yield with_argument(case, index, place, (given.replace(id=case.fresh_id, kind=kind),))
            yield from _with_fitting_items(case, given, kinds, subject)


def _letters(given: Statement, fresh: int) -> Made:
    """The list of the letters of a short text, through which code goes in the same way; else nothing."""
    value = given.value if isinstance(given, LiteralStatement) else None
    if not isinstance(value, str) or not 0 < len(value) <= MOST_LETTERS:
        return ()
    letters = tuple(LiteralStatement(fresh + place, letter) for place, letter in enumerate(value))
    return (*letters, CollectionStatement(fresh + len(value), "list", tuple(each.id for each in letters)))


def _with_fitting_items(
    case: TestCase, given: CollectionStatement, kinds: Iterable[TypeRef], subject: Subject
) -> Iterator[TestCase]:
    """The test case with one item of a collection replaced by one of the type that its items have."""
    kind = next((kind for kind in kinds if kind.args and COLLECTIONS.get(kind.name) == given.kind), None)
    if kind is None:
        return
    statements = {statement.id: statement for statement in case.statements}
    for place, item in enumerate(given.items):
        wanted = alternatives(_kind_of_item(kind, place))
        for made in _values(replacements(statements[item], wanted, subject), case.fresh_id, subject):
            yield _with_item(case, given, place, made)


def _with_item(case: TestCase, given: CollectionStatement, place: int, made: Made) -> TestCase:
    """The test case with what was made in place of an item of a collection."""
    index = next(place for place, statement in enumerate(case.statements) if statement.id == given.id)
    items = (*given.items[:place], made[-1].id, *given.items[place + 1 :])
    return case.replaced(index, *made, given.replace(items=items))


def _with_fitting_answers(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """The test case with one plain answer of a double replaced by one of the type that its class answers."""
    plain = {s.id: s for s in case.statements if isinstance(s, LiteralStatement | CollectionStatement)}
    for index, double in enumerate(case.statements):
        if not isinstance(double, DoubleStatement) or not double.spec:
            continue
        for place, answer in enumerate(double.answers):
            due = type_due(double, answer.path, subject)
            if due is None or answer.raises or answer.value not in plain:
                continue
            wanted = replacements(plain[answer.value], alternatives(due), subject)
            for made in _values(wanted, case.fresh_id, subject):
                answers = list(double.answers)
                answers[place] = answer.replace(value=made[-1].id)
                yield case.replaced(index, *made, double.replace(answers=tuple(answers)))


def _kind_of_item(kind: TypeRef, place: int) -> TypeRef:
    """The type of an item of a collection; keys and values of a dict take turns."""
    if kind.name == "dict":
        return kind.args[place % 2] if len(kind.args) == 2 else ANY
    return kind.args[place if kind.name == "tuple" and place < len(kind.args) else 0]


def filled(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with a plain value for a None whose parameter takes values, too: None hides them.

    An object that is itself handed over gets no other object: that may take one of its kind, and so on. A
    function returns a value instead of raising an exception, if its result type is known. An empty stream
    gets a content, unless it is there to be written to: what reads of nothing comes to nothing.
    """
    used = {value for s in case for value in s.references if value != getattr(s, "receiver", None)}
    yield from _with_contents(case, subject)
    for index, place, parameter, given in handed(case, subject):
        kinds = alternatives(parameter.type)
        if isinstance(given, LiteralStatement) and given.value is None and len(kinds) > 1:
            hidden = subject.classes if case.statements[index].id in used else ()
            wanted = [kind for kind in kinds if kind.name != "none" and kind.name not in hidden]
            for made in _values(wanted, case.fresh_id, subject):
                yield with_argument(case, index, place, made)
        if isinstance(given, StubStatement) and given.raises:
            functions = [kind for kind in kinds if result_of(kind) != ANY]
            for made in _values(functions, case.fresh_id, subject):
                if isinstance(made[-1], StubStatement) and not made[-1].raises:
                    yield with_argument(case, index, place, made)


def _with_contents(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """The test case with a content for a stream in memory that is empty, and that nothing writes to.

    What stands for the console is as the search has left it: that nothing comes is an input, too.
    """
    uses = [(entry.given.id, entry.parameter.uses) for entry in handed(case, subject)]
    written = {given for given, done in uses if not WRITING.isdisjoint(done)}
    written |= {statement.value for statement in case if isinstance(statement, StateStatement)}
    for index, opened in enumerate(case.statements):
        if not isinstance(opened, CallStatement) or opened.args or opened.id in written:
            continue
        if (plain := IN_MEMORY.get(opened.callable)) is not None:
            content = LiteralStatement(case.fresh_id, plain)
            yield case.replaced(index, content, opened.replace(args=(content.id,)))


def has_ill_typed_argument(case: TestCase, subject: Subject) -> bool:
    """Check whether an argument is of another type than its parameter, as far as that is known."""
    return next(_fitting(case, subject), None) is not None


def nonconformance(case: TestCase, subject: Subject) -> int:
    """Count in how many ways arguments could fit their parameters better.

    Strings fit parameters without annotation.
    """
    return sum(1 for _ in _fitting(case, subject, but_texts=True))


def unfit_lengths(case: TestCase, subject: Subject) -> int:
    """Count the collections, nested ones too, whose length no parameter type admits."""
    collections = {s.id: s for s in case.statements if isinstance(s, CollectionStatement)}
    if not collections:
        return 0
    waiting = [(given, alternatives(parameter.type)) for *_, parameter, given in handed(case, subject)]
    found = 0
    while waiting:
        given, kinds = waiting.pop()
        if not isinstance(given, CollectionStatement):
            continue
        found += has_unfit_length(given, kinds)
        of_items = [kind for kind in kinds if kind.args and COLLECTIONS.get(kind.name) == given.kind]
        for place, item in enumerate(given.items) if of_items else ():
            if item in collections:
                waiting.append((collections[item], alternatives(_kind_of_item(of_items[0], place))))
    return found


def _is_text(given: Statement) -> bool:
    return isinstance(given, LiteralStatement) and isinstance(given.value, str)


def is_well_typed(case: TestCase, subject: Subject) -> bool:
    """Check whether all arguments are of the annotated types, where there are annotations."""
    statements = {statement.id: statement for statement in case.statements}
    return not any(
        better_types(given, alternatives(parameter.type), statements, subject)
        for _, _, parameter, given in handed(case, subject)
        if parameter.type.name != "any"
    )


def is_fully_typed(case: TestCase, subject: Subject) -> bool:
    """Check whether all arguments have parameters with annotated types, none of them `Any`."""
    arguments = handed(case, subject)
    return all(kind.name != "any" for argument in arguments for kind in alternatives(argument.parameter.type))


def kinds_of_literals(case: TestCase, subject: Subject) -> Mapping[int, list[TypeRef]]:
    """Map literals to the types of their parameters, where these admit only some values of a type."""
    kinds = {given.id: alternatives(parameter.type) for _, _, parameter, given in handed(case, subject)}
    return {
        argument: admitted
        for argument, admitted in kinds.items()
        if any(kind.limits or kind.name == "literal" for kind in admitted)
    }


def separated(case: TestCase) -> Iterator[TestCase]:
    """Yield test cases in which the last of several uses of a literal gets a simpler value of its own.

    Or else a long text gets a copy, so that both may become shorter.
    """
    uses = Counter(value for statement in case.statements for value in statement.references)
    values = [s.value for s in case.literals]
    shared = {s.id: s.value for s in case.literals if uses[s.id] > 1}
    for index, statement in reversed(list(enumerate(case.statements))):
        for place, used in reversed(_places_in(statement)):
            given = shared.get(used)
            copies = [given] if isinstance(given, str) and len(given) >= LONG else []
            for value in (*islice(simpler(given, values), 2), *copies):
                own = LiteralStatement(case.fresh_id, value)
                if isinstance(statement, CollectionStatement):
                    items = tuple(own.id if n == place else item for n, item in enumerate(statement.items))
                    yield case.replaced(index, own, statement.replace(items=items))
                else:
                    yield with_argument(case, index, place, (own,))


def _places_in(statement: Statement) -> list[tuple[int | str, int]]:
    """The arguments of a call, other than of a date, or the items of a collection, each with its place."""
    match statement:
        case CollectionStatement(items=items):
            return [*enumerate(items)]
        case CallStatement(args=args, kwargs=kwargs) if statement.callable not in DATES:
            return [*enumerate(args), *kwargs]
        case _:
            return []


def _values(wanted: Iterable[TypeRef], fresh: int, subject: Subject) -> Iterator[Made]:
    for kind in wanted:
        yield from plain_values(kind, fresh, subject)
