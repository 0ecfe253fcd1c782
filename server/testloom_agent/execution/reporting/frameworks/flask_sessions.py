"""The session in the cookie of a Flask test client, with the messages for the user."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any

CLIENT = "flask.testing:FlaskClient"


def is_client(value: Any) -> bool:
    """Check whether a value is a test client of Flask."""
    module, _, name = CLIENT.partition(":")
    return module in sys.modules and type(value) is vars(sys.modules[module])[name]


def told_of_session(client: Any) -> dict[str, Any]:
    """Describe the session's values by how a test reads them (`session user_id`), or that it is empty.

    Sessions that an extension stores elsewhere are left out, and so are values whose key is not a plain name.
    """
    with suppress(Exception):  # cookies that are signed in another way, or for another host, are left out
        app = client.application
        cookie = client.get_cookie(app.session_interface.get_cookie_name(app))
        serializer = app.session_interface.get_signing_serializer(app)
        loads = serializer.loads  # it is None if there are no sessions
        held = loads(cookie.value) if cookie is not None else {}
        return {f"session {key}": value for key, value in held.items()} if held else {"whole session": {}}
    return {}
