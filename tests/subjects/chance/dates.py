"""Dates on which something is different."""

from datetime import date, datetime

HOLIDAYS = {(1, 1): "New Year", (12, 25): "Christmas"}


def is_leap_day():
    today = date.today()
    return today.month == 2 and today.day == 29


def season():
    month = datetime.now().month
    if month in (12, 1, 2):
        return "winter"
    if month < 6:
        return "spring"
    return "summer" if month < 9 else "autumn"


def is_weekend():
    return date.today().weekday() >= 5


def is_expired():
    return date.today() > date(2030, 1, 1)


def holiday():
    today = date.today()
    return HOLIDAYS.get((today.month, today.day), "")


def closes_the_year():
    return datetime.now().strftime("%m-%d") == "12-31"


def notice(owner: str) -> str:
    return f"(c) {date.today().year} {owner}"
