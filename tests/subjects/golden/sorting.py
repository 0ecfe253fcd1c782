"""An argument that is changed is asserted."""


def insert(items: list[int], item: int) -> None:
    position = 0
    while position < len(items) and items[position] < item:
        position += 1
    items.insert(position, item)
