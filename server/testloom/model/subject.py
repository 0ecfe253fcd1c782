"""What the agent says about a module under test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Literal, TypeAlias

from testloom.model.capabilities import NO_CAPABILITIES, Capabilities
from testloom.model.commands import Command
from testloom.model.contexts import NO_CONTEXTS, Contexts
from testloom.model.databases import NO_DATABASES, Databases
from testloom.model.requests import Request
from testloom.model.types import ANY, Scalar, TypeRef

ParameterKind: TypeAlias = Literal["positional", "either", "keyword", "args", "kwargs"]
Taking: TypeAlias = Literal["value", "unpacked", "items", "rows"]
CallableKind: TypeAlias = Literal[
    "function", "constructor", "method", "classmethod", "staticmethod", "property", "definition"
]
ProbeKind: TypeAlias = Literal["entry", "branch", "line", "outcome"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a callable; `uses` are attributes and operations that the body applies to it.

    By one that `is_outward` a caller may replace the clock, chance or a pause, which is its default.
    """

    name: str
    kind: ParameterKind = "either"
    type: TypeRef = ANY
    has_default: bool = False
    default: Scalar = None
    uses: tuple[str, ...] = ()
    is_outward: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """How code takes what a call returns: under a name, in several, or by its items, which may be rows.

    `parts` are the names that it gets there, and what is done with each.
    """

    taking: Taking
    parts: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class Callable:
    """Something a test may call: `id` is `module:qualname`, a constructor has the id of its class.

    `raises` are the exceptions that the body raises itself or that its docstring documents.
    `reads` and `writes` are the attributes of its object that a method looks at, and that it sets or changes;
    of a function they are names of its module.
    A `definition` is that of a class: with a metaclass, whose id it has, or of a subclass, which
    `Base.__init_subclass__` is for. Its parameters are the keywords behind the bases, `reads` what the body
    of the class may say, `collects` the classes of the values that are looked for in it.
    `rejects` are the parameters with values of the right type that a constructor does not take.
    `in_subject` is false for what only supplies arguments, such as an imported class. What is private is
    called as a last resort only. What handles requests of a web application is called by a `request`, and
    what is a `command` of a command-line application by a command line.
    """

    id: str
    kind: CallableKind
    owner: str | None = None
    parameters: tuple[Parameter, ...] = ()
    returns: TypeRef = ANY
    is_coroutine: bool = False
    is_generator: bool = False
    line: int = 0
    raises: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    collects: tuple[str, ...] = ()
    rejects: tuple[str, ...] = ()
    in_subject: bool = True
    is_private: bool = False
    request: Request | None = None
    command: Command | None = None

    @property
    def code(self) -> str:
        """What probes call the code that a call of it runs, as far as that is one function."""
        if self.kind == "constructor":
            return f"{self.qualname}.__init__"
        return f"{self.qualname}.__new__" if self.is_metaclass else self.qualname

    @property
    def is_metaclass(self) -> bool:
        """Whether it is the definition of a class with a metaclass."""
        return self.kind == "definition" and self.id == self.owner

    @property
    def module(self) -> str:
        """The dotted module that the callable lives in."""
        return self.id.partition(":")[0]

    @property
    def qualname(self) -> str:
        """The dotted name within its module."""
        return self.id.partition(":")[2]

    def qualified(self, names: Iterable[str]) -> set[str]:
        """Qualify names, unless they are already, with the class of a method or the module of a function."""
        place = self.owner or self.module
        return {name if ":" in name else f"{place}:{name}" for name in names}

    @property
    def name(self) -> str:
        """The last part of the qualified name."""
        return self.qualname.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Missing:
    """An abstract method or property, which a subclass adds; `parameters` are written as in its head."""

    name: str
    kind: CallableKind = "method"
    parameters: tuple[str, ...] = ()
    returns: TypeRef = ANY
    is_coroutine: bool = False


@dataclass(frozen=True, slots=True)
class Lacked:
    """An attribute that methods use and their class does not have: others are to bring it along.

    `uses` are like those of a parameter; `parameters` are written as in the head of a method that takes the
    calls, if it is called. `is_set_later` says that a method sets it, which a test may
    call before; `is_of_class` that the class itself was seen to be asked for it.
    """

    name: str
    uses: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    is_set_later: bool = False
    is_of_class: bool = False

    @property
    def is_awaited(self) -> bool:
        """Whether it is called and the result awaited."""
        return "await()" in self.uses

    @property
    def is_called(self) -> bool:
        """Whether it is called."""
        return "()" in self.uses


@dataclass(frozen=True, slots=True)
class SubjectClass:
    """A class of the subject or one that its annotations name; `attributes` are the public ones it sets.

    `assignable` are those that a test may set, settable properties among them, with what is known of types;
    `private` are others that it may set as a last resort. `missing` is what a subclass has to add,
    `lacked` what methods use of others, `metaclass` one that is no part of Python.
    """

    id: str
    bases: tuple[str, ...] = ()
    is_abstract: bool = False
    enum_members: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    assignable: Mapping[str, TypeRef] = field(default_factory=dict, hash=False)
    private: Mapping[str, TypeRef] = field(default_factory=dict, hash=False)
    missing: tuple[Missing, ...] = ()
    lacked: tuple[Lacked, ...] = ()
    metaclass: str = ""
    in_subject: bool = True


