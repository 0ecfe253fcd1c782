"""Conversion of option strings into values, with errors that name the possible values."""

from __future__ import annotations

import argparse
import ipaddress
import math

from testloom.model.settings import BOUNDS, PARTS, is_allowance

MOST_WORKERS = 1024
MOST_DEPTH = 100
MOST_EXECUTIONS = 10**9
"""The maximum for a function or class; a job of `continuous` may include about a thousand of them."""
_DASK = "dask://"
_SECONDS_A_MINUTE = 60
_THIS_MACHINE = "127.0.0.1"
_LAST_PORT, _MOST_DIGITS = 65535, 5


def seconds(text: str) -> float:
    """Parse a number of seconds above 0."""
    return _duration(text, "seconds", BOUNDS["budget"][1])


def minutes(text: str) -> float:
    """Parse a number of minutes above 0."""
    return _duration(text, "minutes", BOUNDS["budget"][1] / _SECONDS_A_MINUTE)


def _duration(text: str, unit: str, most: float) -> float:
    try:
        duration = float(text)
    except ValueError:
        duration = math.nan
    if not 0 < duration < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number of {unit}")
    if duration > most:
        raise argparse.ArgumentTypeError(f"{text!r} is more than {most:,.0f} {unit}")
    return duration


def seed(text: str) -> int:
    """Parse a whole number within the bounds of random seeds."""
    return _between(text, *BOUNDS["seed"])


def depth(text: str) -> int:
    """Parse a whole number from 0 on."""
    return _between(text, 0, MOST_DEPTH)


def executions(text: str) -> int:
    """Parse a whole number above 0."""
    return _between(text, BOUNDS["executions"][0], MOST_EXECUTIONS)


def _between(text: str, least: int, most: int) -> int:
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not an integer") from None
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not an integer from {least:,} to {most:,}")
    return number


def percent(text: str) -> float:
    """Parse a number from 0 to 100."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number <= 100:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 100")
    return number


def workers(text: str) -> int | str | None:
    """Parse the number of jobs at once on this machine, or the address of a cluster.

    None stands for one job on each core.
    """
    if text.startswith(_DASK):
        host, port = address(text.removeprefix(_DASK))
        return f"{host}:{port}"
    kind, colon, number = text.partition(":")
    if kind != "local" or (colon and not number):
        raise argparse.ArgumentTypeError(f"{text!r} is not local, local:N or dask://HOST:PORT")
    return _between(number, 1, MOST_WORKERS) if number else None


def parts(text: str) -> list[str]:
    """Parse techniques that are separated by commas."""
    named = [part.strip() for part in text.split(",") if part.strip()]
    for part in named:
        if part not in PARTS:
            raise argparse.ArgumentTypeError(f"{part!r} is not one of {', '.join(PARTS)}")
    return named


def allowance(text: str) -> str:
    """Parse an action that the guard is to allow."""
    if not is_allowance(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not write:PATH, run:PROGRAM or connect:HOST")
    return text


def address(text: str) -> tuple[str, int]:
    """Parse HOST:PORT; the host is this machine if it is empty."""
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdecimal() or len(port) > _MOST_DIGITS or int(port) > _LAST_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is not HOST:PORT")
    return host.strip("[]") or _THIS_MACHINE, int(port)


def own_address(text: str) -> tuple[str, int]:
    """Parse HOST:PORT for a host that only programs on this machine can reach."""
    host, port = address(text)
    host = _THIS_MACHINE if host == "localhost" else host
    if not _is_loopback(host):
        raise argparse.ArgumentTypeError(
            f"{host!r} can be reached from elsewhere; use {_THIS_MACHINE}, if need be with a tunnel (ssh -L)"
        )
    return host, port


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
