"""Types of plain values that could replace an argument, judging by the subject's parameter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    CollectionKind,
    CollectionStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    StubStatement,
)
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.texts.names import is_fixture
from testloom.model.types import ANY, NONE, Scalar, TypeRef, alternatives
from testloom.search.minimisation.plainness.plain import PLAIN
from testloom.search.providers.classes.kinds import OF_DATA
from testloom.search.providers.inputs.types.library import (
    LIBRARY,
    LIBRARY_CLASSES,
    OPEN_FILES,
    is_of_library,
    library_factory,
)
from testloom.search.providers.inputs.types.records import RECORD
from testloom.search.providers.inputs.values import type_of_literal
from testloom.search.providers.provider import ValueProvider, provider_of
from testloom.search.providers.values.collecting import COLLECTIONS
from testloom.search.providers.values.dates import DATES
from testloom.search.providers.values.functions import CALLABLE, FUNCTIONS, answered, result_of
from testloom.search.providers.values.functions import fits as is_of_type

TEXT = TypeRef("str")
UNKNOWN = frozenset({"any", "object"})
ZONES = "datetime:timezone."
"""The prefix of time zones, which datetimes contain but which are not datetimes."""
OF_CLASSES = frozenset({"type", "callable", OF_DATA})
"""The types of parameters to which classes are passed."""
SETS = frozenset({"set", "frozenset"})
UNORDERED = SETS | {"dict"}
ADMITTED_AS: Mapping[CollectionKind, frozenset[CollectionKind]] = {
    "list": frozenset({"list"}),
    "tuple": frozenset({"tuple", "list"}),
    "set": frozenset({"set"}),
    "frozenset": frozenset({"frozenset", "set"}),
    "dict": frozenset({"dict"}),
}
"""The types of parameters to which each kind of collection may be passed: `Sequence` counts as `list`."""


def better_types(
    argument: Statement, wanted: list[TypeRef], statements: Mapping[int, Statement], subject: Subject
) -> list[TypeRef]:
    """List types of plain values to try for an argument, or for a function with ill-typed results."""
    if not isinstance(argument, StubStatement):
        return replacements(argument, wanted, subject)
    functions = [kind for kind in wanted if kind.name == CALLABLE and result_of(kind) != ANY]
    results = [answered(kind) for kind in functions]
    told = [statements[answer] for answer in argument.answers if answer not in argument.raises]
    return functions if results and any(replacements(each, results, subject) for each in told) else []


def replacements(argument: Statement, wanted: list[TypeRef], subject: Subject) -> list[TypeRef]:
    """List the types of plain values to try in place of an argument; none if it fits."""
    match argument:
        case LiteralStatement(value=value):
            return [] if fits(value, wanted) else wanted
        case CollectionStatement():
            return [] if _may_be_handed(argument, wanted, subject) else wanted
        case ReferenceStatement(path=path):
            return _instead_of_reference(path, wanted, subject)
        case CallStatement(callable=name):
            return _instead_of_result(name, wanted, subject)
        case ClassStatement():
            return [] if any(kind.name in OF_CLASSES for kind in wanted) else some_known(wanted)
        case _:
            return []


def _instead_of_reference(path: str, wanted: list[TypeRef], subject: Subject) -> list[TypeRef]:
    """The types of plain values to try in place of what a path stands for."""
    if (owner := path.rpartition(".")[0]) in subject.classes:
        return wanted if wanted and not _admits(owner, wanted, subject) else []
    if path in FUNCTIONS or path in subject.callables:
        return [] if _may_be_asked(path, wanted, subject) else _functions(wanted, subject)
    if path.startswith(ZONES):
        return [kind for kind in wanted if kind.name in DATES]
    return [kind for kind in wanted if result_of(kind) != ANY] if path.startswith("builtins:") else []


def _may_be_plain_for(called: Callable, wanted: list[TypeRef]) -> bool:
    """Whether a callable may return a plain value by its annotation where objects or others are wanted."""
    returned = alternatives(called.returns)
    is_plain = returned != [NONE] and any(kind.name in PLAIN for kind in returned)
    return is_plain and bool(wanted) and (all(kind.is_class for kind in wanted) or _differ(returned, wanted))


def _differ(returned: list[TypeRef], wanted: list[TypeRef]) -> bool:
    """Whether all types are plain ones, and none of those that are wanted is returned; an int is a float."""
    given, asked = ({kind.name for kind in kinds} for kinds in (returned, wanted))
    asked |= {"int"} if "float" in asked else set()
    return (given | asked) <= PLAIN.keys() and given.isdisjoint(asked)


def _instead_of_result(name: str, wanted: list[TypeRef], subject: Subject) -> list[TypeRef]:
    """The types of plain values to try in place of what a call makes."""
    if (called := subject.callables.get(name)) is None:
        if is_of_library(name):
            return [] if _may_be_made(name, wanted, subject) else wanted
        provider = provider_of(name, subject)
        if provider is None or any(kind.name in UNKNOWN for kind in wanted):
            return []
        return [] if provider.suits(name, wanted, subject) else wanted
    made = called.returns.name if is_fixture(name) else name if called.kind == "constructor" else ""
    if not made and called.returns.is_class and wanted and _are_known(wanted, subject):
        made = called.returns.name
    is_odd = not _admits(made, wanted, subject) if made else _may_be_plain_for(called, wanted)
    return some_known(wanted) if is_odd else []


def _may_be_made(name: str, wanted: list[TypeRef], subject: Subject) -> bool:
    """Whether what a callable of the standard library makes is one of the classes, or nobody knows."""
    if not (any(kind.is_class for kind in wanted) and _are_known(wanted, subject)):
        return True
    made = LIBRARY[name].returns.name
    factories = [library_factory(kind.name) for kind in wanted]
    is_open = made.startswith("builtins:") or made in OPEN_FILES
    return is_open or any(known is not None and known.id == name for known in factories)


def some_particular(wanted: list[TypeRef]) -> list[TypeRef]:
    """List the types of which something is known; all of them if there are none."""
    return [kind for kind in wanted if kind.name not in UNKNOWN] or wanted


def some_known(wanted: list[TypeRef]) -> list[TypeRef]:
    """List the types of which something is known, else those of the plainest values."""
    return [kind for kind in wanted if kind.name not in UNKNOWN] or [TEXT, TypeRef("int")]


def usual_types(given: Statement, parameter: Parameter, wanted: Iterable[TypeRef]) -> list[TypeRef]:
    """List types of usual values to try instead of a library object or for an unknown type.

    A whole number is more usual than a fraction, and than a truth value unless that may be left out, as flags
    may; so is a text than None. A text is more usual than a collection, also where an annotation admits both.
    """
    kinds = list(wanted)
    if isinstance(given, CollectionStatement) and TEXT in alternatives(parameter.type):
        return [TEXT]
    if isinstance(given, CallStatement) and given.callable in LIBRARY_CLASSES:
        return some_known(kinds) if not any(kind.is_class for kind in kinds) else []
    if any(kind.name not in UNKNOWN for kind in kinds):
        return []
    match given:
        case LiteralStatement(value=None):
            return [] if parameter.has_default else [TEXT, TypeRef("int")]
        case LiteralStatement(value=bool()):
            return [] if parameter.has_default else [TypeRef("int")]
        case LiteralStatement(value=float()):
            return [TypeRef("int")]
        case CollectionStatement():
            return [TEXT]
    return []


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


def _may_be_handed(given: CollectionStatement, wanted: list[TypeRef], subject: Subject) -> bool:
    """Whether a collection is of one of the types, or nobody knows."""
    if has_unfit_length(given, wanted):
        return False
    return not _are_known(wanted, subject) or bool(ADMITTED_AS[given.kind] & collections_of(wanted))


def has_unfit_length(given: CollectionStatement, wanted: Iterable[TypeRef]) -> bool:
    """Check whether none of the collection types that fit admits the length of a collection."""
    length = len(given.items) // (2 if given.kind == "dict" else 1)
    limits = [kind.limits for kind in wanted if COLLECTIONS.get(kind.name) in ADMITTED_AS[given.kind]]
    return bool(limits) and not any(limit is None or limit.admit_length(length) for limit in limits)


def _are_known(kinds: Iterable[TypeRef], subject: Subject) -> bool:
    """Whether types are plain ones, collections, or objects of the subject: nothing else will do then."""
    known = {*COLLECTIONS, RECORD}
    return all(kind.name in known or _is_no_collection(kind, subject) for kind in kinds)


def collections_of(kinds: Iterable[TypeRef]) -> frozenset[CollectionKind]:
    """Collect the kinds of collections among some types."""
    names = ("dict" if kind.name == RECORD else kind.name for kind in kinds)
    return frozenset(COLLECTIONS[name] for name in names if name in COLLECTIONS)


def _is_no_collection(kind: TypeRef, subject: Subject) -> bool:
    """Whether values of a type are known to be something else: plain ones, or objects of the subject."""
    if kind.name in {*PLAIN, *subject.classes} or is_of_library(kind.name):
        return True
    return any(kind.name in provider.types for provider in subject.capabilities.of(ValueProvider))


def returned(argument: Statement, subject: Subject) -> list[TypeRef]:
    """Return the type that a call returned, if there are plain values of it; else an empty list."""
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
    """Check whether a literal is of one of the types, and within its limits.

    An int is as good as a float, but a bool is not a number. None does not fit a function type whose result
    is known.
    """
    own = type_of_literal(value).name
    admitting = [kind for kind in wanted if kind.limits is None or kind.limits.admit(value)]
    names = {kind.name for kind in admitting if kind.name != CALLABLE or not kind.args}
    return (
        own in names
        or bool(names & {"any", "object", "callable"})
        or any(value in kind.values for kind in wanted if kind.name == "literal")
        or (own == "int" and bool(names & {"float", "complex"}))
    )
