"""Objects are made again as they were made, and told what they were told."""

from __future__ import annotations

from tests.agent.recorded_program import Project


def test_an_object_is_built_by_its_constructor_and_what_was_called_on_it_since(project: Project) -> None:
    project.write(
        stock="""
        class Shelf:
            def __init__(self, size):
                self.size = size
                self.items = []
            def put(self, item):
                if len(self.items) >= self.size:
                    raise ValueError("full")
                self.items.append(item)
            def put_all(self, *items):
                for item in items:
                    self.put(item)
            def count(self):
                return len(self.items)
        """,
        app="""
        from stock import Shelf
        shelf = Shelf(2)
        shelf.put_all("a", "b")
        try:
            shelf.put("c")
        except ValueError:
            pass
        print(shelf.count())
        """,
    )
    assert project.run() == project.plainly()

    called = [step[2] for step in project.steps("stock:Shelf.count") if step[0] == "call"]
    assert called == ["stock:Shelf", "stock:Shelf.put_all", "stock:Shelf.count"]
    [refused] = [data for path, data in project.calls if path == "stock:Shelf.put"]
    assert refused["raised"] == "builtins:ValueError"


def test_a_constructor_that_calls_that_of_its_base_is_one_call(project: Project) -> None:
    project.write(
        shapes="""
        class Shape:
            def __init__(self, name): self.name = name
            def area(self): return 0
        class Square(Shape):
            def __init__(self, side):
                super().__init__("square")
                self.side = side
            def area(self): return super().area() + self.side ** 2
        DEFAULT = [Square(n) for n in range(100)]
        """,
        app="from shapes import *\nprint(Square(2).area(), DEFAULT[3].area())",
    )
    assert project.run() == project.plainly() == ("4 9\n", "", 0)

    assert {path for path, _ in project.calls} == {"shapes:Square.__init__", "shapes:Square.area"}
    assert not project.lost


def test_an_object_that_much_happened_to_gets_the_attributes_that_changed(project: Project) -> None:
    project.write(
        tally="""
        class Tally:
            def __init__(self, name):
                self.name, self.counts, self._last = name, {}, None
            def add(self, key):
                self.counts[key] = self.counts.get(key, 0) + 1
                self._last = key
            def top(self): return max(self.counts, key=self.counts.get)
        """,
        app="""
        from tally import Tally
        tally = Tally("words")
        for word in "abracadabra": tally.add(word)
        print(tally.top())
        """,
    )
    assert project.run() == project.plainly() == ("a\n", "", 0)

    steps = project.steps("tally:Tally.top")
    assert [
        step[2:4] if step[0] == "assign" else step[2] for step in steps if step[0] in ("assign", "call")
    ] == [
        "tally:Tally",
        [2, "counts"],
        [2, "_last"],
        "tally:Tally.top",
    ]


def test_what_others_set_of_an_object_is_set_again(project: Project) -> None:
    project.write(
        notes="""
        class Note:
            def __init__(self):
                self.text, self.marks = "", []
        class Pin:
            __slots__ = ("place", "on", "__weakref__")
            def __init__(self, place):
                self.place = place
        def length(note): return len(note.text) + len(note.marks)
        def where(pin): return pin.place + pin.on
        """,
        app="""
        from notes import Note, Pin, length, where
        note, pin = Note(), Pin(1)
        note.text = "abc"
        note.marks.append("x")
        pin.on, pin.place = 5, 7
        print(length(note), where(pin))
        """,
    )
    assert project.run() == project.plainly() == ("4 12\n", "", 0)

    [_, *changes, _] = project.steps("notes:length")
    assert [step[3:] for step in changes if step[0] == "assign"] == [["text", 2], ["marks", 5]]
    assert [step[3] for step in project.steps("notes:where") if step[0] == "assign"] == ["on", "place"]


def test_what_others_changed_between_two_calls_is_set(project: Project) -> None:
    project.write(
        notes="""
        class Note:
            def __init__(self): self.text, self.saved = "", 0
            def save(self):
                self.saved += 1
                return len(self.text)
        """,
        app="""
        from notes import Note
        note = Note()
        note.save()
        note.text = "abc"
        note.save()
        note.save()
        """,
    )
    project.run()

    [_, second, third] = [data["steps"] for path, data in project.calls if path == "notes:Note.save"]
    assert [step[3] for step in second if step[0] == "assign"] == ["text", "saved"]
    assert [step[3] for step in third if step[0] == "assign"] == ["text", "saved"]


