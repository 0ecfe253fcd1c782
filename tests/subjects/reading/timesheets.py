"""Adds up what somebody says to have worked."""


def _minutes(entry: str) -> int:
    """The minutes of an entry such as 7:45; what is no time counts nothing."""
    hours, _, minutes = entry.partition(":")
    if not hours.isdigit():
        return 0
    if minutes.isdigit():
        return 60 * int(hours) + int(minutes)
    return 60 * int(hours)


def worked() -> str:
    """Ask for a name, and for times until there is none."""
    name, total = input("Name: "), 0
    while entry := input("Time: "):
        total += _minutes(entry)
    return f"{name}: {total} minutes"
