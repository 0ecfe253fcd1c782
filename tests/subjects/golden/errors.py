"""Exceptions of the project, told by type and message."""


class ConfigError(Exception):
    """The base of this module's errors."""


class MissingKey(ConfigError):
    def __init__(self, key: str) -> None:
        super().__init__(f"the key {key!r} (in [main]) is missing")
        self.key = key


def require(settings: dict[str, str], key: str) -> str:
    if not settings:
        raise ConfigError("there are no settings")
    if key not in settings:
        raise MissingKey(key)
    return settings[key]
