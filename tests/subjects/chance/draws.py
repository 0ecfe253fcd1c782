"""Draws of one in two to one in a thousand."""

import random
import secrets
import uuid


def toss():
    return random.choice(["heads", "tails"])


def lucky():
    return random.randint(1, 6) == 6


def damage(base: int) -> int:
    if random.randrange(20) == 19:
        return base * 2
    return base


def jackpot():
    return "win" if random.random() < 0.02 else "lose"


def is_sampled():
    return random.random() < 0.001


def is_in_the_middle():
    return random.randint(1, 1000) == 500


def are_twins():
    return random.randint(1, 100) == random.randint(1, 100)


def wins_lottery():
    return secrets.randbelow(1000) == 0


def last_letter():
    return secrets.choice("abcdefghij") == "j"


def is_first_shard():
    return uuid.uuid4().int % 64 == 0


def own_generator():
    return random.Random().random() < 0.1


def from_the_system():
    return random.SystemRandom().randrange(10) == 0


SHARED = random.Random()
SYSTEM = random.SystemRandom()


def shared_generator():
    return SHARED.randint(1, 6) == 6


def shared_system():
    return SYSTEM.choice("abcdef") == "f"
