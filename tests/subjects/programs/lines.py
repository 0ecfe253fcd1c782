"""A small service that keeps counters, spoken to line by line."""

from __future__ import annotations

import asyncio


class Counters:
    """Numbers by name."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def add(self, name: str, amount: int = 1) -> int:
        if not name.isidentifier():
            raise ValueError(f"{name!r} is no name")
        self.numbers[name] = self.numbers.get(name, 0) + amount
        return self.numbers[name]

    def top(self, count: int) -> list[tuple[str, int]]:
        return sorted(self.numbers.items(), key=lambda entry: (-entry[1], entry[0]))[:count]


def parse(line: str) -> tuple[str, list[str]]:
    """The command and its arguments."""
    command, *arguments = line.split()
    return command.upper(), arguments


async def answer(counters: Counters, line: str) -> str:
    """What the service says to a line."""
    if not line.strip():
        return "?"
    command, arguments = parse(line)
    if command == "ADD":
        try:
            return str(counters.add(arguments[0], *map(int, arguments[1:2])))
        except (IndexError, ValueError) as error:
            return f"error: {error}"
    if command == "TOP":
        return " ".join(f"{name}={number}" for name, number in counters.top(int(arguments[0])))
    await asyncio.sleep(0)
    return "unknown"


async def serve(counters: Counters, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
    """Answer lines until there are no more; returns how many there were."""
    served = 0
    while line := await reader.readline():
        writer.write((await answer(counters, line.decode().rstrip("\n")) + "\n").encode())
        await writer.drain()
        served += 1
    writer.close()
    return served
