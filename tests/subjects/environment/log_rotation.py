"""Rotates a log that has grown too long."""

import os


def rotate(path: str, limit: int = 20) -> str:
    if not os.path.isfile(path):
        return "nothing to rotate"
    if os.path.getsize(path) <= limit:
        return "small enough"
    backup = path + ".1"
    if os.path.exists(backup):
        os.remove(backup)
        os.rename(path, backup)
        return "replaced"
    os.rename(path, backup)
    return "rotated"
