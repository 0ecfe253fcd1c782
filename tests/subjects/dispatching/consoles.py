"""The console of a small game, whose commands are methods."""


class Console:
    """Runs lines such as `move north`."""

    def __init__(self):
        self.place = (0, 0)
        self.bag = []

    def run(self, line):
        name, *words = line.split()
        command = getattr(self, f"_do_{name}", None)
        if command is None:
            return f"what is {name}?"
        return command(*words)

    def _do_move(self, direction):
        steps = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}
        if direction not in steps:
            return "nowhere"
        self.place = tuple(a + b for a, b in zip(self.place, steps[direction]))
        return "moved"

    def _do_take(self, thing, number="1"):
        if not number.isdigit():
            return "how many?"
        self.bag += [thing] * int(number)
        return "taken"
