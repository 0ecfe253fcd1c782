"""The agent's description of a module under test."""

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

    Through a parameter that `is_outward`, a caller may replace the clock, random values or a pause,
    which is the default. The names of those `beside` it may tell what its own name means.
    """

    name: str
    kind: ParameterKind = "either"
    type: TypeRef = ANY
    has_default: bool = False
    default: Scalar = None
    uses: tuple[str, ...] = ()
    is_outward: bool = False
    beside: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Result:
    """How code uses the result of a call: under one name, unpacked, or item by item (perhaps rows).

    `parts` are the names that the code binds in doing so, each with its uses.
    """

    taking: Taking
    parts: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class PrivateCall:
    """A call of something private in the body of a callable.

    `name` begins with a dot if it is a method of the same object. `given` are places or keywords of the call,
    each with the parameter of the callable that is passed on there; `*name`: one item of it after the other.
    """

    name: str
    given: tuple[tuple[int | str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Callable:
    """A callable of a test: `id` is `module:qualname`; a constructor has the id of its class.

    `raises` are the exceptions that the body raises itself or that its docstring documents. `reads` and
    `writes` are the attributes of its object that a method reads, and that it sets or changes; for a
    function they are names of its module. A `definition` is the definition of a class: with a
    metaclass, whose id it has, or of a subclass, for the sake of `Base.__init_subclass__`. Its
    parameters are the keywords after the bases, `reads` the names that the body of the class may
    define, `collects` the classes of the values that are searched for in the body. `rejects` are the
    parameters for which a constructor refuses values even of the right type, `private_calls` the calls
    of private functions and methods in the body. `in_subject` is false for
    a callable that only supplies arguments, such as an imported class. A private callable is called
    only as a last resort. A function that handles requests of a web application is called by a
    `request`, and a `command` of a command-line application by a command line.
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
    private_calls: tuple[PrivateCall, ...] = ()
    in_subject: bool = True
    is_private: bool = False
    request: Request | None = None
    command: Command | None = None

    @property
    def code(self) -> str:
        """The name in probes of the function that a call of it runs, if it is a single function."""
        if self.kind == "constructor":
            return f"{self.qualname}.__init__"
        return f"{self.qualname}.__new__" if self.is_metaclass else self.qualname

    @property
    def is_metaclass(self) -> bool:
        """Whether it stands for the definition of a class with a metaclass."""
        return self.kind == "definition" and self.id == self.owner

    @property
    def module(self) -> str:
        """The dotted name of its module."""
        return self.id.partition(":")[0]

    @property
    def qualname(self) -> str:
        """The qualified name within its module."""
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
class AbstractMember:
    """An abstract method or property that a subclass adds; `parameters` are as in its signature."""

    name: str
    kind: CallableKind = "method"
    parameters: tuple[str, ...] = ()
    returns: TypeRef = ANY
    is_coroutine: bool = False


@dataclass(frozen=True, slots=True)
class LackedAttribute:
    """An attribute that methods use and their class lacks: other classes are to provide it.

    `uses` are like those of a parameter; if the attribute is called, `parameters` are written as in the
    signature of a method that takes the calls. `is_set_later`: a method sets the attribute, and a test
    may call it before; `is_of_class`: the attribute was looked up on the class itself.
    """

    name: str
    uses: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    is_set_later: bool = False
    is_of_class: bool = False

    @property
    def is_awaited(self) -> bool:
        """Whether it is called and its result is awaited."""
        return "await()" in self.uses

    @property
    def is_called(self) -> bool:
        """Whether it is called."""
        return "()" in self.uses


@dataclass(frozen=True, slots=True)
class SubjectClass:
    """A class that the subject defines or uses in annotations; `attributes` are public ones it sets.

    `assignable` are the attributes that a test may set, including settable properties, with their types
    as far as known; `private` are others that a test may set as a last resort. `missing` are the
    abstract members that a subclass has to add, `lacked` the attributes that methods use and other
    classes provide, `unimplemented` the methods that it has from protocols only, `metaclass` is a metaclass
    that is not part of Python.
    """

    id: str
    bases: tuple[str, ...] = ()
    is_abstract: bool = False
    enum_members: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    assignable: Mapping[str, TypeRef] = field(default_factory=dict, hash=False)
    private: Mapping[str, TypeRef] = field(default_factory=dict, hash=False)
    missing: tuple[AbstractMember, ...] = ()
    lacked: tuple[LackedAttribute, ...] = ()
    unimplemented: tuple[str, ...] = ()
    metaclass: str = ""
    in_subject: bool = True


