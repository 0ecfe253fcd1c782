"""Recipes."""


def is_done(actions):
    """Whether a stone pickaxe was made."""
    return (
        "craft: plank" in actions
        and "craft: stick" in actions
        and "craft: table" in actions
        and "place: table" in actions
        and "craft: pickaxe" in actions
        and "mine: stone" in actions
        and "craft: furnace" in actions
        and "smelt: iron" in actions
        and "mine: gold" in actions
    )


def grade(actions):
    """A grade."""
    if is_done(actions):
        return "A"
    return "F"
