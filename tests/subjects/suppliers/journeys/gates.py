"""Gates, which look at tickets."""


class Gate:
    """Lets travellers through, and counts them."""

    def __init__(self):
        self.opened = 0

    def enter(self, shown):
        """Tell whether what a traveller shows is good for a ride."""
        if shown.rides >= shown.zones:
            return f"the {shown.label} is full"
        shown.rides += 1
        self.opened += 1
        return f"ride {shown.rides}"
