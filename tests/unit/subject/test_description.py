from __future__ import annotations

from typing import Any

import pytest

from testloom.model.databases import Column, Deferred, Schema, SchemaStep, Table
from testloom.model.errors import AgentError
from testloom.model.subject import Parameter, Predicate, Probe, SubjectClass
from testloom.model.types import ANY, TypeRef
from testloom.subject import decode

DESCRIPTION: dict[str, Any] = {
    "python": "3.11.7",
    "module": "shop",
    "file": "/shop.py",
    "callables": [
        {
            "id": "shop:Account.withdraw",
            "kind": "method",
            "owner": "shop:Account",
            "parameters": [
                {
                    "name": "amount",
                    "kind": "either",
                    "type": {"name": "union", "args": [{"name": "int"}, {"name": "none"}]},
                    "has_default": True,
                    "default": {"bytes": "\xff"},
                    "uses": ["<"],
                }
            ],
            "returns": {"name": "literal", "values": [1, {"bytes": "a"}]},
            "is_coroutine": True,
            "line": 4,
            "raises": ["builtins:ValueError"],
        },
        {"id": "shop:Account", "kind": "constructor"},
    ],
    "classes": [{"id": "shop:Account", "bases": ["builtins:object"], "attributes": ["balance"]}],
    "probes": [
        {"index": 0, "kind": "entry", "line": 5, "code": "Account.withdraw", "label": "is called"},
        {"index": 1, "kind": "branch", "line": 6, "parent": 0, "predicate": 0, "outcome": True},
    ],
    "predicates": [{"index": 0, "line": 5, "code": "Account.withdraw", "text": "amount < 0", "probe": 0}],
    "constants": [0, "x", {"complex": [1, 2]}],
    "probes_at_import": [0],
    "something_newer": True,
}


def test_a_description_becomes_a_subject() -> None:
    subject = decode(DESCRIPTION)

    withdraw = subject.callables["shop:Account.withdraw"]
    amount = TypeRef("union", (TypeRef("int"), TypeRef("none")))
    assert withdraw.parameters == (Parameter("amount", "either", amount, True, b"\xff", ("<",)),)
    assert withdraw.returns == TypeRef("literal", values=(1, b"a"))
    assert withdraw.is_coroutine and withdraw.in_subject and not withdraw.is_generator
    assert withdraw.raises == ("builtins:ValueError",)
    assert subject.classes["shop:Account"] == SubjectClass(
        "shop:Account", ("builtins:object",), attributes=("balance",)
    )
    assert subject.probes[1] == Probe(1, "branch", 6, "", 0, 0, True)
    assert subject.predicates == (Predicate(0, 5, "Account.withdraw", "amount < 0", 0),)
    assert subject.constants == (0, "x", 1 + 2j)
    assert subject.probes_at_import == {0}


def test_a_parameter_knows_the_names_beside_it() -> None:
    mark = {"id": "m:mark", "kind": "function", "parameters": [{"name": "line"}, {"name": "column"}]}

    line, column = decode({"module": "m", "file": "m.py", "callables": [mark]}).callables["m:mark"].parameters

    assert (line.beside, column.beside) == (frozenset({"column"}), frozenset({"line"}))


def test_what_is_missing_has_its_default() -> None:
    subject = decode({"module": "m", "file": "m.py", "callables": [{"id": "m:f", "kind": "function"}]})

    assert subject.callables["m:f"].returns == ANY
    assert subject.probes == ()


@pytest.mark.parametrize(
    "change",
    [
        {"module": None},
        {"file": 3},
        {"callables": [{"id": "no colon", "kind": "function"}]},
        {"callables": [{"id": "m:f", "kind": "gadget"}]},
        {"callables": ["f"]},
        {"callables": 5},
        {"probes": [{"index": 1, "kind": "entry", "line": 1}], "predicates": [], "probes_at_import": []},
        {"probes_at_import": [2]},
        {"predicates": []},
        {"predicates": [{"index": 0, "line": 1, "probe": 9}]},
        {"constants": [{}]},
    ],
)
def test_nonsense_is_the_agents_error(change: dict[str, Any]) -> None:
    with pytest.raises(AgentError, match="cannot be read"):
        decode({**DESCRIPTION, **change})


COLUMN = {"type": "str", "is_required": False, "refers": "", "is_key": False, "values": []}
DATABASES: dict[str, Any] = {
    "schema": {
        "steps": [{"kind": "script", "path": "shop:SCHEMA"}],
        "tables": [
            {
                "name": "coins",
                "columns": [
                    {**COLUMN, "name": "id", "type": "int", "is_key": True, "values": [1, 2]},
                    {**COLUMN, "name": "two words"},
                ],
            }
        ],
    },
    "models": {
        "session": "sqlalchemy.orm.session:Session",
        "metadata": "shop:Base.metadata",
        "classes": ["shop:Account"],
        "refers": [
            {
                "path": "shop:Account",
                "columns": {"owner_id": "shop:Owner"},
                "keys": {"owner_id": "code"},
                "table": "accounts",
            },
        ],
    },
}


def test_databases_are_read_but_for_columns_that_have_no_plain_name() -> None:
    found = decode({**DESCRIPTION, "databases": DATABASES}).databases

    assert found.schema == Schema(
        (SchemaStep("script", "shop:SCHEMA"),),
        (Table("coins", (Column("id", "int", is_key=True, values=(1, 2)),)),),
    )
    assert found.models is not None
    assert found.models.refers == {"shop:Account": {"owner_id": "shop:Owner"}}
    assert found.models.tables == {"accounts": "shop:Account"}


def test_deferred_databases_are_read_with_their_classes() -> None:
    deferred = [{"path": "shop:database", "classes": ["shop:Account"]}]

    found = decode({**DESCRIPTION, "databases": {**DATABASES, "deferred": deferred}}).databases

    assert found.deferred == (Deferred("shop:database", ("shop:Account",)),)


def test_a_table_whose_name_sql_cannot_say_is_refused() -> None:
    table = {"name": "a; drop", "columns": []}

    with pytest.raises(AgentError):
        decode({**DESCRIPTION, "databases": {"schema": {"steps": [], "tables": [table]}}})
