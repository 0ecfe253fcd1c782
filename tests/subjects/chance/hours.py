"""Hours, minutes and seconds at which something is different."""

import time
from datetime import datetime


def greeting():
    if datetime.now().hour < 12:
        return "Good morning"
    return "Good afternoon"


def is_night():
    return datetime.now().hour in range(6)


def is_open():
    now = datetime.now()
    return now.weekday() < 5 and 9 <= now.hour < 17


def is_even_second():
    return int(time.time()) % 2 == 0


def is_answer():
    return time.localtime().tm_min == 42
