"""Counts lines of source below a folder."""

import os


def count(folder: str = ".") -> dict[str, int]:
    found = {"python": 0, "text": 0, "other": 0}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            if name.endswith(".py"):
                with open(path) as file:
                    found["python"] += sum(1 for line in file if line.strip())
            elif name.endswith((".md", ".txt")):
                found["text"] += 1
            else:
                found["other"] += 1
    return found