@dataclass(frozen=True, slots=True)
class Probe:
    """A probe: a place in the subject that the agent watches, the start of a run of statements.

    A run is entered in one of three ways, its control dependence: through the `outcome` of `predicate`
    (kind `branch`), after `parent` ran to its end without an exception (kind `line`), or by a call
    (kind `entry`, no parent). `lines` are the first lines of its statements. The agent has no probe for
    an `outcome` of a part of a condition: only the distance shows whether it occurs.
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
    """A condition in the subject; `probe` is the run of statements that evaluates it.

    It is at `line` and `column`. `leaves` are the comparisons that make it up (itself, if it is a
    single one): the index of each, and whether `not` precedes it. `fixed` is its outcome if the
    interpreter and the machine determine it.
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
class ProbedModule:
    """A module with probes: the ranges of its probes and its predicates."""

    module: str
    probes: range
    predicates: range


@dataclass(frozen=True, slots=True)
class PathConstant:
    """A constant that holds a path to files: an absolute path, or a path that begins with `~/`.

    `is_text`: the constant is not a `Path`; `is_shipped`: the path lies in the project.
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
    """The lookups of a function in documents of a format, written like the uses of a parameter."""

    format: str
    uses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OptionalImport:
    """An optional library of a module; `names` (`module:NAME`) depend on whether it is installed.

    Without names, functions try to import it each time.
    """

    module: str
    is_installed: bool
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Handler:
    """An exception handler: the exception classes it handles (none for all), and calls that may raise.

    `calls` are the collaborators and the functions that access files that may raise the exceptions
    there, each as `module:NAME`.
    """

    exceptions: tuple[str, ...]
    calls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Inferred:
    """Inferences about a subject, kept since they are asked for thousands of times.

    Only what the subject and the key determine may be kept here: no setting, draw or state of a search.

    Attributes:
        plausible: the types that a parameter may have, by the parameter and the functions that it is within.
        offering: the types whose values have all of some attributes.
        hopeless: types of which there is no plain value at this depth of nesting.
    """

    plausible: dict[tuple[Parameter, tuple[str, ...]], tuple[TypeRef, ...]] = field(default_factory=dict)
    offering: dict[tuple[str, ...], frozenset[str]] = field(default_factory=dict)
    hopeless: set[tuple[TypeRef, int]] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Subject:
    """A loaded module: its callables, its probes and predicates, and the constants in its source.

    `examples` are the constants of its doctests, `expressions` the regular expressions that it holds,
    `imports` the modules that it imports, `state` the plain variables that its functions read
    (`module:Qual.NAME`) with their values, `versions` those that hold the version of a package,
    `paths` the constants that hold paths of files, `tables` the mappings that its functions look up
    keys in without being passed them, with their plain keys,
    `collaborators` the imported functions and classes that its functions call (`module:NAME`), the
    foreign objects that it holds and they use, and the inherited methods that its classes call on
    themselves (`module:Class.NAME`), `undefined` the names that they use and that could not be
    imported, `optional` the libraries that it can do without, `results` how they use the results of
    calls of a name (`open`, `open.__enter__`), `awaited` the names of calls that they await, each with
    whether they always do, `caught` the exception classes that they handle, `handlers` the handlers, by
    line, for calls that a test can make fail, `accesses` the functions through which they access files,
    as a test replaces them (`builtins:open`), `documents` their lookups in JSON, tables and the like,
    `attempts` the special methods that they expect to raise, `databases` the databases in which they
    store things, `contexts` their lookups in the contexts of a web application. `markers` are the
    decorators that mark functions, each with the parameter that takes the function (empty: a call of
    the marker returns the decorator). `parts` are the modules that the probes belong to, the subject's
    own first; the `shadowed` modules cannot be reached by their dotted names, since packages use these
    names for something else. `tested_as` is what its tests are about, where that is not the module.
    `capabilities` are the capabilities its tests may use. What was `inferred` so far is kept,
    since it is asked for thousands of times; a copy of the subject begins with nothing.
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
    versions: Mapping[str, str] = field(default_factory=dict)
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
    parts: tuple[ProbedModule, ...] = ()
    shadowed: tuple[str, ...] = ()
    tested_as: str = ""
    capabilities: Capabilities = field(default=NO_CAPABILITIES, compare=False, repr=False)
    inferred: Inferred = field(default_factory=Inferred, init=False, compare=False, repr=False)

    def line_of(self, callable_id: str) -> int:
        """Return the line where a callable begins, or its class if it is inherited; 0 if neither is known."""
        known = self.callables.get(callable_id)
        owner = self.callables.get(known.owner or "") if known is not None else None
        return next((each.line for each in (known, owner) if each is not None and each.line), 0)
