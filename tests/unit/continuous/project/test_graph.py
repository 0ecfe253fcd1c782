from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from testloom.continuous.project.graph import components

NAMES = st.sampled_from("abcdefgh")


@given(st.dictionaries(NAMES, st.lists(NAMES)))
def test_what_a_group_uses_stands_before_it_or_in_it(edges: dict[str, list[str]]) -> None:
    groups = components(edges)

    places = {node: place for place, group in enumerate(groups) for node in group}
    assert sorted(places) == sorted(edges)
    assert sum(map(len, groups)) == len(edges)
    assert all(places[used] <= places[node] for node in edges for used in edges[node] if used in edges)


@given(st.dictionaries(NAMES, st.lists(NAMES)))
def test_a_group_is_what_reaches_each_other(edges: dict[str, list[str]]) -> None:
    def reached(node: str) -> set[str]:
        found, pending = set[str](), [node]
        while pending:
            for used in edges[pending.pop()]:
                if used in edges and used not in found:
                    found.add(used)
                    pending.append(used)
        return found

    for group in components(edges):
        for node in group:
            mutual = {other for other in reached(node) if node in reached(other)} | {node}
            assert mutual == set(group)


def test_a_long_chain_is_no_deep_recursion() -> None:
    edges = {str(number): [str(number + 1)] for number in range(20_000)}

    assert components(edges)[0] == ["19999"]
