"""Moments as local times, and back."""

import time
from datetime import datetime, timezone
from time import mktime


def day():
    return datetime.fromtimestamp(-1).day


def hour():
    return time.localtime(0).tm_hour


def seconds():
    return mktime((2024, 1, 2, 0, 0, 0, 0, 0, 0))


def hour_somewhere():
    return datetime.fromtimestamp(0, timezone.utc).hour
