"""Settings of a program, from the system and from the home of the user."""

import json
import os
from pathlib import Path

SYSTEM_FILE = "/etc/program/settings.conf"
USER_FILE = Path.home() / ".config" / "program.json"
CACHE_FOLDER = Path("/var/cache/program")


def system_settings():
    if not os.path.exists(SYSTEM_FILE):
        return {}
    found = {}
    with open(SYSTEM_FILE) as file:
        for line in file:
            if line.startswith("#") or "=" not in line:
                continue
            name, _, value = line.partition("=")
            found[name.strip()] = value.strip()
    return found


def theme() -> str:
    try:
        chosen = json.loads(USER_FILE.read_text())
    except FileNotFoundError:
        return "light"
    if chosen.get("dark"):
        return "dark"
    return "light"


class Cache:
    def __init__(self, folder=None):
        self.folder = folder or CACHE_FOLDER

    def put(self, key: str, text: str) -> None:
        CACHE_FOLDER.mkdir(parents=True, exist_ok=True)
        (CACHE_FOLDER / f"{key}.txt").write_text(text)

    def get(self, key: str) -> str:
        path = CACHE_FOLDER / f"{key}.txt"
        if not path.exists():
            raise KeyError(key)
        return path.read_text()


def remembered() -> str:
    path = os.path.expanduser("~/.program_history")
    if os.path.isfile(path):
        with open(path) as file:
            return file.readline().strip() or "nothing"
    return "never"
