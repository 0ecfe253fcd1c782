"""Messages to the user; an error leads to the log."""

from __future__ import annotations

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from testloom.lsp.protocol.generating import SHOW_LOG
from testloom.lsp.translation import say


def show_info(server: LanguageServer, message: str) -> None:
    """Tell what came of a wish."""
    server.window_show_message(types.ShowMessageParams(types.MessageType.Info, message))


def show_warning(server: LanguageServer, message: str) -> None:
    """Tell why a wish cannot be fulfilled as it is."""
    server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, f"Testloom: {message}"))


def show_error(server: LanguageServer, message: str) -> None:
    """Tell what went wrong, with a button that shows the log if the editor has buttons."""
    window = server.client_capabilities.window
    if window is None or window.show_message is None:
        server.window_show_message(types.ShowMessageParams(types.MessageType.Error, message))
        return

    def answered(chosen: types.MessageActionItem | None) -> None:
        if chosen is not None:
            server.protocol.notify(SHOW_LOG, {})

    show_log = types.MessageActionItem(say("Show Log"))
    params = types.ShowMessageRequestParams(types.MessageType.Error, message, [show_log])
    server.window_show_message_request(params, callback=answered)
