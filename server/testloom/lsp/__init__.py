"""The language server: what the editor talks to.

`serve` starts it; `server.create_server` wires the features. Start reading there: `generate` is the wish
of a user as a job, `on_save` makes wishes of its own, `targets` finds what the cursor means, `edits` turns
new test files into one undoable edit, `spots` are the places that lenses and actions stand at, `diagnostics`
shows what runs left open, `fixes` what can be done about it, `protocol` is all that client and server share.
The server never imports the subject and never blocks: whatever takes time is a worker process.
"""

from __future__ import annotations

from collections.abc import Sequence


def serve(tcp: tuple[str, int] | None = None, worker: Sequence[str] | None = None) -> None:
    """Serve one editor until it leaves, over standard input and output or on a host and port.

    `worker` is the command of the process that does a job; without it Testloom's own.
    """
    from testloom.execution.worker import WORKER
    from testloom.lsp.server import create_server

    server = create_server(worker or WORKER)
    if tcp is None:
        server.start_io()
    else:
        server.start_tcp(*tcp)
