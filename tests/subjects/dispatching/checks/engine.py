"""What all checks have in common: a table of the methods by the keys of rules, and the rule at work."""

PREFIX = "check_"


def key_of(name):
    """The key for which a method is there: `maxLength` for `check_max_length`."""
    first, *others = name.removeprefix(PREFIX).split("_")
    return first + "".join(map(str.title, others))


class Engine:
    def __init__(self):
        names = [name for name in dir(self) if name.startswith(PREFIX)]
        self._methods = {key_of(name): getattr(self, name) for name in names}
        self._wanted = None
        self._value = None
        self.complaints = []

    def apply(self, rule, value):
        """Apply the methods for the keys of a rule to a value."""
        before = self._wanted, self._value
        for key, method in self._methods.items():
            if key in rule:
                self._wanted, self._value = rule[key], value
                method()
        self._wanted, self._value = before
        return self.complaints
