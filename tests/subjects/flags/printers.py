"""Flags that nothing but their use tells: most values are true, and a printer with a true one is slow or fails."""


class Printer:
    """Prints pages; `pages` have been printed so far."""

    def __init__(self, *, duplex, stapled, coloured, remote, sealed):
        if stapled and not duplex:
            raise ValueError("only double-sided pages are stapled")
        if sealed:
            raise PermissionError("a sealed printer cannot be set up")
        self._duplex = duplex
        self._stapled = stapled
        self._coloured = coloured
        self._remote = remote
        self.pages = 0

    def price(self, pages: int) -> int:
        """Tell what pages cost."""
        if not self._coloured and not self._remote:
            if not self._duplex:
                return pages
            return pages + 1 if self._stapled else pages // 2
        return 10 * pages if self._coloured else 5 * pages

    def print(self, pages: int, *, urgent, draft) -> str:
        """Print pages, and tell how."""
        if self._remote:
            raise OSError("the printer does not answer")
        self.pages += pages
        if not urgent and not draft:
            return "later" if self._duplex else "one by one"
        return "at once" if urgent else "faintly"