@dataclass(frozen=True, slots=True)
class Probe:
    """A place in the subject that the agent watches: the start of a run of statements.

    A run is entered in one of three ways, which is what its control dependence says: through the
    `outcome` of `predicate` (kind `branch`), after `parent` ran to its end without an exception
    (kind `line`), or by a call (kind `entry`, no parent). `lines` are the first lines of its statements.
    The agent has no probe for an `outcome` of a part of a condition: only its distance tells of it.
    """

    index: int
    kind: ProbeKind
    line: int
    code: str = ""
    parent: int | None = None
    predicate: int | None = None
    outcome: bool | None = None
    label: str = ""
    excluded: bool = False
    lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Predicate:
    """A condition in the subject, at `line` and `column`; `probe` is the run of statements that evaluates it.

    `leaves` are the comparisons it is made of, itself if it is one: the index of each, and whether `not`
    stands before it. `fixed` is its outcome if the interpreter and the machine settle it.
    """

    index: int
    line: int
    code: str
    text: str
    probe: int
    leaves: tuple[tuple[int, bool], ...] = ()
    fixed: bool | None = None
    column: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """A module that has probes: those from `probes.start` on, and predicates likewise."""

    module: str
    probes: range
    predicates: range


@dataclass(frozen=True, slots=True)
class PathConstant:
    """Where a constant says that files lie: an absolute path, or one that begins with `~/`.

    `is_text` says that it is no `Path`, `is_shipped` that it lies in the project.
    """

    value: str
    is_text: bool = False
    is_shipped: bool = False

    def place(self, path: str) -> str | None:
        """Return the value, `@/` or below, that a test sets the constant to so that a path lies there.

        It is a file in the folder that stands for the constant's value, or this folder itself, `@/`. None
        if the path is neither the constant's value nor below it.
        """
        if path == self.value:
            return f"@/{PurePosixPath(path).name}"
        return "@/" if path.startswith(f"{self.value}/") else None


@dataclass(frozen=True, slots=True)
class Document:
    """What a function looks up in documents of a format, written like the uses of a parameter."""

    format: str
    uses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OptionalImport:
    """A library that a module can do without; `names` (`module:NAME`) depend on whether it is installed.

    Without names, functions try to import it each time.
    """

    module: str
    is_installed: bool
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Handler:
    """A handler of exceptions: their classes, none for all, and what may raise them where it is.

    `calls` are collaborators and functions that reach files, each as `module:NAME`.
    """

    exceptions: tuple[str, ...]
    calls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Subject:
    """A loaded module: what may be called, what is watched, and the constants in its source.

    `examples` are the constants of its doctests, `expressions` the regular expressions that it holds,
    `imports` the modules that it imports, `state` the plain variables that its functions read
    (`module:Qual.NAME`) with their values, `paths` those that say where files lie, `tables` the mappings in
    which they look keys up without being handed them, with their plain keys, `collaborators` the imported
    functions and classes that its functions call (`module:NAME`), the objects of others that it holds and
    they use, and the inherited methods that its classes call on themselves (`module:Class.NAME`),
    `undefined` what they use and could not be imported, `optional` the libraries that it can do without,
    `results` how they take what calls of a name return (`open`, `open.__enter__`), `awaited` the names of
    calls that they await, each with whether they always do, `caught` the classes of exceptions that they
    handle, `handlers` those that may be there for a call that a test can have fail, by their lines,
    `accesses` the functions through which they reach files, as a test replaces them (`builtins:open`),
    `documents` what they look up in JSON, tables and the like, `attempts` the special methods that they
    expect to raise, `databases` what they store things in, `contexts` what they look up within one of a web
    application. `markers` are the decorators that mark functions,
    each with the parameter that takes one (empty: what a call of it returns is the decorator).
    `parts` are the modules that the probes belong to, the subject's own first; to the `shadowed` ones their
    dotted names do not lead, since packages have something else of these names. `tested_as` is what its tests
    are about, where that is not the module. `capabilities` are what its tests may contain.
    """

    module: str
    file: str
    callables: Mapping[str, Callable] = field(default_factory=dict)
    classes: Mapping[str, SubjectClass] = field(default_factory=dict)
    probes: tuple[Probe, ...] = ()
    predicates: tuple[Predicate, ...] = ()
    constants: tuple[Scalar, ...] = ()
    examples: tuple[Scalar, ...] = ()
    expressions: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()
    state: Mapping[str, Scalar] = field(default_factory=dict)
    paths: Mapping[str, PathConstant] = field(default_factory=dict)
    probes_at_import: frozenset[int] = frozenset()
    collaborators: tuple[str, ...] = ()
    tables: Mapping[str, tuple[Scalar, ...]] = field(default_factory=dict)
    undefined: tuple[str, ...] = ()
    optional: tuple[OptionalImport, ...] = ()
    results: Mapping[str, tuple[Result, ...]] = field(default_factory=dict)
    awaited: Mapping[str, bool] = field(default_factory=dict)
    caught: tuple[str, ...] = ()
    handlers: Mapping[int, Handler] = field(default_factory=dict)
    accesses: tuple[str, ...] = ()
    documents: tuple[Document, ...] = ()
    markers: Mapping[str, str] = field(default_factory=dict)
    attempts: tuple[str, ...] = ()
    databases: Databases = NO_DATABASES
    contexts: Contexts = NO_CONTEXTS
    parts: tuple[Part, ...] = ()
    shadowed: tuple[str, ...] = ()
    tested_as: str = ""
    capabilities: Capabilities = field(default=NO_CAPABILITIES, compare=False, repr=False)

    def line_of(self, callable_id: str) -> int:
        """Return the line where a callable begins, or its class if it is inherited; 0 if neither is known."""
        known = self.callables.get(callable_id)
        owner = self.callables.get(known.owner or "") if known is not None else None
        return next((each.line for each in (known, owner) if each is not None and each.line), 0)
