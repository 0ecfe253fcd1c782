"""Plugins that register themselves."""


class Plugin:
    """The base of all plugins; a subclass says its name, or is known by that of its class."""

    name = ""
    registry = {}

    def __init_subclass__(cls, hidden=False):
        if hidden:
            return
        name = cls.name or cls.__name__.lower()
        if name in cls.registry:
            raise ValueError(f"{name} is there already")
        cls.registry[name] = cls


def plugin(name):
    """Find a plugin by its name."""
    if name not in Plugin.registry:
        raise LookupError(f"there is no plugin {name}")
    return Plugin.registry[name]
