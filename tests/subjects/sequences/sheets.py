"""A sheet of cells, some of which it reads by itself."""


class Sheet:
    """Keeps what is written into its cells."""

    def __init__(self):
        self._cells = {}

    def write(self, cell, value):
        self._cells[cell.upper()] = value

    def _read(self, cell):
        return self._cells[cell.upper()]

    def state(self):
        if self._read("due-day") > 31:
            return "never"
        if "PAID" in self._cells:
            return "in part"
        return "open"

    def currency(self):
        if self._read("price-in") == "guilders":
            return "historical"
        return "present"
