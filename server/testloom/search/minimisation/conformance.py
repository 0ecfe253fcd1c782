"""Arguments that fit what the subject says about its parameters, where a test does not need others.

The search now and then passes values of other types, since subjects check for them. Where such a value made
no difference, a reader would stumble over it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, cycle, islice

from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    CollectionKind,
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    StubStatement,
    TestCase,
)
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import ANY, NONE, Scalar, TypeRef
from testloom.search.minimisation.answers import type_due
from testloom.search.minimisation.plain import PLAIN, Made, alternatives, plain_values, wanted_types
from testloom.search.minimisation.simplicity import simpler
from testloom.search.providers.classes.kinds import OF_DATA
from testloom.search.providers.inputs.library import LIBRARY_CLASSES, is_of_library, library_factory
from testloom.search.providers.inputs.records import RECORD
from testloom.search.providers.inputs.values import type_of_literal
from testloom.search.providers.provider import ValueProvider, provider_of
from testloom.search.providers.values.collecting import COLLECTIONS
from testloom.search.providers.values.dates import DATES
from testloom.search.providers.values.functions import CALLABLE, FUNCTIONS, answered, result_of
from testloom.search.providers.values.functions import fits as is_of_type

UNKNOWN = frozenset({"any", "object"})
OF_CLASSES = frozenset({"type", "callable", OF_DATA})
"""The types of parameters that classes are handed to."""
SETS = frozenset({"set", "frozenset"})
UNORDERED = SETS | {"dict"}
ADMITTED_AS: Mapping[CollectionKind, frozenset[CollectionKind]] = {
    "list": frozenset({"list"}),
    "tuple": frozenset({"tuple", "list"}),
    "set": frozenset({"set"}),
    "frozenset": frozenset({"frozenset", "set"}),
    "dict": frozenset({"dict"}),
}
"""What parameters may ask for that each kind of collection is handed to: `Sequence` counts as `list`."""


def conforming(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """The test case with one argument that does not fit its parameter replaced by a plain one that does.

    An object of the subject where nothing is known of the parameter gives way to a plain value, too, and so
    does an object of the library, what a call returned if there are plain values of that type, an item of a
    collection that the parameter does not take, and what a double answers that its class does not.
    """
    yield from _fitting(case, subject, but_any=True)
    yield from _with_fitting_answers(case, subject)
    statements = {statement.id: statement for statement in case.statements}
    for index, statement in enumerate(case.statements):
        if isinstance(statement, CallStatement):
            for place, _, argument in arguments_of(statement, subject):
                for made in _values(_returned(statements[argument], subject), case.fresh_id, subject):
                    yield with_argument(case, index, place, made)
            yield from _with_functions(case, index, statement, subject)
            yield from _with_numbers(case, index, statement, subject)
            yield from _usual(case, index, statement, subject)


def _with_functions(case: TestCase, index: int, call: CallStatement, subject: Subject) -> Iterator[TestCase]:
    """The test case with a builtin function instead of a plain value where any function is wanted."""
    statements = {statement.id: statement for statement in case.statements}
    for place, parameter, argument in arguments_of(call, subject):
        given, wanted = statements[argument], wanted_types(parameter, subject)
        is_none = isinstance(given, LiteralStatement) and given.value is None
        if is_none or not isinstance(given, LiteralStatement | CollectionStatement):
            continue
        if wanted and all(kind.name == CALLABLE and result_of(kind) == ANY for kind in wanted):
            for path in FUNCTIONS:
                yield with_argument(case, index, place, (ReferenceStatement(case.fresh_id, path),))


def _with_numbers(case: TestCase, index: int, call: CallStatement, subject: Subject) -> Iterator[TestCase]:
    """The test case with a number in a list instead of bytes, where nothing says that bytes are wanted."""
    statements = {statement.id: statement for statement in case.statements}
    for place, parameter, argument in arguments_of(call, subject):
        given = statements[argument]
        if not isinstance(given, LiteralStatement) or not isinstance(given.value, bytes):
            continue
        if all(kind.name != "bytes" for kind in wanted_types(parameter, subject)):
            number = LiteralStatement(case.fresh_id, sum(given.value))
            made = number, CollectionStatement(number.id + 1, "list", (number.id,))
            yield with_argument(case, index, place, made)


def _usual(case: TestCase, index: int, call: CallStatement, subject: Subject) -> Iterator[TestCase]:
    """The test case with a plain value instead of an object of the library, where no class is asked for.

    Where nothing is, a whole number is more usual than a fraction, a text says more than an empty list, and a
    list is in an order, unlike a set.
    """
    statements = {statement.id: statement for statement in case.statements}
    for place, parameter, argument in arguments_of(call, subject):
        given, wanted = statements[argument], wanted_types(parameter, subject)
        usual: list[TypeRef] = []
        if isinstance(given, CallStatement) and given.callable in LIBRARY_CLASSES:
            usual = some_known(wanted) if not any(kind.is_class for kind in wanted) else []
        elif any(kind.name not in UNKNOWN for kind in wanted):
            continue
        elif isinstance(given, LiteralStatement) and isinstance(given.value, float):
            usual = [TypeRef("int")]
        elif isinstance(given, CollectionStatement) and not given.items:
            usual = [TypeRef("str")]
        for made in _values(usual, case.fresh_id, subject):
            yield with_argument(case, index, place, made)
        if isinstance(given, CollectionStatement) and given.kind in (SETS if given.items else UNORDERED):
            yield with_argument(case, index, place, (given.replace(id=case.fresh_id, kind="list"),))


def _fitting(
    case: TestCase, subject: Subject, *, but_texts: bool = False, but_any: bool = False
) -> Iterator[TestCase]:
    """The test case with one argument, or item of an argument, that fits instead of one that does not.

    It may keep texts where no annotation says what is wanted: what goes through items goes through these.
    Or nothing fits only because anything would: what a docstring says is a hint, but one that people follow.
    """
    statements = {statement.id: statement for statement in case.statements}
    for index, statement in enumerate(case.statements):
        if not isinstance(statement, CallStatement):
            continue
        for place, parameter, argument in arguments_of(statement, subject):
            given, kinds = statements[argument], wanted_types(parameter, subject)
            if but_any:
                kinds = some_particular(kinds)
            if but_texts and parameter.type == ANY and _is_text(given):
                continue
            wanted = better_types(given, kinds, statements, subject)
            for made in _values(wanted, case.fresh_id, subject):
                yield with_argument(case, index, place, made)
            if isinstance(given, CollectionStatement):
                for kind in _collections(wanted) - {"dict"} if given.kind != "dict" else ():
                    yield with_argument(case, index, place, (given.replace(id=case.fresh_id, kind=kind),))
                yield from _with_fitting_items(case, given, kinds, subject)


def _with_fitting_items(
    case: TestCase, given: CollectionStatement, kinds: Iterable[TypeRef], subject: Subject
) -> Iterator[TestCase]:
    """The test case with one item of a collection replaced by one of the type that its items have."""
    kind = next((kind for kind in kinds if kind.args and COLLECTIONS.get(kind.name) == given.kind), None)
    if kind is None:
        return
    statements = {statement.id: statement for statement in case.statements}
    index = next(place for place, statement in enumerate(case.statements) if statement.id == given.id)
    for place, item in enumerate(given.items):
        wanted = alternatives(_kind_of_item(kind, place))
        for made in _values(_replacements(statements[item], wanted, subject), case.fresh_id, subject):
            items = (*given.items[:place], made[-1].id, *given.items[place + 1 :])
            changed = given.replace(items=items)
            yield case.replaced(index, *made, changed)


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
            wanted = _replacements(plain[answer.value], alternatives(due), subject)
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
    """The test case with a plain value for one None whose parameter takes values, too: None hides them.

    An object that is itself handed over gets no other object: that may take one of its kind, and so on. A
    function answers instead of raising an exception, if it is known with what.
    """
    statements = {statement.id: statement for statement in case.statements}
    handed = {value for s in case for value in s.references if value != getattr(s, "receiver", None)}
    for index, statement in enumerate(case.statements):
        if not isinstance(statement, CallStatement):
            continue
        hidden = subject.classes if statement.id in handed else ()
        for place, parameter, argument in arguments_of(statement, subject):
            given, kinds = statements[argument], alternatives(parameter.type)
            if isinstance(given, LiteralStatement) and given.value is None and len(kinds) > 1:
                wanted = [kind for kind in kinds if kind.name != "none" and kind.name not in hidden]
                for made in _values(wanted, case.fresh_id, subject):
                    yield with_argument(case, index, place, made)
            if isinstance(given, StubStatement) and given.raises:
                functions = [kind for kind in kinds if result_of(kind) != ANY]
                for made in _values(functions, case.fresh_id, subject):
                    if isinstance(made[-1], StubStatement) and not made[-1].raises:
                        yield with_argument(case, index, place, made)


def has_ill_typed_argument(case: TestCase, subject: Subject) -> bool:
    """Whether an argument is of another type than its parameter, as far as that is known."""
    return next(_fitting(case, subject), None) is not None


def nonconformance(case: TestCase, subject: Subject) -> int:
    """In how many ways arguments could fit their parameters better; texts fit those without annotation."""
    return sum(1 for _ in _fitting(case, subject, but_texts=True))


def _is_text(given: Statement) -> bool:
    return isinstance(given, LiteralStatement) and isinstance(given.value, str)


def is_well_typed(case: TestCase, subject: Subject) -> bool:
    """Whether all arguments are of the types that annotations ask for, if there are such."""
    statements = {statement.id: statement for statement in case.statements}
    return not any(
        better_types(statements[argument], alternatives(parameter.type), statements, subject)
        for statement in case.statements
        if isinstance(statement, CallStatement)
        for _, parameter, argument in arguments_of(statement, subject)
        if parameter.type.name != "any"
    )


def is_fully_typed(case: TestCase, subject: Subject) -> bool:
    """Whether all arguments are for parameters whose types are annotated, none of them as anything."""
    return all(
        "any" not in {kind.name for kind in alternatives(parameter.type)}
        for statement in case.statements
        if isinstance(statement, CallStatement)
        for _, parameter, _ in arguments_of(statement, subject)
    )


def kinds_of_literals(case: TestCase, subject: Subject) -> Mapping[int, list[TypeRef]]:
    """The types of the parameters that take only some values of a type, by the literals that they take."""
    kinds = {
        argument: alternatives(parameter.type)
        for statement in case.statements
        if isinstance(statement, CallStatement)
        for _, parameter, argument in arguments_of(statement, subject)
    }
    return {
        argument: admitted
        for argument, admitted in kinds.items()
        if any(kind.limits or kind.name == "literal" for kind in admitted)
    }


def separated(case: TestCase) -> Iterator[TestCase]:
    """The test case with the last of several uses of the same literal given a simpler value of its own."""
    uses = Counter(value for statement in case.statements for value in statement.references)
    values = [s.value for s in case.statements if isinstance(s, LiteralStatement)]
    shared = {s.id: s.value for s in case.statements if isinstance(s, LiteralStatement) and uses[s.id] > 1}
    for index, statement in reversed(list(enumerate(case.statements))):
        for place, used in reversed(_places_in(statement)):
            for value in islice(simpler(shared.get(used), values), 2):
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


def better_types(
    argument: Statement, wanted: list[TypeRef], statements: Mapping[int, Statement], subject: Subject
) -> list[TypeRef]:
    """The types of plain values to try in place of an argument, or of a function that answers otherwise."""
    if not isinstance(argument, StubStatement):
        return _replacements(argument, wanted, subject)
    functions = [kind for kind in wanted if kind.name == CALLABLE and result_of(kind) != ANY]
    results = [answered(kind) for kind in functions]
    told = [statements[answer] for answer in argument.answers if answer not in argument.raises]
    return functions if results and any(_replacements(each, results, subject) for each in told) else []


def _replacements(argument: Statement, wanted: list[TypeRef], subject: Subject) -> list[TypeRef]:
    """The types of plain values to try in place of an argument; none if it is fine."""
    match argument:
        case LiteralStatement(value=value):
            return [] if fits(value, wanted) else wanted
        case CollectionStatement(kind=given):
            return [] if _may_be_handed(given, wanted, subject) else wanted
        case ReferenceStatement(path=path) if (owner := path.rpartition(".")[0]) in subject.classes:
            return wanted if wanted and not _admits(owner, wanted, subject) else []
        case ReferenceStatement(path=path) if path in FUNCTIONS or path in subject.callables:
            return [] if _may_be_asked(path, wanted, subject) else _functions(wanted, subject)
        case ReferenceStatement(path=path) if path.startswith("builtins:"):
            return [kind for kind in wanted if result_of(kind) != ANY]
        case CallStatement(callable=name):
            return _instead_of_result(name, wanted, subject)
        case ClassStatement():
            return [] if any(kind.name in OF_CLASSES for kind in wanted) else some_known(wanted)
        case _:
            return []


def _may_be_none_for(called: Callable, wanted: list[TypeRef]) -> bool:
    """Whether a callable may return None by its annotation where only objects of classes are wanted."""
    returned = alternatives(called.returns)
    return len(returned) > 1 and NONE in returned and bool(wanted) and all(kind.is_class for kind in wanted)


def _instead_of_result(name: str, wanted: list[TypeRef], subject: Subject) -> list[TypeRef]:
    """The types of plain values to try in place of what a call makes."""
    if (called := subject.callables.get(name)) is None:
        provider = provider_of(name, subject)
        if provider is None or any(kind.name in UNKNOWN for kind in wanted):
            return []
        return [] if provider.suits(name, wanted, subject) else wanted
    is_made = called.kind == "constructor"
    is_odd = not _admits(name, wanted, subject) if is_made else _may_be_none_for(called, wanted)
    return some_known(wanted) if is_odd else []


def some_particular(wanted: list[TypeRef]) -> list[TypeRef]:
    """The types of which something is known, or all if there are none."""
    return [kind for kind in wanted if kind.name not in UNKNOWN] or wanted


def some_known(wanted: list[TypeRef]) -> list[TypeRef]:
    """The types of which something is known, else those of the plainest values."""
    return [kind for kind in wanted if kind.name not in UNKNOWN] or [TypeRef("str"), TypeRef("int")]


def _may_be_asked(path: str, wanted: list[TypeRef], subject: Subject) -> bool:
    """Whether a builtin function or one of the subject is one that is wanted."""
    functions = [kind for kind in wanted if kind.name == CALLABLE]
    if path in FUNCTIONS:
        return any(result_of(kind).name in ("any", FUNCTIONS[path]) for kind in functions)
    return any(is_of_type(subject.callables[path], kind) for kind in functions)


def _functions(wanted: list[TypeRef], subject: Subject) -> list[TypeRef]:
    """The types of functions among those wanted, or all of them if none of these may be one."""
    functions = [kind for kind in wanted if kind.name == CALLABLE]
    return functions or (wanted if _are_known(wanted, subject) else [])


def _may_be_handed(given: CollectionKind, wanted: list[TypeRef], subject: Subject) -> bool:
    """Whether a collection is of one of the types, or nobody knows."""
    return not _are_known(wanted, subject) or bool(ADMITTED_AS[given] & _collections(wanted))


def _are_known(kinds: Iterable[TypeRef], subject: Subject) -> bool:
    """Whether types are plain ones, collections, or objects of the subject: nothing else will do then."""
    known = {*COLLECTIONS, RECORD}
    return all(kind.name in known or _is_no_collection(kind, subject) for kind in kinds)


def _collections(kinds: Iterable[TypeRef]) -> frozenset[CollectionKind]:
    """The kinds of collections that types are."""
    names = ("dict" if kind.name == RECORD else kind.name for kind in kinds)
    return frozenset(COLLECTIONS[name] for name in names if name in COLLECTIONS)


def _is_no_collection(kind: TypeRef, subject: Subject) -> bool:
    """Whether values of a type are known to be something else: plain ones, or objects of the subject."""
    if kind.name in {*PLAIN, *subject.classes} or is_of_library(kind.name):
        return True
    return any(kind.name in provider.types for provider in subject.capabilities.of(ValueProvider))


def _returned(argument: Statement, subject: Subject) -> list[TypeRef]:
    """The type that a call returned, if there are plain values of it."""
    called = subject.callables.get(argument.callable) if isinstance(argument, CallStatement) else None
    if called is None or called.kind == "constructor":
        return []
    kind = called.returns
    return [kind] if kind.name in PLAIN or (kind.is_class and library_factory(kind.name)) else []


def _admits(class_id: str, wanted: list[TypeRef], subject: Subject) -> bool:
    """Whether an instance of a class of the subject is of one of the types."""
    known = subject.classes.get(class_id)
    own = {class_id, *(known.bases if known is not None else ())}
    provided = {name for known in subject.capabilities.of(ValueProvider) for name in known.types}
    own_kinds = {*subject.classes, *provided}
    others = [kind for kind in wanted if kind.is_class and kind.name not in own_kinds]
    return any(kind.is_class and kind.name in own for kind in wanted) or any(
        library_factory(kind.name) is None for kind in others
    )


def fits(value: Scalar, wanted: list[TypeRef]) -> bool:
    """Whether a literal is of one of the types, and within its limits.

    An int is as good as a float, but a bool is no number. None is a function of which it is known what it
    returns.
    """
    own = type_of_literal(value).name
    admitting = [kind for kind in wanted if kind.limits is None or kind.limits.admit(value)]
    names = {kind.name for kind in admitting if kind.name != CALLABLE or not kind.args}
    return (
        own in names
        or bool(names & {"any", "object", "callable", "type"})
        or any(value in kind.values for kind in wanted if kind.name == "literal")
        or (own == "int" and bool(names & {"float", "complex"}))
    )


def arguments_of(statement: CallStatement, subject: Subject) -> Iterator[tuple[int | str, Parameter, int]]:
    """The position or the name of each argument, its parameter and its value; `*args` takes what is left."""
    called = subject.callables.get(statement.callable)
    if called is None:
        return
    by_name = {parameter.name: parameter for parameter in called.parameters}
    positional = [p for p in called.parameters if p.kind in ("positional", "either")]
    rest = cycle([p for p in called.parameters if p.kind == "args"])
    for place, (parameter, value) in enumerate(zip(chain(positional, rest), statement.args, strict=False)):
        yield place, parameter, value
    for name, value in statement.kwargs:
        if name in by_name:
            yield name, by_name[name], value


def _values(wanted: Iterable[TypeRef], fresh: int, subject: Subject) -> Iterator[Made]:
    for kind in wanted:
        yield from plain_values(kind, fresh, subject)


def with_argument(case: TestCase, index: int, place: int | str, made: Made) -> TestCase:
    """The statement at `index` with what is made just before it as its argument at `place`."""
    statement = case.statements[index]
    assert isinstance(statement, CallStatement)
    value = made[-1].id
    changed = statement.replace(
        args=tuple(value if n == place else arg for n, arg in enumerate(statement.args)),
        kwargs=tuple((name, value if name == place else arg) for name, arg in statement.kwargs),
    )
    return case.replaced(index, *made, changed)
