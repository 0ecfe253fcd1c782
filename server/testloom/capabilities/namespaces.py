"""Parsed command lines: namespaces with the attributes that a function reads of them.

What `argparse` hands on has as many attributes as the parser has arguments. A function that takes them says
by their names what it needs, and the parser, once it was seen, of what types they are.
"""

from __future__ import annotations

from testloom.model.statements import CallStatement
from testloom.model.subject import Parameter, Subject
from testloom.model.types import ANY, Scalar, TypeRef
from testloom.search.providers.arguments import argument
from testloom.search.providers.builder import Builder
from testloom.search.providers.inputs.command_lines import FRACTIONS, INTEGERS, PATHS
from testloom.search.providers.inputs.parsers import Argument
from testloom.search.providers.inputs.types.plausibility import attributes_asked
from testloom.search.providers.provider import ValueProvider

NAMESPACE, PATH = "argparse:Namespace", "pathlib:Path"
FILE, STREAM = "argparse:FileType", "io:StringIO"
"""The reader that opens a file, and what stands for the file."""
USUAL = frozenset({"args", "arguments", "namespace", "ns", "options", "opts", "parsed"})
"""The names of parameters without annotations for namespaces, in modules that import argparse."""
LEFT_OUT = 0.4
"""How often an option has not been given; one with choices mostly has a default then."""

TIMES = (0, 1, 2)
"""How often an option has been given that counts."""


class Namespaces(ValueProvider):
    """Provides namespaces; their types list the names of the attributes that are read."""

    name = "namespace"
    calls = frozenset({NAMESPACE})

    def kind_of(self, parameter: Parameter, subject: Subject) -> TypeRef | None:
        """Find the type of a parameter that takes a namespace; None for others."""
        is_usual = parameter.name in USUAL and parameter.type == ANY and "argparse" in subject.imports
        if not is_usual and parameter.type != TypeRef(NAMESPACE):
            return None
        names = attributes_asked(parameter.uses)
        is_read_only = len(names) == len(parameter.uses)
        return TypeRef(NAMESPACE, values=tuple(names)) if names and is_read_only else None

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Namespaces whose attributes are known."""
        return float(kind.name == NAMESPACE and bool(kind.values))

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        """Check whether the attributes are known, as nothing else has them."""
        return bool(self.offers(kind, builder))

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Make a namespace with all these attributes."""
        given = tuple((str(name), _value(str(name), builder)) for name in kind.values)
        return builder.add(CallStatement(builder.next_id(), NAMESPACE, None, (), given), TypeRef(NAMESPACE))


def _value(name: str, builder: Builder) -> int:
    """A value for an attribute, as the parser makes it, or as its name suggests while no parser was seen."""
    known = builder.knowledge.command_lines.attribute(name)
    if known is None:
        return argument(builder.within(), Parameter(name))
    if known.makes == "number":
        return builder.literal(builder.rng.choice(TIMES))
    if known.high == 0:
        return builder.literal(builder.rng.random() >= LEFT_OUT)
    may_be_left_out = known.names and not (known.required or known.choices)
    if may_be_left_out and builder.rng.random() < LEFT_OUT:
        return builder.literal(None)
    if known.makes == "value":
        return _read(known, builder)
    number = builder.rng.randint(known.low, known.low + 1) if known.high is None else known.high
    return builder.collection("list", *(_read(known, builder) for _ in range(number)))


def _read(known: Argument, builder: Builder) -> int:
    """A value that the reader of an argument returns."""
    reader = builder.subject.callables.get(known.kind)
    if reader is not None and reader.kind == "function":
        return builder.value(reader.returns)
    if known.choices:
        return builder.literal(_as_read(builder.rng.choice(known.choices), known.kind))
    if known.kind in (FILE, *PATHS):
        return builder.value(TypeRef(STREAM if known.kind == FILE else PATH))
    if known.kind in (*INTEGERS, *FRACTIONS):
        return builder.value(TypeRef("int" if known.kind in INTEGERS else "float"))
    return builder.literal(builder.knowledge.command_lines.accepted_value(known))


def _as_read(choice: str, kind: str) -> Scalar:
    """A choice as the reader of an argument makes it: a number, if it reads numbers."""
    try:
        return int(choice) if kind in INTEGERS else float(choice) if kind in FRACTIONS else choice
    except ValueError:  # it is shown otherwise, such as a member of an enumeration
        return choice


NAMESPACES = (Namespaces(),)
