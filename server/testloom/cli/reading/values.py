"""What options take: texts of the command line as values, or an error that says what is possible."""

from __future__ import annotations

import argparse
import math

from testloom.model.settings import PARTS

_DASK = "dask://"


def seconds(text: str) -> float:
    """A number of seconds above 0."""
    return _duration(text, "seconds")


def minutes(text: str) -> float:
    """A number of minutes above 0."""
    return _duration(text, "minutes")


def _duration(text: str, unit: str) -> float:
    try:
        duration = float(text)
    except ValueError:
        duration = math.nan
    if not 0 < duration < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number of {unit}")
    return duration


def integer(text: str) -> int:
    """A whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not an integer") from None


def natural(text: str) -> int:
    """A whole number from 0 on."""
    if text.isdecimal():
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a non-negative integer")


def count(text: str) -> int:
    """A whole number above 0."""
    number = integer(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive integer")
    return number


def percent(text: str) -> float:
    """A number from 0 to 100."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number <= 100:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 100")
    return number


def workers(text: str) -> int | str | None:
    """The jobs at once on this machine, None for one on each core; or the address of a cluster."""
    if text.startswith(_DASK):
        host, port = address(text.removeprefix(_DASK))
        return f"{host}:{port}"
    kind, colon, number = text.partition(":")
    if kind != "local" or (colon and not number):
        raise argparse.ArgumentTypeError(f"{text!r} is not local, local:N or dask://HOST:PORT")
    return count(number) if number else None


def parts(text: str) -> list[str]:
    """Techniques, with commas between them."""
    named = [part.strip() for part in text.split(",") if part.strip()]
    for part in named:
        if part not in PARTS:
            raise argparse.ArgumentTypeError(f"{part!r} is not one of {', '.join(PARTS)}")
    return named


def address(text: str) -> tuple[str, int]:
    """HOST:PORT; the host is this machine if it is empty."""
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdecimal() or not 0 <= int(port) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not HOST:PORT")
    return host.strip("[]") or "127.0.0.1", int(port)
