"""Steps of a test before a request: rows, a login, earlier requests that succeeded before others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from testloom.capabilities.databases.connections import KEYS, values_stored
from testloom.capabilities.requests.statement import RequestStatement
from testloom.model.requests import Request
from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement, Statement
from testloom.model.subject import Callable, Parameter
from testloom.model.texts.names import is_fixture
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.arguments import arguments
from testloom.search.providers.builder import Builder
from testloom.search.providers.callables.given import arguments_of
from testloom.search.providers.inputs.texts.formats import formats_of, named

LOGIN = "django.test.client:Client.force_login"
API_CLIENT = "rest_framework.test:APIClient"
API_LOGIN = f"{API_CLIENT}.force_authenticate"
LOGGED_IN = 0.6
"""How often a user is logged in, where the project has users."""
ENTITLED = 0.4
"""How often a user with more permissions than others is made for the login."""
FLAG = "is_"
"""The prefix of fields that give the role of a user, such as a superuser."""
STORED = 0.5
"""How often a row is stored before a request, where the handler queries rows."""
OPENED = 0.4
"""How often the first request through a client follows requests that made the handler succeed before."""
POST = "post"
LED = 0.4
"""How often a client first sends requests to handlers of other modules, such as a login."""
NUMBERS_OF_LEADING = (1, 1, 2, 2, 3)
SAID = 0.9
"""How often a value is given that a handler looks up."""
NUMERIC = ("int", "float", "isinstance:int", "isinstance:float", "<", ">", "+", "-", "*")
"""The uses of values that are numbers."""
_KEY = re.compile(r"\['(\w+)'\](.*)")
NAMED = 0.4
"""How often a part of a path is taken from an attribute of a test's object with another name."""
ALIKE = 0.6
"""How often a part of a request is taken from an attribute of a test's object with the same name."""


def store_before(builder: Builder, called: Callable) -> None:
    """Store a row of a model that a handler queries, at times; a method does not say which it queries."""
    makers = [c for c in builder.subject.callables.values() if any(":" in path for path in c.writes)]
    makers = [c for c in makers if called.kind == "method" or not set(called.reads).isdisjoint(c.writes)]
    if makers and builder.rng.random() < STORED:
        maker_of_row = builder.rng.choice(makers)
        args, kwargs = arguments(builder.at(1), maker_of_row)
        made = CallStatement(builder.next_id(), maker_of_row.id, None, tuple(args), tuple(kwargs.items()))
        builder.add(made, maker_of_row.returns)


def fill(builder: Builder, request: Request) -> None:
    """Store rows in a session that a fixture yields, at times, after that of a client."""
    models = builder.subject.databases.models
    if models is None or not is_fixture(request.client):
        return
    if models.session in builder.knowledge.experience.makers.fixtures and builder.rng.random() < STORED:
        builder.value(TypeRef(models.session))


def log_in(builder: Builder, request: Request, client: int) -> None:
    """Log a user in, at times, if the project has users and the test has logged none in."""
    login = builder.subject.callables.get(API_LOGIN if request.client == API_CLIENT else LOGIN)
    if login is None or builder.rng.random() >= LOGGED_IN:
        return
    if not any(isinstance(s, CallStatement) and s.callable == login.id for s in builder.draft.statements):
        _make_entitled(builder, login.parameters[0].type)
        args, kwargs = arguments(builder.at(1), login)
        named = tuple(kwargs.items())
        builder.add(CallStatement(builder.next_id(), login.id, client, tuple(args), named), TypeRef("none"))


def _make_entitled(builder: Builder, user: TypeRef) -> None:
    """Store a user who may do more than others, at times: the flags are set that users have."""
    for maker in builder.subject.callables.values():
        flags = [p.name for p in maker.parameters if p.type.name == "bool" and p.name.startswith(FLAG)]
        if flags and maker.returns == user and maker.writes and builder.rng.random() < ENTITLED:
            args, kwargs = arguments(builder.at(1), maker)
            kwargs |= {flag: builder.literal(True) for flag in flags}
            made = CallStatement(builder.next_id(), maker.id, None, tuple(args), tuple(kwargs.items()))
            builder.add(made, maker.returns)
            return


def send_before(builder: Builder, known: Sequence[Statement], client: int) -> None:
    """Append requests of another test, with the values that they are given."""
    ids = {statement.id: builder.next_id() for statement in known}
    for statement in known:
        made = statement.substituted(ids)
        if isinstance(made, RequestStatement):
            builder.add(made.replace(receiver=client), ANY)
        else:
            builder.add(made)


def texts_of_objects(builder: Builder) -> Sequence[str]:
    """Collect the texts that objects and rows of the test were made with: one may be a client's key.

    Only arguments that are named like keys count if there are any.
    """
    literals = {s.id: s.value for s in builder.draft.statements if isinstance(s, LiteralStatement)}
    made = (s for s in builder.draft.statements if type(s) is CallStatement)
    said = chain(values_stored(builder.draft.statements), *(statement.kwargs for statement in made))
    given = [(name, text) for name, value in said if isinstance(text := literals.get(value), str)]
    keys = [text for name, text in given if KEYS.search(name)]
    return keys or [text for _, text in given]


