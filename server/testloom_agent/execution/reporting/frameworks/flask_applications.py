"""How an application of Flask was set up: its configuration, and the blueprints that it has."""

from __future__ import annotations

import os
from typing import Any

APPLICATION = "flask.app:Flask"
PLAIN = (bool, int, float, str)


def told_of_application(app: Any) -> dict[str, Any]:
    """Describe what a project has set, by how a test reads it (`configured PAGE_SIZE`, `keys blueprints`).

    What Flask sets itself is left out, and so are paths, which depend on where the project is.
    """
    usual = app.default_config
    told: dict[str, Any] = {
        f"configured {key}": value
        for key, value in app.config.items()
        if _is_plain(value) and (key not in usual or (usual[key] or None) != (value or None))
    }
    return {**told, "keys blueprints": list(app.blueprints)} if app.blueprints else told


def _is_plain(value: Any) -> bool:
    return type(value) in PLAIN and not (type(value) is str and os.path.isabs(value))
