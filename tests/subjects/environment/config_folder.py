"""Where a program keeps its settings."""

import os
import sys
from pathlib import Path


def config_folder(app: str) -> Path:
    if not app:
        raise ValueError("which program?")
    named = os.environ.get("XDG_CONFIG_HOME")
    if named:
        return Path(named) / app
    if sys.platform == "darwin":
        return Path("~/Library/Application Support") / app
    if "APPDATA" in os.environ:
        return Path(os.environ["APPDATA"]) / app
    return Path("~/.config") / app
