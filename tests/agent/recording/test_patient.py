"""Recording that depends on nothing but what the program does."""

from __future__ import annotations

import json

from testloom.execution.process import AGENT_FOLDER
from tests.agent.recorded_program import Project

PROGRAM = """
    import sys
    sys.path.insert(0, {server!r})
    from testloom_agent.recording.beginning import begin_patiently
    kept = begin_patiently({journal!r}, {root!r}, {root!r}, "")
    sys.path.pop(0)
    import shop
    {body}
    print(dict(kept))
    """
SHOP = """
    class Cart:
        def __init__(self, owner): self.owner = owner
        def pay(self, cart): return cart
    def price(amount): return amount
    """


def values(project: Project, body: str) -> list[object]:
    """The plain values with which `price` was called, in calls that were kept."""
    server, root = str(AGENT_FOLDER.parent), str(project.folder)
    told = {"server": server, "journal": str(project.journal), "root": root, "body": body}
    project.write(app=PROGRAM.format(**told), shop=SHOP)
    out, err, status = project.plainly()
    assert (err, status) == ("", 0)
    assert json.loads(out.replace("'", '"')) == {"shop": len(project.calls)}
    calls = [data["steps"] for path, data in project.calls if path == "shop:price"]
    return [step[2] for steps in calls for step in steps if step[0] == "literal"]


def test_something_new_is_kept_however_long_nothing_new_has_come(project: Project) -> None:
    body = "for value in [1] * 5_000 + [4_000_000] * 64: shop.price(value)"

    assert 4_000_000 in values(project, body)


def test_of_calls_with_objects_of_one_shape_the_first_is_kept(project: Project) -> None:
    body = "for name in ('ann', 'bob', 'eve'): shop.Cart('').pay(shop.Cart(name)); shop.price(len(name))"

    assert len(values(project, body)) == 3
    assert [path for path, _ in project.calls].count("shop:Cart.pay") == 1
