"""What the description says about classes that tests may define."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.agent.describing import callables, classes, short

Described = Callable[..., Any]


def test_a_hook_for_subclasses_is_told_with_its_keywords_and_what_it_reads(described: Described) -> None:
    known = callables(
        described(
            """
class Plugin:
    label = ""
    registry = {}
    def __init_subclass__(cls, *, key: str, final=False, **rest):
        if cls.label and final:
            cls.registry[key] = cls
        cls.tag = getattr(cls, "title", None)
"""
        )
    )["Plugin.__init_subclass__"]

    assert (known["kind"], known["owner"].partition(":")[2]) == ("definition", "Plugin")
    assert [(p["name"], p["kind"], short(p["type"])) for p in known["parameters"]] == [
        ("key", "keyword", "str"),
        ("final", "keyword", "any"),
    ]
    assert set(known["reads"]) == {"label", "title"}


def test_a_metaclass_is_no_constructor_but_defines_classes(described: Described) -> None:
    description = described(
        """
class Meta(type):
    def __new__(mcs, name, bases, body, table=None):
        cls = super().__new__(mcs, name, bases, body)
        if "label" in body or cls.deep:
            cls.title = body["title"]
        return cls
class Plain(type):
    pass
class Model(metaclass=Meta):
    deep = title = 1
class Open(abc.ABC):
    pass
"""
    )
    known = callables(description)

    assert {name: known[name]["kind"] for name in ("Meta", "Plain")} == dict.fromkeys(
        ("Meta", "Plain"), "definition"
    )
    assert [p["name"] for p in known["Meta"]["parameters"]] == ["table"]
    assert {name: kind["metaclass"].partition(":")[2] for name, kind in classes(description).items()} == {
        "Meta": "",
        "Plain": "",
        "Model": "Meta",
        "Open": "",
    }
    assert set(known["Meta"]["reads"]) == {"title", "label", "deep"}


def test_what_a_subclass_has_to_add_is_told_in_the_order_of_the_source(described: Described) -> None:
    known = classes(
        described(
            """
class Shape(abc.ABC):
    @abc.abstractmethod
    def scaled(self, factor=1.5, *, deep=False) -> Shape: ...
    @property
    @abc.abstractmethod
    def area(self) -> float: ...
class Reader(Protocol):
    async def read(self, size: int, /) -> bytes: ...
class Task:
    def __init__(self): raise NotImplementedError
    def run(self, times=2):
        '''Do it.'''
        raise NotImplementedError("run")
    @property
    def label(self): raise NotImplementedError
    def go(self):
        self.run()
        self._close(self.label)
        raise NotImplementedError
    def _close(self, code): raise NotImplementedError
    def __end(self): raise NotImplementedError
class Running(Task):
    def run(self, times=2): pass
class Square(Shape):
    area = 1.5
    def scaled(self, factor=1.5, *, deep=False): return self
"""
        )
    )

    assert [(m["name"], m["kind"], m["parameters"]) for m in known["Shape"]["missing"]] == [
        ("scaled", "method", ["factor=1.5", "*", "deep=False"]),
        ("area", "property", []),
    ]
    assert [(m["name"], m["parameters"], m["is_coroutine"]) for m in known["Reader"]["missing"]] == [
        ("read", ["size", "/"], True)
    ]
    assert known["Square"]["missing"] == []
    assert [m["name"] for m in known["Task"]["missing"]] == ["run", "label", "_close"]
    assert [m["name"] for m in known["Running"]["missing"]] == ["label", "_close"]


def test_what_nobody_asks_for_and_no_subclass_has_is_not_left_open(described: Described) -> None:
    known = classes(
        described(
            """
class Client:
    def fetch(self): raise NotImplementedError
    def stop(self): raise NotImplementedError
    def reset(self): raise NotImplementedError("there is nothing to reset")
class Remote(Client):
    def fetch(self): return 1
def stop_all(clients):
    for client in clients:
        client.stop()
"""
        )
    )

    assert [m["name"] for m in known["Client"]["missing"]] == ["fetch", "stop"]


def test_what_functions_of_dataclasses_look_at_is_told(described: Described) -> None:
    known = callables(
        described(
            """
def names(kind):
    return [field.name for field in dataclasses.fields(kind)]
"""
        )
    )

    assert "<dataclass>" in known["names"]["parameters"][0]["uses"]


def test_a_metaclass_tells_of_which_class_the_values_are_that_it_collects(described: Described) -> None:
    known = callables(
        described(
            """
