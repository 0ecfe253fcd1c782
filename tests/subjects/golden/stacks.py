"""A sequence of calls prepares the one that is tested."""


class Stack:
    def __init__(self) -> None:
        self.items: list[int] = []

    def push(self, item: int) -> "Stack":
        self.items.append(item)
        return self

    def pop(self) -> int:
        if not self.items:
            raise IndexError("pop from an empty stack")
        return self.items.pop()
