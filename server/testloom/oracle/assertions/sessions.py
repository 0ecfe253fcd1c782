"""The session of a web client before its first request, even if a fixture made the client."""

from __future__ import annotations

from testloom.model.observed import Dict, Instance, Value, attributes_of
from testloom.model.texts.names import WHOLE_SESSION, is_in_session


def unused(client: Value) -> Value | None:
    """Return the client with an empty session; None if it is not a client or has no readable session."""
    if not isinstance(client, Instance) or not any(map(is_in_session, attributes_of(client))):
        return None
    return Instance(client.type, {WHOLE_SESSION: Dict(())})