class Column: ...
class Rule: ...
class Label: ...
class Meta(type):
    def __new__(mcs, name, bases, body):
        for key, value in list(body.items()):
            if isinstance(value, Column):
                print(key)
        rules = {key: body[key] for key in body if isinstance(body[key], Rule)}
        for base in bases:
            print(isinstance(base, Label))
        return super().__new__(mcs, name, bases, body)
"""
        )
    )["Meta"]

    assert [kind.partition(":")[2] for kind in known["collects"]] == ["Column", "Rule"]


def test_a_body_that_is_handed_on_is_followed_through_functions(described: Described) -> None:
    known = callables(
        described(
            """
class Column: ...
class Meta(type):
    def __init__(cls, name, bases, body):
        cls.columns = register(name, found=body)
def register(name, found):
    return columns_of(dict(found)) if not found else columns_of(found)
def columns_of(body):
    copy = dict(body)
    return [value for _, value in sorted(copy.items()) if isinstance(value, (int, Column))]
"""
        )
    )["Meta"]

    assert [kind.partition(":")[2] for kind in known["collects"]] == ["Column"]


def test_a_hook_for_subclasses_collects_from_what_the_class_has(described: Described) -> None:
    known = callables(
        described(
            """
class Column: ...
class Option: ...
class Model:
    def __init_subclass__(cls):
        cls.options = [value for value in vars(cls).values() if isinstance(value, Option)]
        cls._collect()
    @classmethod
    def _collect(cls):
        for name in dir(cls):
            value = getattr(cls, name)
            if isinstance(value, Column):
                print(name)
class Quiet:
    def __init_subclass__(cls, parts=()):
        for part in parts:
            print(isinstance(part, Column))
"""
        )
    )

    collected = known["Model.__init_subclass__"]["collects"]
    assert {kind.partition(":")[2] for kind in collected} == {"Option", "Column"}
    assert known["Quiet.__init_subclass__"]["collects"] == []


def test_a_class_method_that_lists_what_a_class_has_collects_without_a_hook(described: Described) -> None:
    known = callables(
        described(
            """
class Field: ...
class Form:
    @classmethod
    def fields(cls):
        return {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
class Login(Form):
    name = Field()
class Lookup:
    @classmethod
    def find(cls, values):
        return [value for value in values if isinstance(value, Field)]
"""
        )
    )

    defined = known["Form.__init_subclass__"]
    assert [kind.partition(":")[2] for kind in defined["collects"]] == ["Field"]
    assert (defined["kind"], defined["parameters"]) == ("definition", [])
    assert not {"Login.__init_subclass__", "Lookup.__init_subclass__"} & known.keys()


def test_functions_that_make_what_is_collected_are_told_to_return_it(described: Described) -> None:
    known = callables(
        described(
            """
class _Column:
    def __init__(self, kind): ...
def column(kind=int):
    made = _Column(kind)
    return made
def key():
    return column(kind=str)
def _hidden():
    return _Column(1)
def other():
    def made():
        return _Column(1)
    return made
class _Meta(type):
    def __new__(mcs, name, bases, body):
        columns = [value for value in body.values() if isinstance(value, _Column)]
        return super().__new__(mcs, name, bases, body)
class Model(metaclass=_Meta): ...
class _Unused(type): ...
"""
        )
    )

    returned = {name: short(known[name]["returns"]).partition(":")[2] for name in ("column", "key")}
    assert returned == {"column": "_Column", "key": "_Column"}
    assert short(known["_hidden"]["returns"]) == "any"
    assert short(known["other"]["returns"]) != returned["column"]
    assert not known["_Meta"].get("is_private")
    assert known["_Unused"]["is_private"]


def test_names_that_others_look_up_in_a_body_may_be_said(described: Described) -> None:
    known = callables(
        described(
            """
class Meta(type):
    def __new__(mcs, name, bases, body):
        store(body, bases, "_types", "__type__")
        store(body, bases, source="__rule__", target="_rules")
        shown(body, "title")
        print(body.get("__slots__"), body.get("__table__"))
        return super().__new__(mcs, name, bases, body)
def store(body, bases, target, source):
    body[target] = [space[source] for space in [body, *map(vars, bases)] if source in space]
def shown(body, text):
    print(body, text)
"""
        )
    )["Meta"]

    assert set(known["reads"]) == {"__type__", "__rule__", "__table__"}
