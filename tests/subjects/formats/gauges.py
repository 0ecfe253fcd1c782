"""Numbers of which nothing but the formats tells that they are numbers, each below what the ones before need."""


class Gauge:
    """Shows where it stands, in digits that only numbers have."""

    def __init__(self, level, slope, code, place):
        self._level = level
        self._slope = slope
        self._code = code
        self._place = place

    def shown(self):
        """Show the whole gauge in one line."""
        text = "%s at %3d%%" % (self._place, self._level)
        text += f" ({self._slope:+.1f})"
        text += " #{:04x}".format(self._code)
        if "#00" in text:
            return text.replace("#00", "#")
        return text

    def __repr__(self):
        return "<Gauge %(code)d: %(slope)e>" % {"code": self._code, "slope": self._slope}


def trend(first, last, share):
    """Tell what has changed."""
    text = "from %5.2f to %5.2f" % (first, last)
    text = f"{text}, {share:.0%}"
    return text if "%" in text and "-" not in text else ""
