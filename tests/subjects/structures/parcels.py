"""A label whose fields are looked up in loops over tables."""

from __future__ import annotations

REQUIRED = ("recipient", "street", "town")
OPTIONAL = {"phone": 6, "door_code": 4}


def label(parcel):
    for name in REQUIRED:
        if name not in parcel:
            raise KeyError(name)
    lines = [parcel[name].upper() for name in REQUIRED]
    for name, length in OPTIONAL.items():
        value = parcel.get(name)
        if value is not None and len(value) >= length:
            lines.append(f"{name}: {value}")
    dimensions = [parcel[f"{side}_mm"] for side in ("width", "depth", "height")]
    if sum(dimensions) > 900:
        lines.append("bulky")
    return lines
