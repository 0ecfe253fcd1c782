"""Values and objects in place of doubles.

They are of a type that offers what a double does, of the class that it stands for, or have attributes only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice, product
from string import ascii_lowercase
from typing import NamedTuple, TypeAlias

from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    Statement,
    TestCase,
    substitute,
)
from testloom.model.statements.environment import MODULES, StateStatement
from testloom.model.subject import Parameter, Subject
from testloom.model.texts.names import is_name
from testloom.model.types import ANY, Scalar, TypeRef
from testloom.search.minimisation.handing import handed
from testloom.search.minimisation.plainness.plain import (
    MOST_KINDS,
    PLAIN_VALUES,
    Made,
    plain_values,
    wanted_types,
)
from testloom.search.minimisation.removal import without_unused
from testloom.search.minimisation.values.arguments import parted
from testloom.search.providers.callables.callers import positional
from testloom.search.providers.inputs.types.library import LIBRARY_MEMBERS
from testloom.search.providers.inputs.types.plausibility import BUILTINS, attributes_asked, offers
from testloom.search.providers.inputs.types.vocabulary import suggested_type
from testloom.search.providers.values.collecting import COLLECTIONS

MOST = 3
HELD: tuple[Statement, ...] = (
    *(LiteralStatement(0, value) for value in (None, True, "a")),
    CollectionStatement(0, "list", ()),
    CollectionStatement(0, "dict", ()),
)
"""Values for an attribute that a test only needs to exist, or that code iterates over."""
MOST_CHOSEN = 2
"""The most attributes for which all combinations of values are tried."""
MOST_TEXTS = 40
ITERATED = (TypeRef("list"), TypeRef("dict"))
Holding: TypeAlias = dict[str, "int | Holding"]
"""The values of attributes, or what the objects that they hold have for attributes."""
NAMESPACE = "types:SimpleNamespace"
"""Makes an object with exactly these attributes, which nobody would mistake for a mock."""


def values_for_doubles(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with a plain value in place of a double of no class that replaces nothing.

    It is of a type that offers the names which the double does, or that the parameter asks for. A double
    that is needed in one place is in no other.
    """
    replacing = {
        s.value
        for s in case.statements
        if isinstance(s, StateStatement) and (s.path.startswith(MODULES) or s.path in subject.collaborators)
    }
    parameters = {entry.given.id: entry.parameter for entry in handed(case, subject)}
    for index, statement in enumerate(case.statements):
        if isinstance(statement, DoubleStatement) and not statement.spec and statement.id not in replacing:
            for value in chain[Scalar](PLAIN_VALUES, _texts_for(statement, subject)):
                literal = LiteralStatement(statement.id, value)
                yield without_unused(case.replaced(index, literal))
            for kind in _kinds_for(statement, parameters.get(statement.id), subject):
                for *before, last in islice(plain_values(kind, case.fresh_id, subject), MOST):
                    same = substitute(last, {last.id: statement.id})
                    yield without_unused(case.replaced(index, *before, same))
    yield from parted(case, subject, PLAIN_VALUES)


def _texts_for(double: DoubleStatement, subject: Subject) -> Iterator[str]:
    """Texts of the subject, also with more after them, for a double that offers what a text does."""
    if double.names and all(offers("str", name, subject) for name in double.names):
        for text in [known for known in subject.constants if isinstance(known, str)][:MOST_TEXTS]:
            yield from (text, f"{text}a")


def _kinds_for(double: DoubleStatement, parameter: Parameter | None, subject: Subject) -> list[TypeRef]:
    """The types whose values offer what a double does.

    Of one that offers nothing they are those of its parameter, then collections, as code iterates over it
    perhaps.
    """
    if not double.names:
        wanted = wanted_types(parameter, subject) if parameter is not None else []
        return list(dict.fromkeys((*wanted[:MOST_KINDS], *ITERATED)))
    known = (*BUILTINS, *LIBRARY_MEMBERS, *subject.classes)
    fitting = [TypeRef(name) for name in known if all(offers(name, each, subject) for each in double.names)]
    return fitting[:MOST_KINDS]


