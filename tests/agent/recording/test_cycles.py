"""Programs whose objects lead back to themselves, have no end, or lie very deep are recorded like others."""

from __future__ import annotations

import shutil
import time
from collections import OrderedDict, defaultdict, deque
from typing import Any

import pytest

from testloom_agent.recording.values.library import Unrecordable
from testloom_agent.recording.values.objects import Objects
from testloom_agent.recording.values.recipes import Recipe
from testloom_agent.recording.values.state import state_of
from testloom_agent.redaction.secrets import Secrets
from tests.agent.conftest import SUBJECTS
from tests.agent.recorded_program import Project

SECONDS = 2.0
"""Far more than is needed: what is tried in all ways takes minutes."""
APP = """
    from cycles import *
    print(looped(5), forth(2), echoing(1), type(knotted()).__name__, type(knot()).__name__)
    print(len(nested()), linked().value, tied([1, 2])[:2], sorted(keyed("a"))[1:], crossed(3).size)
    print(deepest(deep), deepest(nested(500)), strung(2).value, asked("a") is echo, asked("") is call)
    print(sounds(echo), same(own_list, own_dict), same([1], {}), leaves([1]), Registered().is_first())
    wrapped, itself = Wrapped(3), Itself(2)
    wrapped.size = 4
    print(wrapped.size, wrapped.double(2), itself.grow(3).size, Again().perimeter(3))
    print(type(Left().turn(1)).__name__, type(Right().turn(2)).__name__)
    for times in (1, 2):
        for function in (blame, blame_many):
            try: function(times)
            except Exception as error: print(repr(error))
        print(catch(times), register(times), register(3))
    node, cell = Node(), Cell()
    node.next = cell.next = node
    node.others = [node, {1: cell}]
    for value in (own_list, own_dict, own_tuple, own_queue, partial, bound, call, this, Link, Registered):
        print(holds(value), holds([value]))
    print(holds(node), holds(cell), holds(itself), holds(wrapped), holds(Answering()), holds(knot))
    print(holds(clique()), holds(clique(kind=Cell)), holds(linked(2_000)), holds(ValueError(own_list)))
"""


def test_a_program_with_all_of_it_behaves_as_ever_and_is_recorded(project: Project) -> None:
    shutil.copy(SUBJECTS / "cycles.py", project.folder)
    project.write(app=APP)

    assert project.run() == project.plainly()
    names = {path for path, _ in project.calls}
    assert {"cycles:looped", "cycles:Wrapped.double", "cycles:holds", "cycles:nested"} <= names
    assert not any("failed" in reason for _, reason in project.lost)


def recipe_for(value: Any, objects: Objects) -> Recipe:
    return Recipe(objects, "main", (value,), str, Secrets())


class Made:
    """Made by a constructor that is recorded."""

    def __init__(self) -> None:
        self.size = 1


def made(objects: Objects) -> Made:
    """An object of which it is known how it was made."""
    value = Made()
    recipe = recipe_for(value, objects)
    recipe.subject = recipe.call(f"{__name__}:Made")
    objects.note_made(value, recipe)
    recipe.close()
    return value


class Plain:
    """Made without code of its own."""


def plain(objects: Objects) -> Plain:
    objects.modules.add(__name__)
    return Plain()


def steps_for(value: Any, objects: Objects) -> int:
    """How many steps build a value; what takes too long fails."""
    recipe, began = recipe_for(value, objects), time.process_time()
    recipe.add(value)
    assert time.process_time() - began < SECONDS
    return len(recipe.steps)


@pytest.mark.parametrize("make", [made, plain])
@pytest.mark.parametrize("number", [30, 60, 120])
def test_many_objects_that_hold_one_another_are_soon_built_or_doubled(make: Any, number: int) -> None:
    objects = Objects()
    members = [make(objects) for _ in range(number)]
    for member in members:
        vars(member).update({f"other_{place}": other for place, other in enumerate(members)})

    assert 0 < steps_for(members[0], objects) <= 300