def leading(builder: Builder, called: Callable, request: Request) -> Sequence[Callable]:
    """Handlers to which requests are sent before, at times: first those of other modules, as for a login."""
    posted = [
        other
        for other in builder.subject.callables.values()
        if other.id != called.id and (sent := other.request) is not None
        if (sent.client, sent.app) == (request.client, request.app) and POST in _methods(other, sent)
    ]
    if all(other.in_subject for other in posted) or builder.rng.random() >= LED:
        return ()
    number = min(len(posted), builder.rng.choice(NUMBERS_OF_LEADING))
    chosen = builder.rng.sample(sorted(posted, key=lambda other: other.in_subject), number)
    return sorted(chosen, key=lambda other: (other.in_subject, posted.index(other)))


def _methods(called: Callable, request: Request) -> Iterable[object]:
    """The methods by which a handler is reached."""
    choice = {place.name for place in request.places if place.argument == "method"}
    return request.method, *(v for p in called.parameters if p.name in choice for v in p.type.values)


def told_by_name(builder: Builder, parameter: Parameter, often: float) -> int | None:
    """Build a dictionary with the keys that code looks up, with values as plain as their names.

    The value of a key is always the same, as the password of a user who logs in. None if the parameter is no
    dictionary, or otherwise by chance: `often` is the probability of a dictionary.
    """
    keys: dict[str, list[str]] = {}
    for use in parameter.uses:
        if found := _KEY.fullmatch(use):
            keys.setdefault(found[1], []).append(found[2])
    if not keys or parameter.type.name != "dict" or builder.rng.random() >= often:
        return None
    items = []
    for key, uses in keys.items():
        if builder.rng.random() < SAID:
            is_number = any(use.startswith(NUMERIC) for use in uses)
            items += [builder.literal(key), builder.literal(1 if is_number else _plainly(key))]
    return builder.collection("dict", *items)


def _plainly(key: str) -> str:
    """A text for a key: the first of the format that it says, or itself."""
    return next(iter(formats_of(tuple(map(str, named(key, TypeRef("str")).values)))), key)


def texts_in_path(builder: Builder, called: Callable) -> Mapping[str, int]:
    """Parts of the path that are texts, at times such as an object of the test was made with.

    A row may be found by what it has made of one, as a slug of its title. Earlier requests may have made it.
    """
    assert called.request is not None
    statements = builder.draft.statements
    literals = {s.id for s in statements if isinstance(s, LiteralStatement) and _is_word(s)}
    held = {
        s.id: s.items[1::2] for s in statements if isinstance(s, CollectionStatement) and s.kind == "dict"
    }
    given = [
        value for s in statements if isinstance(s, CallStatement) for _, value in _given_by_name(s, builder)
    ]
    texts = [value for one in given for value in (one, *held.get(one, ())) if value in literals]
    kinds = {parameter.name: parameter.type.name for parameter in called.parameters}
    names = [p.name for p in called.request.places if p.argument == "path" and kinds.get(p.name) == "str"]
    return {name: builder.rng.choice(texts) for name in names if texts and builder.rng.random() < NAMED}


def _is_word(literal: LiteralStatement) -> bool:
    return isinstance(literal.value, str) and literal.value.isalnum()


def values_alike(builder: Builder, request: Request) -> Mapping[str, int]:
    """Parts of a request that earlier ones had by the same names, or objects of the test, as keys of rows."""
    given = _said_before(builder, builder.draft.statements)
    names = [place.name for place in request.places if place.name in given]
    return {name: given[name] for name in names if builder.rng.random() < ALIKE}


def say_alike(builder: Builder, first: int) -> None:
    """Have entries of the dictionaries from a place on say at times what was said before by the same names.

    A user logs in with the password that an earlier request, or the hash in a row, was made with.
    """
    made = builder.draft.statements[first:]
    given = _said_before(builder, builder.draft.statements[:first])
    literals = {s.id: s.value for s in made if isinstance(s, LiteralStatement)}
    changed = [
        s.replace(items=_said_alike(s.items, literals, given, builder))
        if isinstance(s, CollectionStatement) and s.kind == "dict"
        else s
        for s in made
    ]
    builder.draft.rewrite(first, changed)


def _said_alike(
    items: Sequence[int], literals: Mapping[int, object], given: Mapping[str, int], builder: Builder
) -> tuple[int, ...]:
    """The keys and values of a dictionary, with values that have been given by the same names."""
    said = list(items)
    for place in range(0, len(said) - 1, 2):
        value = given.get(str(literals.get(said[place])))
        if value is not None and said[place + 1] in literals and builder.rng.random() < ALIKE:
            said[place + 1] = value
    return tuple(said)


def _said_before(builder: Builder, statements: Sequence[Statement]) -> Mapping[str, int]:
    """Plain values by the names under which calls, requests and the dictionaries in these were given them."""
    literals = {s.id: s.value for s in statements if isinstance(s, LiteralStatement)}
    held = {s.id: s for s in statements if isinstance(s, CollectionStatement) and s.kind == "dict"}
    given = {name: value for name, value in values_stored(statements) if value in literals}
    for statement in statements:
        for name, value in _given_by_name(statement, builder) if isinstance(statement, CallStatement) else ():
            entries = held[value].items if value in held else ()
            given |= {
                str(literals.get(key)): entry
                for key, entry in zip(entries[::2], entries[1::2], strict=True)
                if entry in literals
            }
            given |= {name: value} if value in literals else {}
    return given


def _given_by_name(statement: CallStatement, builder: Builder) -> Iterable[tuple[str, int]]:
    if isinstance(statement, RequestStatement):
        return statement.given.items()
    by_place = arguments_of(statement, builder.subject)
    return [*((parameter.name, value) for _, parameter, value in by_place), *statement.kwargs]
