"""Reads rows until there are no more."""

from typing import List, Optional, Protocol


class RowSource(Protocol):
    """Hands out one row after the other, None at the end."""

    def next_row(self) -> Optional[str]: ...

    def close(self) -> None: ...


def read_all(source: RowSource, limit: int = 10) -> List[str]:
    rows: List[str] = []
    row = source.next_row()
    while row is not None:
        rows.append(row)
        if len(rows) == limit:
            break
        row = source.next_row()
    else:
        rows.append("end")
    source.close()
    return rows
