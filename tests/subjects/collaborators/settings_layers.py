"""Looks settings up in layers, where a marker says that a layer takes one away."""

UNKNOWN, REMOVED = object(), object()


def looked_up(name, layers, fallback=UNKNOWN, kind=None):
    """The value of the first layer that knows a setting."""
    for layer in layers:
        value = layer.get(name)
        if value is REMOVED:
            return None
        if value is not None:
            return kind(value) if kind in (int, bool) else value
    if fallback is UNKNOWN:
        raise KeyError(name)
    if fallback is REMOVED:
        return "removed"
    return fallback
