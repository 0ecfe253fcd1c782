"""Power supply: whether this machine runs on its battery."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path

_SUPPLIES = Path("/sys/class/power_supply")
_SECONDS = 5.0


def is_on_battery(supplies: Path = _SUPPLIES) -> bool:
    """Check whether this machine runs on its battery; False if unknown, as on a machine without one.

    It may take a moment. `supplies` is where Linux describes batteries.
    """
    if sys.platform == "darwin":
        return "Battery Power" in _pmset()
    if sys.platform == "win32":
        return _is_off_line()
    states = (entry / "status" for entry in supplies.glob("BAT*"))
    return any(state.is_file() and state.read_text().strip() == "Discharging" for state in states)


def _pmset() -> str:
    try:
        done = subprocess.run(
            ["pmset", "-g", "batt"], capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout


def _is_off_line() -> bool:
    """Check the first byte of GetSystemPowerStatus: 0 is offline, 1 is online, 255 is unknown."""
    status = (ctypes.c_byte * 12)()
    windows = getattr(ctypes, "windll", None)
    return windows is not None and windows.kernel32.GetSystemPowerStatus(status) and status[0] == 0
