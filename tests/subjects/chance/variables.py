"""Environment variables that change an outcome when they are set, or have one value."""

import os


def level():
    return "debug" if os.environ.get("SHOP_LEVEL") == "debug" else "quiet"


def is_in_ci():
    return "SHOP_CI" in os.environ


def data_folder():
    return os.getenv("SHOP_HOME", "/srv/shop") + "/data"


def is_verbose():
    return os.environ.get("SHOP_VERBOSE", "0") not in ("", "0")


def has_account():
    return bool(os.environ.get("SHOP_USER") and os.environ.get("SHOP_PASSWORD"))
