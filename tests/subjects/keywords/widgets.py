"""Widgets, whose classes each take their own options from the keywords and hand on the rest."""


class Widget:
    def __init__(self, parent=None, **kwargs):
        self.parent = parent
        self.hidden = kwargs.pop("hidden", False)
        self.style = kwargs.pop("style", None)
        if kwargs:
            raise TypeError(f"unexpected options: {', '.join(sorted(kwargs))}")
        if self.style is not None and ":" not in self.style:
            raise ValueError("a style is key: value")


class Box(Widget):
    def __init__(self, parent=None, **kwargs):
        self.padding = kwargs.pop("padding", 0)
        if self.padding < 0:
            raise ValueError("padding is negative")
        super().__init__(parent, **kwargs)


class ScrollBox(Box):
    """Scrolls in one direction, or in both."""

    def __init__(self, parent=None, **kwargs):
        super().__init__(parent, **kwargs)
        self.offset = 0

    def scroll(self, lines):
        if self.hidden:
            return None
        self.offset = max(0, self.offset + lines - self.padding)
        return self.offset

    def described(self):
        if self.style is None:
            return "plain"
        key, _, value = self.style.partition(":")
        if key == "border" and value.strip() == "double":
            return "framed twice"
        return value.strip()
