"""Functions that recorded calls define are recorded, wherever they lie in what was returned."""

from __future__ import annotations

from tests.agent.recorded_program import Project


def test_functions_that_recorded_calls_define_and_return_are_recorded(project: Project) -> None:
    project.write(
        factories="""
        import functools
        class Shelf:
            def __init__(self, size): self.size = size
            def filler(self, step):
                def fill(times=1): return self.size - step * times
                return fill
        def make_adder(number):
            def add(other, *, twice=False): return number + other * (2 if twice else 1)
            return add
        def down():
            def count(number): return 0 if not number else 1 + count(number - 1)
            return count
        def counted(function):
            @functools.wraps(function)
            def call(*args): return function(*args)
            return call
        """,
        app="""
        import gc, inspect, weakref
        from factories import Shelf, counted, down, make_adder
        add, fill = make_adder(3), Shelf(10).filler(2)
        print(add(4), add(4, twice=True), fill(2), down()(3), inspect.signature(add), add.__name__)
        @counted
        def late(n): return n
        print(late(1), sum(make_adder(1)(n) for n in range(20_000)), sum(add(n) for n in range(20_000)))
        gone = weakref.ref(add)
        del add
        print(gone())
        """,
    )
    assert project.run() == project.plainly()

    added = [data for path, data in project.calls if path == "factories:make_adder"]
    assert [step[:5] for step in added[1]["steps"]] == [
        ["literal", 1, 4],
        ["literal", 2, 3],
        ["call", 3, "factories:make_adder", None, [2]],
        ["invoke", 4, 3, [1], {}],
    ]
    assert added[1]["value"] == 7
    [_, filled] = [data for path, data in project.calls if path == "factories:Shelf.filler"]
    assert [step[0] for step in filled["steps"]][-3:] == ["literal", "call", "invoke"]
    assert filled["value"] == 6
    assert not project.lost


def test_functions_in_a_registry_that_a_call_returns_are_recorded_as_taken_from_there(
    project: Project,
) -> None:
    project.write(
        service="""
        class App:
            def __init__(self): self.handlers, self._hidden, self.names = {}, {}, ["a"]
            def get(self, path):
                return lambda function: self.handlers.setdefault(path, function)
        def make_app(greeting):
            app = App()
            @app.get("hello")
            def hello(name): return f"{greeting} {name}"
            app._hidden[0] = lambda: greeting
            return app
        def make_pair():
            def first(): return 1
            def second(): return 2
            return first, {"second": second}
        """,
        app="""
        from service import make_app, make_pair
        app, (first, others) = make_app("Hi"), make_pair()
        print(app.handlers["hello"]("Ann"), app._hidden[0](), first(), others["second"]())
        """,
    )
    assert project.run() == project.plainly() == ("Hi Ann Hi 1 2\n", "", 0)

    [_, greeted] = [data for path, data in project.calls if path == "service:make_app"]
    assert [step[:5] for step in greeted["steps"]] == [
        ["literal", 1, "Ann"],
        ["literal", 2, "Hi"],
        ["call", 3, "service:make_app", None, [2]],
        ["attribute", 4, 3, "handlers"],
        ["literal", 5, "hello"],
        ["call", 6, "builtins:dict.__getitem__", 4, [5]],
        ["invoke", 7, 6, [1], {}],
    ]
    _, *taken = [data for path, data in project.calls if path == "service:make_pair"]
    items = [[step[:4] for step in data["steps"] if "__getitem__" in str(step)] for data in taken]
    assert items == [
        [["call", 3, "builtins:tuple.__getitem__", 1]],
        [["call", 3, "builtins:tuple.__getitem__", 1], ["call", 5, "builtins:dict.__getitem__", 3]],
    ]
    assert not project.lost
