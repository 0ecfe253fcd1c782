"""Records of the runs of a project's own tests, used to tell which tests a change affects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Block(NamedTuple):
    """A part of a project that can change independently, with a digest of its content.

    Attributes:
        file: a path in the project; "" for the project itself.
        name: the qualified name of a function, or another part (`affected.state`).
        digest: of its content; "" if there is no such part.
    """

    file: str
    name: str
    digest: str


class StampedDigest(NamedTuple):
    """The digest of a file, and the size and times that it had then."""

    stamp: str
    digest: str


@dataclass(frozen=True, slots=True)
class TestRecord:
    """How a test ended, and everything that it depended on.

    Attributes:
        test: its node id.
        outcome: `passed`, `failed` or `skipped`.
        blocks: the parts of the project that it depended on.
        environment: a digest of the interpreter and its installed packages.
    """

    __test__ = False

    test: str
    outcome: str
    blocks: frozenset[Block]
    environment: str = ""
