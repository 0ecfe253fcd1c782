"""Entering and leaving a context manager is recorded as the calls that a `with` makes."""

from __future__ import annotations

import pytest

from tests.agent.recorded_program import Project

BOX = """
class Box:
    def __init__(self, name):
        self.name, self.is_open, self.items = name, False, []
    def __enter__(self):
        self.is_open = True
        return self
    def __exit__(self, kind, error, trace):
        self.is_open = False
        return kind is KeyError
    def put(self, item):
        self.items.append(item)
"""


def called(project: Project, path: str) -> list[list[str]]:
    """The calls and entries among the steps of each call of a function."""
    return [
        [step[2] if step[0] == "call" else step[0] for step in data["steps"] if step[0] in ("call", "enter")]
        for known, data in project.calls
        if known == path
    ]


def test_what_was_done_within_a_with_is_told_between_its_beginning_and_its_end(project: Project) -> None:
    project.write(
        box=BOX + "    def count(self):\n        return len(self.items)\n",
        app="""
        from box import Box
        with Box("a") as box:
            box.put(1)
        print(box.count(), box.is_open)
        """,
    )
    assert project.run() == project.plainly() == ("1 False\n", "", 0)
    within = ["box:Box", "box:Box.__enter__", "box:Box.put"]
    assert called(project, "box:Box.put") == [within]
    assert called(project, "box:Box.count") == [[*within, "box:Box.__exit__", "box:Box.count"]]


def test_a_with_in_which_nothing_happened_is_no_past_of_its_object(project: Project) -> None:
    project.write(
        box=BOX,
        app="""
        from box import Box
        box = Box("a")
        for _ in range(20):
            with box: pass
        box.put(1)
        """,
    )
    assert project.run() == ("", "", 0)
    assert called(project, "box:Box.put") == [["box:Box", "box:Box.put"]]


@pytest.mark.parametrize(("error", "raised"), [("KeyError", None), ("ValueError", "builtins:ValueError")])
def test_a_with_that_is_left_by_an_exception_is_one_step(
    project: Project, error: str, raised: str | None
) -> None:
    project.write(
        box=BOX,
        app=f"""
        from box import Box
        try:
            with Box("a"):
                raise {error}("x")
        except ValueError as error:
            print(error, error.__traceback__ is not None)
        """,
    )
    assert project.run() == project.plainly()
    [(_, left)] = [call for call in project.calls if call[0] == "box:Box.__exit__"]
    assert [step[2] for step in left["steps"] if step[0] == "call"] == ["box:Box", f"builtins:{error}"]
    assert [step[0] for step in left["steps"]][-1] == "enter"
    assert left.get("raised") == raised


def test_an_object_that_enters_itself_again_behaves_as_ever(project: Project) -> None:
    project.write(
        depth="""
        class Depth:
            def __init__(self): self.now = 0
            def __enter__(self):
                self.now += 1
                return self
            def __exit__(self, *error):
                self.now -= 1
            def twice(self):
                with self, self as again:
                    return again.now
        """,
        app="""
        from depth import Depth
        with Depth() as depth, depth:
            print(depth.now, depth.twice())
        print(depth.now)
        """,
    )
    assert project.run() == project.plainly() == ("2 4\n0\n", "", 0)
    entering = ["depth:Depth", "depth:Depth.__enter__", "depth:Depth.__enter__"]
    assert called(project, "depth:Depth.twice") == [[*entering, "depth:Depth.twice"]]


def test_functions_that_make_context_managers_are_entered(project: Project) -> None:
    project.write(
        places="""
        import contextlib
        class Stack:
            def __init__(self): self.items = []
            @contextlib.contextmanager
            def pushed(self, item):
                self.items.append(item)
                try:
                    yield len(self.items)
                finally:
                    self.items.pop()
        @contextlib.contextmanager
        def checked(number):
            '''Checks.'''
            if number < 0:
                raise ValueError("negative")
            yield number
        """,
        app="""
        import inspect
        from places import Stack, checked
        with Stack().pushed("x") as count, checked(3) as number:
            print(count, number)
        try:
            with checked(-1): pass
        except ValueError as error:
            print(error)
        @checked(4)
        def four(): return 4
        print(four(), inspect.signature(checked), checked.__doc__)
        """,
    )
    assert project.run() == project.plainly() == ("1 3\nnegative\n4 (number) Checks.\n", "", 0)
    assert called(project, "places:Stack.pushed") == [["places:Stack", "places:Stack.pushed", "enter"]]
    assert called(project, "places:checked") == [["places:checked", "enter"]] * 3
    assert [data.get("raised") for path, data in project.calls if path == "places:checked"] == [
        None,
        "builtins:ValueError",
        None,
    ]


def test_asynchronous_context_managers_are_recorded(project: Project) -> None:
    project.write(
        sessions="""
        import contextlib
        class Session:
            def __init__(self): self.is_open = False
            async def __aenter__(self):
                self.is_open = True
                return self
            async def __aexit__(self, *error):
                self.is_open = False
            async def get(self, path):
                return path if self.is_open else ""
        @contextlib.asynccontextmanager
        async def connected(host):
            async with Session() as session:
                yield session
        """,
        app="""
        import asyncio
        from sessions import Session, connected
        async def main():
            async with Session() as session, connected("x") as other:
                print(await session.get("a"), await other.get("b"))
        asyncio.run(main())
        """,
    )
    assert project.run() == project.plainly() == ("a b\n", "", 0)
    entered = ["sessions:Session", "sessions:Session.__aenter__"]
    assert [*entered, "sessions:Session.get"] in called(project, "sessions:Session.get")
    assert called(project, "sessions:connected") == [["sessions:connected", "enter"]]


def test_what_is_left_whose_beginning_is_not_told_is_entered_and_left_at_once(project: Project) -> None:
    project.write(
        box=BOX,
        app="""
        from box import Box
        box = Box("a")
        with box:
            box.name = "b"
            box.items += [1]
            box.put(2)
        print(box.items)
        """,
    )
    assert project.run() == project.plainly() == ("[1, 2]\n", "", 0)
    [left] = called(project, "box:Box.__exit__")
    assert left == ["box:Box", "enter"]
