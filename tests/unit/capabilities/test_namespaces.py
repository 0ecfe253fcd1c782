"""Functions that take a parsed command line get a namespace with the attributes that they read."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from testloom.capabilities import CAPABILITIES
from testloom.capabilities.namespaces import NAMESPACE
from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.draft import Draft
from testloom.search.providers.knowledge import Knowledge

OFTEN = 40
ARGS = Parameter("args", type=TypeRef(NAMESPACE), uses=("minimum", "verbose", "sources"))


def knowledge_of(parameter: Parameter, *imports: str) -> Knowledge:
    """What is known of a module with a function that takes the parameter."""
    report = Callable("m:report", "function", None, (parameter,))
    subject = Subject("m", "m.py", {report.id: report}, imports=imports, capabilities=CAPABILITIES)
    return Knowledge(subject, [report.id], Random(1))


def drafts(knowledge: Knowledge) -> list[Draft]:
    """Calls of the function, each in a test of its own."""
    builders = [knowledge.builder() for _ in range(OFTEN)]
    for builder in builders:
        builder.call_of(knowledge.subject.callables["m:report"])
    return [builder.draft for builder in builders]


def namespaces(draft: Draft) -> list[CallStatement]:
    return [s for s in draft.statements if isinstance(s, CallStatement) and s.callable == NAMESPACE]


def argument(name: str, **more: Any) -> dict[str, Any]:
    """What is told of an argument of a parser."""
    usual = {
        "attribute": name,
        "names": [],
        "low": 1,
        "high": 1,
        "required": False,
        "choices": [],
        "kind": "",
        "texts": [],
    }
    return {"name": name, **usual, "patterns": [], "group": None, **more}


def test_a_namespace_has_all_attributes_that_a_function_reads() -> None:
    made = [one for draft in drafts(knowledge_of(ARGS)) for one in namespaces(draft)]

    assert len(made) > OFTEN / 2
    assert {name for one in made for name, _ in one.kwargs} == {"minimum", "verbose", "sources"}
    assert all(len(one.kwargs) == len(ARGS.uses) for one in made)


def test_the_attributes_are_of_the_types_that_the_parser_makes() -> None:
    knowledge = knowledge_of(ARGS)
    known = [
        argument("minimum", names=["--minimum"], kind="builtins:int"),
        argument("verbose", names=["--verbose"], low=0, high=0),
        argument("sources", high=None, makes="list", choices=["a", "b"]),
    ]
    knowledge.command_lines.learn(json.dumps({"arguments": known, "commands": {}}))

    for draft in drafts(knowledge):
        values = {s.id: s.value for s in draft.statements if isinstance(s, LiteralStatement)}
        lists = {s.id for s in draft.statements if isinstance(s, CollectionStatement) and s.kind == "list"}
        for made in namespaces(draft):
            given = dict(made.kwargs)
            assert type(values[given["minimum"]]) in (int, type(None))
            assert type(values[given["verbose"]]) is bool
            assert given["sources"] in lists


@pytest.mark.parametrize(
    ("choices", "kind", "accepted"),
    [
        (["fast", "slow"], "", {"fast", "slow"}),
        (["1", "2"], "builtins:int", {1, 2}),
        (["0.5"], "builtins:float", {0.5}),
        (["Level.LOW"], "builtins:int", {"Level.LOW"}),
    ],
)
def test_an_attribute_is_one_of_the_choices_that_the_parser_accepts(
    choices: list[str], kind: str, accepted: set[object]
) -> None:
    knowledge = knowledge_of(replace(ARGS, uses=("mode",)))
    known = [argument("mode", names=["--mode"], choices=choices, kind=kind)]
    knowledge.command_lines.learn(json.dumps({"arguments": known, "commands": {}}))

    values = set()
    for draft in drafts(knowledge):
        literals = {s.id: s.value for s in draft.statements if isinstance(s, LiteralStatement)}
        values |= {literals.get(dict(made.kwargs)["mode"]) for made in namespaces(draft)}

    assert values == accepted


def test_an_attribute_is_found_whatever_messages_call_the_argument() -> None:
    knowledge = knowledge_of(replace(ARGS, uses=("minimum", "verbose", "tags")))
    known = [
        argument("N", attribute="minimum", kind="builtins:int", required=True),
        argument("v", attribute="verbose", low=0, high=0, makes="number"),
        argument("TAG", attribute="tags", makes="list", names=["--tag"], required=True),
    ]
    knowledge.command_lines.learn(json.dumps({"arguments": known, "commands": {}}))

    for draft in drafts(knowledge):
        values = {s.id: s.value for s in draft.statements if isinstance(s, LiteralStatement)}
        lists = {s.id for s in draft.statements if isinstance(s, CollectionStatement) and s.kind == "list"}
        for made in namespaces(draft):
            given = dict(made.kwargs)
            assert type(values[given["minimum"]]) is int
            assert values[given["verbose"]] in (0, 1, 2) and type(values[given["verbose"]]) is int
            assert given["tags"] in lists


def test_a_file_that_the_parser_opens_is_a_stream() -> None:
    knowledge = knowledge_of(replace(ARGS, uses=("source",)))
    known = [argument("source", kind="argparse:FileType")]
    knowledge.command_lines.learn(json.dumps({"arguments": known, "commands": {}}))

    for draft in drafts(knowledge):
        streams = [s.id for s in draft.statements if getattr(s, "callable", "") == "io:StringIO"]
        assert all(dict(made.kwargs)["source"] in streams for made in namespaces(draft))


@pytest.mark.parametrize(
    ("parameter", "imports"),
    [
        (replace(ARGS, type=ANY, name="order"), ("argparse",)),
        (replace(ARGS, type=ANY), ()),
        (replace(ARGS, type=ANY, uses=("minimum", "[]")), ("argparse",)),
        (replace(ARGS, uses=()), ("argparse",)),
    ],
)
def test_other_parameters_are_left_to_other_providers(parameter: Parameter, imports: tuple[str, ...]) -> None:
    assert knowledge_of(parameter, *imports).kind_of(parameter) == parameter.type


def test_a_parameter_called_as_parsed_arguments_mostly_are_takes_a_namespace_too() -> None:
    args = replace(ARGS, type=ANY)

    assert knowledge_of(args, "argparse").kind_of(args) == TypeRef(NAMESPACE, values=ARGS.uses)


@pytest.mark.parametrize("name", ["path", "receiver", "self"])
def test_an_attribute_may_be_called_as_a_parameter_of_the_builder_is(name: str) -> None:
    made = [one for draft in drafts(knowledge_of(replace(ARGS, uses=(name,)))) for one in namespaces(draft)]

    assert made
    assert all(one.receiver is None and [key for key, _ in one.kwargs] == [name] for one in made)
