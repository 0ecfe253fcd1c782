"""Tests for testloom_agent.trees: the nodes of a tree, which are gone through again and again."""

from __future__ import annotations

import ast

from testloom_agent.trees import children_of, nodes_of, parts_of

SOURCE = """
@cached
def total(items, *rest, start=0):
    match items:
        case {"a": [first, *_], **others} if others:
            return lambda: first
    return sum((item.price for item in items), start)

class Basket(dict, metaclass=Meta):
    limit: int = 3
"""


def test_nodes_are_those_of_the_standard_library_in_its_order() -> None:
    tree = ast.parse(SOURCE)

    for node in ast.walk(tree):
        assert children_of(node) == list(ast.iter_child_nodes(node))
        assert list(nodes_of(node)) == list(ast.walk(node))


def test_visitors_pass_over_marks_without_parts() -> None:
    [assignment] = ast.parse("a = b + c").body

    names = [node for node in ast.walk(assignment) if isinstance(node, (ast.Name, ast.BinOp))]
    visited = [node for part in ast.walk(assignment) for node in parts_of(part)]

    assert {type(node).__name__ for node in ast.walk(assignment)} > {"Load", "Store", "Add"}
    assert sorted(visited, key=id) == sorted(names, key=id)
    assert parts_of(assignment) is parts_of(assignment)


def test_a_tree_is_gone_through_once_and_stays_as_it_is() -> None:
    tree, written = ast.parse(SOURCE), ast.dump(ast.parse(SOURCE))

    assert nodes_of(tree) is nodes_of(tree)
    assert ast.dump(tree) == written
    assert ast.unparse(tree) == ast.unparse(ast.parse(SOURCE))
