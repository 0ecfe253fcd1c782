"""What surrounds a run of tests and must not matter to them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Surroundings:
    """One choice of everything that a good test does not depend on.

    Attributes:
        hash_seed: PYTHONHASHSEED, on which the order of sets depends.
        time_zone: TZ.
        directory: the name of the working directory, below the sandbox.
        user: the name of the user and of the home directory.
        reverse_order: runs the tests last to first.
    """

    hash_seed: int = 0
    time_zone: str = "UTC"
    directory: str = "work"
    user: str = "tester"
    reverse_order: bool = False


BASE = Surroundings()
CHANGED = Surroundings(4242, "Asia/Tokyo", "elsewhere", "someone", reverse_order=True)
FACTORS = {
    "with another hash seed": Surroundings(hash_seed=CHANGED.hash_seed),
    "in another time zone": Surroundings(time_zone=CHANGED.time_zone),
    "in another directory or for another user": Surroundings(directory=CHANGED.directory, user=CHANGED.user),
    "in reversed order": Surroundings(reverse_order=True),
}
