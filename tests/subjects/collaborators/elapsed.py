"""A difference of two times, told in the largest unit that it has."""


def elapsed(start: float, end: float) -> str:
    seconds = int(end - start)
    if seconds < 60:
        return f"{seconds} s"
    if seconds < 3600:
        minutes = seconds // 60
        return f"{minutes} min" if minutes > 1 else "a minute"
    if seconds < 24 * 3600:
        hours = seconds // 3600
        return f"{hours} h" if 1 < hours < 24 else "an hour"
    days = seconds // (24 * 3600)
    if days > 365:
        return "more than a year"
    return f"{days} d"
