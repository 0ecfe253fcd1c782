"""What a dotted name says about what it names."""

from __future__ import annotations

ENTERING = ("__enter__", "__aenter__")
LEAVING = ("__exit__", "__aexit__")
"""What a `with` statement calls at its beginning, and at its end."""


def is_private(path: str) -> bool:
    """Whether a part of `module:Qual.name` behind the module is private, which `__len__` is not.

    Nor is `_repr_html_`: names between single underscores are those of protocols that others call.
    """
    if ":_" not in path and "._" not in path:
        return False
    return any(_is_private_part(part) for part in path.partition(":")[2].split("."))


def _is_private_part(part: str) -> bool:
    return part.startswith("_") and not part.endswith("__") and not (part.endswith("_") and part[1:2] != "_")


def home_of(path: str) -> str:
    """Where a private name is looked up, as the path of its public class or of its module (`package:module`).

    A module outside of packages is its own home, without a colon.
    """
    module, _, qualname = path.partition(":")
    outer = qualname.rpartition(".")[0]
    if outer and not is_private(f"{module}:{outer}"):
        return f"{module}:{outer}"
    package, _, name = module.rpartition(".")
    return f"{package}:{name}" if package else module
