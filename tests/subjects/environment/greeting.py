"""Greets by the time of the day."""

import datetime


def greet(name: str) -> str:
    now = datetime.datetime.now()
    if now.month == 12 and now.day == 25:
        return f"Merry Christmas, {name}"
    if now.hour < 6:
        return f"Still awake, {name}?"
    if now.hour < 12:
        return f"Good morning, {name}"
    if now.weekday() >= 5:
        return f"Nice weekend, {name}"
    return f"Good day, {name}"
