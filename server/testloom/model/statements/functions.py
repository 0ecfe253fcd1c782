"""Functions that a test defines with their bodies: generators, and applications for servers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, get_args

from testloom.model.checks import Form, fact, flag, many, name, one_of, optional
from testloom.model.statements.parts import Part, Statement
from testloom.model.statements.roles import OptionalReference, References, id_, parts, plain

FunctionStepKind: TypeAlias = Literal["call", "yield", "return", "raise"]
ENDING: frozenset[FunctionStepKind] = frozenset({"return", "raise"})
_ANY = plain(lambda value: value)


class FunctionStep(Part, frozen=True):
    """A line of the body of a function.

    Attributes:
        kind: the kind of the line.
        value: an earlier value that it yields, returns or raises; a `call` has none.
        called: for a `call`, the parameter that it calls; in a coroutine function the result is
            awaited.
        args: for a `call`, the earlier values that it passes.
    """

    kind: Annotated[FunctionStepKind, _ANY]
    value: OptionalReference = None
    called: Annotated[str, _ANY] = ""
    args: References = ()

    @property
    def encoded(self) -> list[Any]:
        """The step as JSON."""
        return [self.kind, self.value, self.called, self.args]


def _step(kind: FunctionStepKind, value: int | None, called: str, args: tuple[int, ...]) -> FunctionStep:
    fact((kind == "call") == bool(called) == (value is None), called, "the parameter of a call")
    return FunctionStep(kind, value, called, args)


_STEP = Form.of(
    _step,
    kind=one_of(*get_args(FunctionStepKind)),
    value=optional(id_),
    called=lambda said: said if said == "" else name(said),
    args=many(id_),
)


class FunctionStatement(Statement, frozen=True):
    """The definition of a function whose `steps` are executed each time that it is called.

    Its value is the function or, if it `is_generator`, the generator that a call of it returns. With
    `is_async` it is a coroutine function, or an asynchronous generator.
    """

    tag: ClassVar[str] = "function"
    parameters: Annotated[tuple[str, ...], plain(many(name))] = ()
    steps: Annotated[tuple[FunctionStep, ...], parts(_STEP.from_list)] = ()
    is_async: Annotated[bool, plain(flag)] = False
    is_generator: Annotated[bool, plain(flag)] = False

    @classmethod
    def checked(cls, **fields: Any) -> FunctionStatement:
        """Make the statement, after a check that its steps match the declared kind of function."""
        made = cls(**fields)
        kinds = [step.kind for step in made.steps]
        called = {step.called for step in made.steps if step.kind == "call"}
        fact(called <= {*made.parameters}, None, "a function that calls its own parameters only")
        fact(not (made.is_generator and made.parameters), None, "a generator without parameters")
        fact(made.is_generator or "yield" not in kinds, None, "a generator where something is yielded")
        returns = made.is_async and made.is_generator and "return" in kinds
        fact(not returns, None, "an asynchronous generator that returns nothing")
        return made

    @property
    def never_yields(self) -> bool:
        """Whether it is a generator without any step that yields."""
        return self.is_generator and all(step.kind != "yield" for step in self.steps)

    @property
    def raised(self) -> tuple[int, ...]:
        """The ids of the exceptions that it raises."""
        return tuple([s.value for s in self.steps if s.kind == "raise" and s.value is not None])

    def doing(self, steps: Iterable[FunctionStep]) -> FunctionStatement:
        """Replace the body of the function, cut after the first step that ends it."""
        told: list[FunctionStep] = []
        for step in steps:
            told.append(step)
            if step.kind in ENDING:
                break
        return self.replace(steps=tuple(told))
