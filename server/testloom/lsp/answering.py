"""Answers to every request: its result, or an error with a code, a reason and no traceback."""

from __future__ import annotations

import json
import logging
from concurrent.futures import Future
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams, JsonRpcInvalidRequest
from pygls.protocol import LanguageServerProtocol

from testloom.lsp.messages import remedies_for
from testloom.lsp.protocol.wire import encode
from testloom.model.errors import MessageError, TestloomError
from testloom.model.events.jobs import Failed
from testloom.model.texts.foreign import without_links

_log = logging.getLogger(__name__)


class AnsweringProtocol(LanguageServerProtocol):
    """Also answers messages that pygls would leave without an answer, with errors that a user can read."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Decode a message; an invalid one is answered at once, and None returned."""
        try:
            return super().structure_message(data)
        except JsonRpcException:
            method = data.get("method")
            if "id" in data and method is not None:
                told = f"Invalid parameters of {method}: {json.dumps(data.get('params'))[:200]}"
                self._refuse(data["id"], JsonRpcInvalidParams(told))
            else:
                _log.warning("A message was ignored that cannot be read: %s", method)
            return None

    def handle_message(self, message: Any) -> None:
        """Handle a message, if the server can do so in its present state."""
        method = getattr(message, "method", None)
        if message is None or isinstance(message, dict):
            return
        if method is None or method == types.EXIT:  # an answer to one of our requests, or the end
            super().handle_message(message)
        elif self._shutdown or (self._workspace is None and method != types.INITIALIZE):
            if (id := getattr(message, "id", None)) is not None:
                self._refuse(id, _closed() if self._shutdown else _not_open())
        else:
            super().handle_message(message)

    def _handle_cancel_notification(self, msg_id: str | int) -> None:
        """Cancel a request; for requests that were just answered, unlike pygls, do not warn."""
        if msg_id in self._request_futures:
            super()._handle_cancel_notification(msg_id)

    def _send_handler_result(self, future: Future[Any], *, msg_id: str | int) -> None:
        error = None if future.cancelled() else future.exception()
        if isinstance(error, TestloomError):
            self._request_futures.pop(msg_id, None)
            self._refuse(msg_id, refusal(error))
        else:
            super()._send_handler_result(future, msg_id=msg_id)

    def _send_response(
        self, msg_id: str | int, result: Any | None = None, error: types.ResponseError | None = None
    ) -> None:
        if error is not None and isinstance(error.data, dict) and "traceback" in error.data:
            error = types.ResponseError(error.code, error.message)  # the rest of it is in the log
        super()._send_response(msg_id, result, error)

    def _refuse(self, id: str | int, error: JsonRpcException) -> None:
        self._send_response(id, error=error.to_response_error())


def refusal(error: TestloomError) -> JsonRpcException:
    """Convert an error to the answer to a request, with its kind and both parts for programs to read.

    An editor may show the message, so it contains no links.
    """
    what, advice, message = map(without_links, (error.what, error.advice, str(error)))
    data: dict[str, Any] = {"reason": type(error).__name__, "what": what, "advice": advice}
    if remedies := remedies_for(Failed.of(error)):
        data["remedies"] = encode(remedies)
    if isinstance(error, MessageError):
        return JsonRpcInvalidParams(message, data=data)
    return JsonRpcException(message, types.LSPErrorCodes.RequestFailed.value, data)


def _closed() -> JsonRpcException:
    return JsonRpcInvalidRequest("The server has been shut down.")


def _not_open() -> JsonRpcException:
    code = types.ErrorCodes.ServerNotInitialized.value
    return JsonRpcException("The server has not been initialized.", code)