@pytest.mark.parametrize("make", [made, plain])
def test_a_long_chain_of_objects_is_built_as_far_as_it_is_short(make: Any) -> None:
    objects, kept = Objects(), [None]
    for _ in range(5_000):
        node = make(objects)
        node.next = kept[-1]
        kept.append(node)

    assert 10 < steps_for(kept[-1], objects) <= 300


@pytest.mark.parametrize("kind", [OrderedDict, lambda: defaultdict(list)])
def test_a_mapping_of_the_library_that_holds_itself_is_not_recorded_as_an_empty_one(kind: Any) -> None:
    value = kind()
    value["own"] = value

    with pytest.raises(Unrecordable, match="contains itself"):
        recipe_for(value, Objects()).add(value)


def test_a_tuple_or_a_queue_that_holds_itself_is_not_recorded_as_an_empty_one() -> None:
    inner: list[Any] = []
    inner.append((inner,))
    queue = deque[Any]()
    queue.append(queue)

    for value in (inner[0], queue):
        with pytest.raises(Unrecordable, match="contains itself"):
            recipe_for(value, Objects()).add(value)


def test_few_of_the_values_are_looked_at_where_objects_hold_one_another() -> None:
    members = [Plain() for _ in range(80)]
    for member in members:
        vars(member).update({f"other_{place}": other for place, other in enumerate(members)})

    assert len(repr(state_of(members[0]))) < 100_000


def test_what_is_iterated_for_ever_is_not_kept(project: Project) -> None:
    (project.folder / "node_modules").mkdir()
    (project.folder / "node_modules" / "lib.py").write_text(
        "alive = 0\n"
        "class Item:\n"
        "    def __init__(self):\n        global alive; alive += 1\n"
        "    def __del__(self):\n        global alive; alive -= 1\n"
        "class Stream:\n"
        "    def __iter__(self):\n        while True: yield Item()\n"
    )
    project.write(
        reader="""
        import lib
        def read(stream, most):
            number = 0
            for item in stream:
                number += 1
                if number > most: return lib.alive < most / 2
        """,
        app="""
        import sys
        sys.path.append("node_modules")
        from lib import Stream
        from reader import read
        print(read(Stream(), 3_000))
        """,
    )

    assert project.run() == project.plainly() == ("True\n", "", 0)
    assert [path for path, _ in project.calls] == ["reader:read"]


def test_methods_of_methods_reach_out_where_the_innermost_does(project: Project) -> None:
    project.write(
        shop="""
        import types
        def price(number): return 2 * number
        bound = types.MethodType(price, 3)
        for _ in range(5_000):
            bound = types.MethodType(bound, 1)
        """,
        app="import shop; print(shop.price(2))",
    )

    assert project.run() == project.plainly()
    assert [path for path, _ in project.calls] == ["shop:price"] and not project.lost


def test_source_that_is_nested_too_deeply_to_be_rewritten_is_recorded(project: Project) -> None:
    project.write(
        shop=f"""
        import subprocess
        def price(number): return {" + ".join(["number"] * 2_500)}
        """,
        app="import shop; print(shop.price(2))",
    )

    assert project.run() == project.plainly()
    assert [path for path, _ in project.calls] == ["shop:price"] and not project.lost


def test_classes_whose_attributes_have_everything_are_recorded(project: Project) -> None:
    project.write(
        shop="""
        class Echo:
            def __getattr__(self, name): return self
            def __iter__(self):
                while True: yield self
            __hash__ = None
        class Shop:
            echo = Echo()
            def __init__(self): self.size = 1
            def price(self, number): return number
            price.__wrapped__ = price
        class Stall:
            def __init__(self): self.size = 1
            __init__.__wrapped__ = []
            def price(self, number): return number
        """,
        app="import shop; print(shop.Shop().price(2), shop.Stall().price(3))",
    )

    assert project.run() == project.plainly()
    assert [path for path, _ in project.calls] == ["shop:Shop.__init__", "shop:Shop.price"]
    assert project.lost == [
        ("shop:Stall.price", "an object of Stall whose creation was not recorded"),
    ]
