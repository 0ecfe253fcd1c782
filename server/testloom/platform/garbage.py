"""How often Python looks for garbage."""

import atexit
import gc

NEW_OBJECTS = 50_000
"""The objects made between two looks: those of searches, lenses and imports hold no reference cycles."""


def collect_seldom() -> None:
    """Have Python look for garbage seldom, and never among what is there by now.

    It does not look for any when it ends, either: the system takes all memory back at once.
    """
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)
    atexit.register(gc.freeze)
