"""Rules for values, each a method that the engine calls where a rule has its key."""

from .engine import Engine


class Rules(Engine):
    def check_max_length(self):
        if self._wanted < len(str(self._value)):
            self.complaints.append("too long")

    def check_min_length(self):
        if self._wanted > len(str(self._value)):
            self.complaints.append("too short")

    def check_one_of(self):
        if self._value not in self._wanted:
            self.complaints.append("none of these")

    def check_each_item(self):
        for value in self._value:
            self.apply(self._wanted, value)

    def check_is_present(self):
        if self._wanted and not self._value:
            self.complaints.append("missing")

    def check_equal_to(self):
        if self._wanted != self._value:
            self.complaints.append("another value")
