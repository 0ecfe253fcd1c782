"""Options that are read far from where they are given."""


class Connection:
    """Reads options."""

    def __init__(self, name: str, **options) -> None:
        self.name = name
        self.retries = options.pop("retries", 0)
        self.is_verbose = bool(options.get("verbose"))
        if options.get("mode") == "strict":
            self.name = self.name.upper()


class Secured(Connection):
    """Hands options on."""

    def __init__(self, **options) -> None:
        self.cipher = options.pop("cipher", None)
        super().__init__("secured", **options)


def connect(**options):
    """Make a connection, and tell what it is like."""
    made = Secured(**options)
    if made.retries and made.retries > 3:
        return "patient"
    if made.is_verbose and made.cipher == "aes":
        return "told"
    return _described(made, **options)


def _described(made, **options):
    if "suffix" in options:
        return made.name + str(options["suffix"])
    return made.name