def test_objects_of_classes_without_a_constructor_are_built(project: Project) -> None:
    project.write(
        plain="""
        class Point: pass
        class Names(list):
            def first(self): return self[0]
        def across(point): return point.x
        """,
        app="""
        from types import SimpleNamespace
        from plain import *
        point = Point()
        point.x = 3
        print(across(point), across(SimpleNamespace(x=4)), Names(["a"]).first())
        """,
    )
    assert project.run() == project.plainly() == ("3 4 a\n", "", 0)

    across, other, first = [data["steps"] for _, data in project.calls]
    assert across == [
        ["call", 1, "plain:Point", None, [], {}],
        ["literal", 2, 3],
        ["assign", 3, 1, "x", 2],
        ["call", 4, "plain:across", None, [1], {}],
    ]
    assert other[1] == ["call", 2, "types:SimpleNamespace", None, [], {"x": 1}]
    assert first[1:3] == [["collection", 2, "list", [1]], ["call", 3, "plain:Names", None, [2], {}]]


def test_a_constructor_is_looked_at_again_when_its_objects_are_wanted(project: Project) -> None:
    project.write(
        tally="""
        class Tally:
            def __init__(self): self.count = 0
            def add(self, value): self.count += 1
        """,
        app="""
        from tally import Tally
        for n in range(200): Tally()
        for value in ("text", "text", 2.5, 2.5):
            for n in range(100): Tally().add(value)
        """,
    )
    project.run()

    added = [data["steps"] for path, data in project.calls if path == "tally:Tally.add"]
    assert {steps[1][2] for steps in added} == {"text", 2.5}
    assert not project.lost


def test_an_object_that_cannot_be_referred_to_weakly_is_built_as_others_are(project: Project) -> None:
    project.write(
        counters="""
        class Counter:
            __slots__ = ("total",)
            def __init__(self, start): self.total = start
            def add(self, number):
                self.total += number
                return self.total
        """,
        app="""
        from counters import Counter
        counter = Counter(2)
        print(counter.add(3), counter.add(4))
        print(sum(Counter(n).total for n in range(3_000)))
        """,
    )
    assert project.run() == project.plainly()

    [_, second] = [data for path, data in project.calls if path == "counters:Counter.add"]
    assert second["steps"] == [
        ["literal", 1, 2],
        ["call", 2, "counters:Counter", None, [1], {}],
        ["literal", 3, 3],
        ["call", 4, "counters:Counter.add", 2, [3], {}],
        ["literal", 5, 4],
        ["call", 6, "counters:Counter.add", 2, [5], {}],
    ]
    assert not project.lost


def test_an_object_that_two_hold_is_made_once_and_is_as_it_is_now(project: Project) -> None:
    project.write(
        buses="""
        class Bus:
            def __init__(self): self.log = []
            def emit(self, name, shape=None): self.log.append(name)
        class Shape:
            def __init__(self, side, bus): self.side, self.bus = side, bus
            def describe(self): self.bus.emit("described", shape=self)
            def is_smaller(self, other): return self.side < other.side
        """,
        app="""
        from buses import Bus, Shape
        bus = Bus()
        bus.emit("first")
        one, other = Shape(1, bus), Shape(2, bus)
        bus.emit("second")
        one.is_smaller(other)
        bus.emit("third", shape=one)
        """,
    )
    assert project.run() == ("", "", 0)
    smaller = project.steps("buses:Shape.is_smaller")
    assert [step[2] for step in smaller if step[0] == "call"] == [
        *("buses:Bus", "buses:Bus.emit", "buses:Shape", "buses:Bus.emit", "buses:Shape"),
        "buses:Shape.is_smaller",
    ]
    third = [data["steps"] for path, data in project.calls if path == "buses:Bus.emit"][-1]
    assert [step[2] for step in third if step[0] == "call"].count("buses:Bus") == 1
