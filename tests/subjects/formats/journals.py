"""Lines of a journal, its sections, and the entries behind them."""

import re

STAMP = re.compile(r"(\d\d):(\d\d)\.(\d{3})$")


def _entry(line):
    fields = line.split("|")
    if len(fields) != 4:
        return None
    level, stamp, size, tags = fields
    if "disk" in tags.split(","):
        return -1
    if level == "ERROR" and STAMP.match(stamp):
        return int(size)
    if level == "NOTE" and size.endswith("kB"):
        return int(size.removesuffix("kB")) * 1000
    return 0


def summary(text: str) -> dict:
    """Add up the sizes of the entries of each section."""
    sizes = {}
    section = "main"
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("== ") and line.endswith(" =="):
            section = line[3:-3]
        elif line and line[0] != "#":
            size = _entry(line)
            if size is not None and size > 100:
                sizes[section] = sizes.get(section, 0) + size
    return sizes


def settings(lines):
    """Read what lines of a configuration set; what a line with `unset` names is left out."""
    found = {}
    for line in lines:
        key, mark, value = line.partition(" := ")
        if mark and key == "unset":
            found.pop(value, None)
        elif mark and value.isdigit():
            found[key] = int(value)
    return found
