"""Cookies as servers set them, and lists of options as their headers have them."""


def lifetime(header: str) -> int:
    """Return for how many seconds a cookie is kept; -1 for one that nobody may keep."""
    name, *attributes = header.split(";")
    if "=" not in name:
        raise ValueError("a cookie has a name and a value")
    for attribute in attributes:
        key, _, value = attribute.partition("=")
        if key.strip().lower() == "max-age":
            return int(value)
        if key.strip() == "secure" and value == "strict":
            return -1
        if key.strip() == "expires":
            day, month, year = value.split("-")
            if month == "Jan" and int(year) > 2030:
                return int(day)
    return 0


def preferred(header):
    """Return the language with the greatest weight that is not refused."""
    best, weight = None, 0.0
    for part in header.split(","):
        if ";" not in part:
            continue
        language, quality = part.split(";")
        if not quality.startswith("q="):
            raise ValueError(quality)
        if float(quality.removeprefix("q=")) > weight:
            best, weight = language, float(quality[2:])
    return best if weight > 0.5 else "any"
