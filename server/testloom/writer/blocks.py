"""Arrange, act and assert."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

BlockKind: TypeAlias = Literal["do", "assert"]


@dataclass(frozen=True, slots=True)
class Block:
    """A statement of the test; `do` arranges or acts, and an assertion that `acts` calls what it asserts."""

    kind: BlockKind
    text: str
    acts: bool = False


def laid_out(blocks: Sequence[Block]) -> str:
    """The lines of the blocks, with an empty line between what arranges, acts and asserts."""
    acts = [position for position, block in enumerate(blocks) if block.kind == "do" or block.acts]
    lines: list[str] = []
    for position, block in enumerate(blocks):
        starts_act = acts[-1:] == [position] and position > 0
        if position and (starts_act or block.kind != blocks[position - 1].kind):
            lines.append("")
        lines.append(block.text)
    return "\n".join(lines)
