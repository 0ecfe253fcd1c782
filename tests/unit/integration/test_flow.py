"""The graphs are compared with what real runs do."""

import ast
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from testloom.integration.flow import FlowGraph, deciding_edges, flow_graph, is_certain
from testloom.integration.flow.dominance import chain, immediate_dominators, post_dominators
from tests.unit.integration.programs import function, programs, run

ANSWERS = st.lists(st.booleans(), max_size=25)


def number_of(node: ast.AST | None) -> int | None:
    """The number of a call that runs report."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in "tcnrw":
        return None
    number = ast.literal_eval(node.args[0])
    assert isinstance(number, int)
    return number


def calls_in(graph: FlowGraph) -> dict[int, int]:
    numbers = {node.index: number_of(node.source) for node in graph.nodes if node.kind == "call"}
    return {index: number for index, number in numbers.items() if number is not None}


def after(graph: FlowGraph, nodes: set[int], stops: set[int]) -> set[int]:
    """What is reached from the nodes without passing a stop."""
    targets: dict[int, list[int]] = {}
    for edge in graph.edges:
        targets.setdefault(edge.source, []).append(edge.target)
    found: set[int] = set()
    pending = [target for node in nodes for target in targets.get(node, ())]
    while pending:
        node = pending.pop()
        if node not in found:
            found.add(node)
            pending += [] if node in stops else targets.get(node, ())
    return found


@pytest.mark.slow
@given(programs(), ANSWERS)
@settings(max_examples=150, deadline=None)
def test_every_run_is_a_path_through_the_graph(source: str, answers: list[bool]) -> None:
    graph, seen = flow_graph(function(source)), run(source, answers)
    numbers = calls_in(graph)
    places = {graph.entry}
    for number in seen.calls[:-1] if not seen.is_over else seen.calls:
        reached = after(graph, places, set(numbers))
        places = {node for node in reached if numbers.get(node) == number}
        assert places, (source, seen.calls, number)
    if seen.is_over:
        assert graph.exit in after(graph, places, set(numbers)), (source, seen.calls)


@pytest.mark.slow
@given(programs(), ANSWERS, st.data())
@settings(max_examples=150, deadline=None)
def test_what_an_outcome_decides_happens_after_it(
    source: str, answers: list[bool], data: st.DataObject
) -> None:
    graph, seen = flow_graph(function(source)), run(source, answers)
    numbers = calls_in(graph)
    if not numbers or not seen.is_over or seen.raised:
        return
    wanted = data.draw(st.sampled_from(sorted(set(numbers.values()))))
    nodes = [node for node, number in numbers.items() if number == wanted]
    deciding = {
        (number_of(graph.nodes[edge.source].source), edge.outcome) for edge in deciding_edges(graph, nodes)
    }
    for place, number, outcome in seen.decided:
        if (number, outcome) in deciding and is_only_node(graph, number):
            assert wanted in seen.calls[place:], (source, seen.calls, wanted, number)
    if is_certain(graph, nodes):
        assert wanted in seen.calls, (source, seen.calls, wanted)


def is_only_node(graph: FlowGraph, number: int) -> bool:
    """Whether the source of a condition has one node: else what it decides depends on the way there."""
    conditions = [
        node for node in graph.nodes if node.kind == "condition" and number_of(node.source) == number
    ]
    return len(conditions) == 1


GRAPHS = st.integers(2, 8).flatmap(
    lambda size: st.lists(
        st.lists(st.integers(0, size - 1), max_size=3, unique=True), min_size=size, max_size=size
    )
)


@given(GRAPHS)
def test_a_dominator_is_on_every_path(successors: list[list[int]]) -> None:
    edges = dict(enumerate(successors))
    immediate = immediate_dominators(edges, 0)
    reached = reachable(edges, without=None)
    assert set(immediate) == reached
    for node in reached:
        on_every_path = {other for other in reached if other == node or node not in reachable(edges, other)}
        assert set(chain(node, immediate)) == on_every_path


def reachable(edges: dict[int, list[int]], without: int | None) -> set[int]:
    found: set[int] = set()
    pending = [0]
    while pending:
        node = pending.pop()
        if node not in found and node != without:
            found.add(node)
            pending += edges[node]
    return found


def test_a_return_that_nothing_leads_to_is_no_way_out_of_an_endless_loop() -> None:
    source = (
        "def f():\n    while True:\n        if c(1):\n            t(2)\n"
        "        else:\n            continue\n            return t(3)"
    )
    graph = flow_graph(function(source))
    [node] = [node for node, number in calls_in(graph).items() if number == 2]
    assert deciding_edges(graph, [node])


@pytest.mark.slow
@given(programs())
@settings(max_examples=100, deadline=None)
def test_control_dependence_agrees_with_its_definition(source: str) -> None:
    graph = flow_graph(function(source))
    forward = graph.successors()
    reaching = can_avoid(forward, graph.exit, set())
    if graph.entry not in reaching:  # it is defined by paths to the exit, which an endless loop has none of
        return
    for number, count in Counter(calls_in(graph).values()).items():
        nodes = [node for node, known in calls_in(graph).items() if known == number]
        if count > 1 or any(graph.nodes[index].kind == "handler" for index in graph.guards):
            continue
        avoiding = can_avoid(forward, graph.exit, set(nodes))
        expected = {
            edge
            for edge in graph.branches
            if edge.target in reaching and edge.target not in avoiding and edge.source in avoiding
        }
        assert set(deciding_edges(graph, nodes)) == expected, (source, number)


def can_avoid(successors: dict[int, list[int]], end: int, nodes: set[int]) -> set[int]:
    """What reaches the end without passing the nodes."""
    found: set[int] = {end}
    changed = True
    while changed:
        before = len(found)
        found |= {
            node
            for node, targets in successors.items()
            if node not in nodes and any(target in found for target in targets)
        }
        changed = len(found) != before
    return found


def test_the_first_node_dominates_and_the_exit_follows_everything_in_a_plain_function() -> None:
    graph = flow_graph(function("def f():\n    t(1)\n    if c(2):\n        t(3)\n    t(4)"))
    first, last = (node_of(graph, call) for call in (calls(graph, 1), calls(graph, 4)))
    assert first in chain(last, immediate_dominators(graph.successors(), graph.entry))
    assert last in chain(first, post_dominators(graph))


def node_of(graph: FlowGraph, source: ast.AST) -> int:
    return next(node.index for node in graph.nodes if node.source is source)


def calls(graph: FlowGraph, number: int) -> ast.AST:
    return next(node.source for node in graph.nodes if node.source and number_of(node.source) == number)
