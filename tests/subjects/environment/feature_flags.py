"""Features that environment variables switch on."""

import os

ON = ("1", "true", "yes", "on")


def is_enabled(user: int = 0) -> bool:
    value = os.environ.get("FEATURE_CHECKOUT")
    if value is None:
        return False
    if value.lower() in ON:
        return True
    if value.endswith("%"):
        return user % 100 < int(value[:-1])
    if value == "staff":
        return "STAFF" in os.environ
    raise ValueError(f"FEATURE_CHECKOUT is {value!r}")
