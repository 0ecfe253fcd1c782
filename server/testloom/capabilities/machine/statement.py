"""The statement that gives a function of the machine a result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from testloom.model.checks import fact, many, path
from testloom.model.statements.attributes import dotted
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.statements.roles import Role, word
from testloom.model.statements.values import short
from testloom.model.statements.wire import encode, encode_scalar
from testloom.model.types import Scalar

SEEDED: Mapping[str, str] = {
    "secrets.choice": "choice",
    "secrets.randbelow": "randrange",
    "secrets.randbits": "getrandbits",
    "random.Random": "",
    "random.SystemRandom": "",
    "generator": "",
    "numpy.random.default_rng": "",
    "numpy.random.Generator": "",
}
"""The functions whose random values follow from a seed, with the equivalent method of `random.Random`.

Without a method, it is the generator itself: a generator that a module holds, or a class that makes
one.
"""
HELD = "generator"
ARRAYS_DRAWN, ARRAYS_HELD = "numpy.random.default_rng", "numpy.random.Generator"
"""The names for numpy's generator: its constructor, and an instance that a module holds."""
IDENTIFIERS = ("uuid.uuid1", "uuid.uuid4")
AFFINITY = "os.sched_getaffinity"
MEASURES = (AFFINITY, "os.getloadavg", "os.statvfs")
"""Functions whose result is a structure, made of one number: of processors, busy ones, or free blocks."""
TOKENS = ("secrets.token_hex", "secrets.token_urlsafe", "secrets.token_bytes", "os.urandom")


def _told(value: Any) -> Any:
    """What a function tells of the machine."""
    read = short(value)
    fact(not isinstance(read, complex), value, "an answer")
    return read


_ANSWERS = Role(many(_told, least=1), lambda answers: encode([encode_scalar(one) for one in answers]))


class FactStatement(EnvironmentStatement, frozen=True):
    """Sets the results of a function that reports a fact about the machine or returns random values.

    Attributes:
        path: where the code under test looks it up, `module:NAME`.
        name: what it is: `os.cpu_count`, `uuid.uuid4`, …, or `isatty` of a standard stream.
        answers: one for each call, or the only one; an identifier is a text, and draws such as
            `secrets.choice` follow from a seed.
    """

    tag: ClassVar[str] = "fact"
    named_by: ClassVar[str] = "path"
    path: Annotated[str, word(path)]
    name: Annotated[str, word(dotted)]
    answers: Annotated[tuple[Scalar, ...], _ANSWERS]

    @property
    def is_drawn(self) -> bool:
        """Whether it is a draw: its answers follow from a seed, or are identifiers, which stand for any."""
        return self.name in SEEDED or self.name in IDENTIFIERS
