"""A game of dice."""

import random


def roll():
    first, second = random.randint(1, 6), random.randint(1, 6)
    if first == second == 6:
        return "double six"
    if first == second:
        return "pair"
    if first + second == 7:
        return "seven"
    return first + second


def draw_winner(names: list[str]) -> str:
    if not names:
        raise ValueError("nobody takes part")
    winner = random.choice(names)
    if winner == names[-1] and len(names) > 2:
        return f"{winner} at last"
    return winner
