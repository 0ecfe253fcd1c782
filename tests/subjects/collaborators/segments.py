"""Points that are unpacked."""


def crossing(segment, level):
    (x1, y1), (x2, y2) = segment
    if y1 == y2:
        return None
    if not min(y1, y2) <= level <= max(y1, y2):
        return None
    return x1 + (x2 - x1) * (level - y1) / (y2 - y1)
