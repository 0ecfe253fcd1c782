"""Arrange, act and assert."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

BlockKind: TypeAlias = Literal["do", "assert"]


@dataclass(frozen=True, slots=True)
class Block:
    """A statement of the test; `do` arranges or acts, and an assertion that `acts` calls what it asserts.

    What `opens` is a `with`: the blocks behind it that are deeper are its body; one that `joins` waits for
    threads. `depth` counts the bodies that a block stands in.
    """

    kind: BlockKind
    text: str
    acts: bool = False
    opens: bool = False
    joins: bool = False
    depth: int = 0


def laid_out(blocks: Sequence[Block]) -> str:
    """The lines of the blocks, with an empty line between what arranges, acts and asserts."""
    acts = [position for position, block in enumerate(blocks) if block.kind == "do" or block.acts]
    acts += [position for position, block in enumerate(blocks) if block.joins]
    lines: list[str] = []
    for position, block in enumerate(blocks):
        before = blocks[position - 1] if position else None
        starts_act = acts[-1:] == [position]
        is_first_inside = before is not None and before.opens and block.depth > before.depth
        if before is not None and not is_first_inside and (starts_act or block.kind != before.kind):
            lines.append("")
        lines += _lines(block)
        following = blocks[position + 1] if position + 1 < len(blocks) else None
        if block.opens and (following is None or following.depth <= block.depth):
            lines.append(f"{'    ' * (block.depth + 1)}pass")
    return "\n".join(lines)


def _lines(block: Block) -> Iterator[str]:
    return (f"{'    ' * block.depth}{line}" for line in block.text.split("\n"))