def originals_for_doubles(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with a real object of the class for a double.

    It is one that the test has made before, or is made of what the double's attributes hold, of such objects,
    of plain values or of none.
    """
    for index, statement in enumerate(case.statements):
        if isinstance(statement, DoubleStatement) and statement.spec and not statement.orders:
            known = subject.callables.get(statement.spec)
            if known is not None and known.kind == "function":
                continue
            at_hand = _objects_in(case.statements[:index], subject)
            if statement.spec in at_hand:
                yield from _with_own(case, index, at_hand[statement.spec])
            for made in _made(statement.spec, case.fresh_id, subject):
                variants = (*_of_held(made, statement, subject), _of_objects(made, at_hand), made)
                for *before, last in dict.fromkeys(variants):
                    same = {last.id: statement.id}
                    yield without_unused(case.replaced(index, *before, substitute(last, same)))


def _with_own(case: TestCase, index: int, own: CallStatement) -> Iterator[TestCase]:
    """Yield the test with its own object in place of a double; if a call gets both, first one made like it.

    Code that takes something from an object, or compares it, shows nothing where both are one.
    """
    double = case.statements[index]
    if any({own.id, double.id}.issubset(statement.references) for statement in case.statements):
        yield case.replaced(index, own.replace(id=double.id))
    same = {double.id: own.id}
    others = (substitute(s, same) for s in case.statements if s is not double)
    yield without_unused(TestCase(tuple(others)))


def _objects_in(statements: Sequence[Statement], subject: Subject) -> dict[str, CallStatement]:
    """What made the last object of each class among some statements, by the class."""
    made: dict[str, CallStatement] = {}
    for statement in statements:
        known = subject.callables.get(statement.callable) if isinstance(statement, CallStatement) else None
        if isinstance(statement, CallStatement) and known is not None and known.returns.is_class:
            made[known.returns.name] = statement
    return made


def _of_objects(made: Sequence[Statement], at_hand: Mapping[str, CallStatement]) -> tuple[Statement, ...]:
    """Statements that make an object, of objects at hand where there are some of the same classes."""
    known = {
        part.id: at_hand[part.callable].id
        for part in made[:-1]
        if isinstance(part, CallStatement) and part.callable in at_hand
    }
    return tuple(substitute(statement, known) for statement in made if statement.id not in known)


def _of_held(made: Sequence[Statement], double: DoubleStatement, subject: Subject) -> Iterator[Made]:
    """The statements with what attributes of a double hold for the parameters that are called so, if any."""
    *before, last = made
    called = subject.callables.get(last.callable) if isinstance(last, CallStatement) else None
    if called is None or not isinstance(last, CallStatement):
        return
    held = {answer.path: answer.value for answer in double.answers if not answer.raises}
    names = positional(called.parameters)[: len(last.args)]
    by_name = [parameter.name for parameter in called.parameters if parameter.kind in ("either", "keyword")]
    given = {name: held[name] for name in (*names, *by_name) if name in held}
    if given:
        args = tuple(given.pop(name, value) for name, value in zip(names, last.args, strict=False))
        kwargs = tuple({**dict(last.kwargs), **given}.items())
        yield (*before, last.replace(args=(*args, *last.args[len(names) :]), kwargs=kwargs))


def _made(path: str, fresh: int, subject: Subject) -> Iterator[tuple[Statement, ...]]:
    """The plainest objects of a class; of one that the subject does not know, what no argument makes."""
    if path in subject.classes:
        yield from islice(plain_values(TypeRef(path), fresh, subject), MOST)
    else:
        yield (CallStatement(fresh, path),)


def bare_doubles(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with a double in place of an object of the subject that only holds the double."""
    doubles = {s.id for s in case.statements if isinstance(s, DoubleStatement) and not s.spec}
    for index, made in enumerate(case.statements):
        if not isinstance(made, CallStatement) or made.callable not in subject.classes:
            continue
        rest = case.statements[index + 1 :]
        if any(isinstance(s, CallStatement) and s.receiver == made.id for s in rest):
            continue
        for held in doubles.intersection(made.references):
            bare = [substitute(statement, {made.id: held}) for statement in rest]
            yield without_unused(TestCase((*case.statements[:index], *bare)))


def namespaces_at_once(case: TestCase, subject: Subject) -> TestCase:
    """Put objects that only have attributes in place of all doubles that may be such objects.

    What names that a double only offers hold is what they mean.
    """
    for double in [statement for statement in case.statements if isinstance(statement, DoubleStatement)]:
        if (place := _place_of(double, case, subject)) is not None:
            values = next(_plain_for(place.offered), ())
            case = _with_namespace(case, place, values)
    return case


def namespaces_for_doubles(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with an object that only has attributes in place of a double.

    Names that the double only offers hold a plain value then: a call of one ends the variant. For a double
    that offers nothing, they are the attributes that its parameter is asked for.
    """
    for double in case.statements:
        if isinstance(double, DoubleStatement) and (place := _place_of(double, case, subject)) is not None:
            if place.held:
                yield _with_namespace(case, place._replace(offered=()), ())
            for values in _plain_for(place.offered):
                yield _with_namespace(case, place, values)


class _Place(NamedTuple):
    """A double in whose place a namespace may be: what it holds, and what it only offers."""

    double: DoubleStatement
    held: Holding
    offered: Sequence[str]


def _place_of(double: DoubleStatement, case: TestCase, subject: Subject) -> _Place | None:
    """What a namespace in the place of a double has to have; None if it may not be one.

    It offers nothing if source cannot name all that the double offers. In the place of an object of a class,
    it has what that holds, where nobody has declared that such an object is wanted.
    """
    held = None if double.orders else _held_by(double)
    if held is None:
        return None
    parameters = [entry.parameter for entry in handed(case, subject) if entry.given.id == double.id]
    if double.spec:
        is_free = bool(parameters) and all(parameter.type == ANY for parameter in parameters)
        return _Place(double, held, ()) if held and is_free else None
    asked = [name for parameter in parameters[-1:] for name in attributes_asked(parameter.uses)]
    names = double.names or asked
    offered = [name for name in names if name not in held]
    place = _Place(double, held, offered if all(map(is_name, offered)) else ())
    return place if held or place.offered else None


def _with_namespace(case: TestCase, place: _Place, values: Sequence[Statement]) -> TestCase:
    """The test case with a namespace in place of the double, where the offered names have these values."""
    made = [substitute(value, {0: case.fresh_id + n}) for n, value in enumerate(values)]
    holding = place.held | {name: s.id for name, s in zip(place.offered, made, strict=True)}
    others = _namespaces(place.double.id, holding, case.fresh_id + len(made))
    return case.replaced(case.statements.index(place.double), *made, *others)


def _held_by(double: DoubleStatement) -> Holding | None:
    """What the attributes of a double hold, also those of what they hold; None if it does more than that.

    Items that an attribute only yields are what it holds.
    """
    held: Holding = {}
    for answer in double.answers:
        *places, name = answer.path.removesuffix(".__iter__()").split(".")
        if answer.raises or answer.question or answer.value == double.id:
            return None
        if not all(map(is_name, (*places, name))):
            return None
        inner = held
        for place in places:
            known = inner.setdefault(place, {})
            if isinstance(known, int):
                return None
            inner = known
        if name in inner:
            return None
        inner[name] = answer.value
    return held


def _namespaces(own: int, held: Holding, fresh: int) -> list[CallStatement]:
    """An object with these attributes, after those that they hold."""
    made: list[CallStatement] = []
    attributes: list[tuple[str, int]] = []
    for name, value in held.items():
        if isinstance(value, int):
            attributes.append((name, value))
        else:
            inner = fresh + len(made)
            made += _namespaces(inner, value, inner + 1)
            attributes.append((name, inner))
    return [*made, CallStatement(own, NAMESPACE, None, (), tuple(attributes))]


def namespaces_with(case: TestCase, double: DoubleStatement, names: Sequence[str]) -> Iterator[TestCase]:
    """Yield test cases with an object that only has the named attributes in place of a double of nothing."""
    for values in _plain_for(names):
        yield _with_namespace(case, _Place(double, {}, names), values)


def _plain_for(names: Sequence[str]) -> Iterator[tuple[Statement, ...]]:
    """Values for attributes: what the names mean, numbers, the same for all; then others, for a few names."""
    if names:
        meant = tuple(_meant_by(name, place, names) for place, name in enumerate(names))
        numbers = tuple(LiteralStatement(0, place) for place in range(1, len(names) + 1))
        alike = [(value,) * len(names) for value in HELD]
        chosen = product(HELD, repeat=len(names)) if len(names) <= MOST_CHOSEN else ()
        every = (meant, numbers, *alike, *chosen)  # True is another value than 1, which is equal
        yield from {tuple(value.wire for value in values): values for values in every}.values()


def _meant_by(name: str, place: int, names: Sequence[str]) -> Statement:
    """A plain value of what a name or its last word means, another one at each place; else a text."""
    kind = suggested_type(name, names) or suggested_type(name.rpartition("_")[2]) or "str"
    if kind in COLLECTIONS:
        return CollectionStatement(0, COLLECTIONS[kind], ())
    if kind == "bool":
        return LiteralStatement(0, True)
    return LiteralStatement(0, place + 1 if kind in ("int", "float") else ascii_lowercase[place % 26])
