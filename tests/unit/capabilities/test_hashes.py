"""Rows hold hashes that a function of the project has made, and what they were made of is said again."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from testloom.model.databases import Databases, Models
from testloom.model.statements import CallStatement
from testloom.model.subject import Callable, Parameter
from testloom.model.types import TypeRef
from testloom.search.providers.draft import Draft
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

TEXT, SESSION = TypeRef("str"), "sqlalchemy.orm.session:Session"
HASHER = Callable("bank:get_password_hash", "function", None, (Parameter("password", type=TEXT),), TEXT)
COLUMNS = ("email", "hashed_password")
USER = Callable(
    "bank:User",
    "constructor",
    None,
    tuple(Parameter(name, "keyword", TEXT) for name in COLUMNS),
    TypeRef("bank:User"),
)
LOGIN = Callable(
    "bank:log_in",
    "function",
    None,
    (Parameter("db", type=TypeRef(SESSION)), Parameter("password", type=TEXT)),
)
DATABASES = Databases(models=Models(SESSION, "bank:Base.metadata", (USER.id,)))
OFTEN = 60


def drafts(*others: Callable) -> list[Draft]:
    """Tests that log in by a database with users, where the project has these functions, too."""
    known = {called.id: called for called in (USER, LOGIN, *others)}
    knowledge = Knowledge(replace(bank(), callables=known, databases=DATABASES), [], Random(1))
    builders = [knowledge.builder() for _ in range(OFTEN)]
    for builder in builders:
        builder.call_of(LOGIN)
    return [builder.draft for builder in builders]


def calls_of(path: str, draft: Draft) -> list[CallStatement]:
    return [s for s in draft.statements if isinstance(s, CallStatement) and s.callable == path]


def test_a_row_holds_a_hash_that_the_project_has_made_and_only_where_one_belongs() -> None:
    hashed = dict.fromkeys(COLUMNS, 0)
    for draft in drafts(HASHER):
        made = {call.id for call in calls_of(HASHER.id, draft)}
        for row in calls_of(USER.id, draft):
            for name, value in row.kwargs:
                hashed[name] += value in made

    assert hashed["hashed_password"] > OFTEN / 4 > 5 * hashed["email"]


def test_functions_that_return_no_text_make_no_hashes() -> None:
    check = replace(HASHER, id="bank:is_password_hash", returns=TypeRef("bool"))
    later = replace(HASHER, is_coroutine=True)

    assert not any(calls_of(check.id, draft) for draft in drafts(check))
    assert not any(calls_of(later.id, draft) for draft in drafts(later))


def test_functions_that_are_called_otherwise_or_want_more_make_no_hashes() -> None:
    rehash = replace(HASHER, id="bank:rehash")
    salted = replace(HASHER, parameters=(*HASHER.parameters, Parameter("salt", type=TEXT)))

    assert not any(calls_of(rehash.id, draft) for draft in drafts(rehash))
    assert not any(calls_of(salted.id, draft) for draft in drafts(salted))


def test_an_argument_is_what_a_hash_was_made_of() -> None:
    same = 0
    for draft in drafts(HASHER):
        (login,) = calls_of(LOGIN.id, draft)
        same += login.args[1] in {value for made in calls_of(HASHER.id, draft) for value in made.args}

    assert OFTEN / 6 < same < OFTEN
