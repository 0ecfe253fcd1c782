"""The language server, which the editor communicates with.

`serve` starts it; `server.create_server` wires the features. Start reading there. The packages, from
user actions down to the meaning of a line:

* `actions`: user actions on candidates, findings and stale tests;
* `testing`: the project's own tests in the testing view: found, run and debugged;
* `code_lenses`: code lenses and code actions of open documents;
* `jobs`: requests that a worker process fulfils: from a cursor, a save or a recording, or in idle hours;
* `recording`: recorded runs and debug sessions;
* `reporting`: uncovered goals, coverage of tests, and stale tests;
* `candidates`: tests that wait until their user decides on them;
* `places`: the places of a file that tests can be generated for;
* `protocol`: all that client and server share beyond LSP.

`edits` turns new test files into one undoable edit; `answers` connects messages with their handlers.
The server never imports the subject and never blocks: whatever takes time is a worker process.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from testloom.platform.garbage import collect_seldom

if TYPE_CHECKING:
    from testloom.lsp.jobs.idle_generation import Idle


def serve(
    tcp: tuple[str, int] | None = None, worker: Sequence[str] | None = None, idle: Idle | None = None
) -> None:
    """Serve one editor until it leaves, over standard input and output or on a host and port (`tcp`).

    `worker` is the command of the process that does a job, by default Testloom's own. `idle` describes idle
    generation.
    """
    from testloom.execution.worker import WORKER
    from testloom.lsp.server import create_server

    server = create_server(worker or WORKER, idle)
    collect_seldom()  # it delays answers
    if tcp is None:
        server.start_io()
    else:
        from testloom.lsp.tcp import serve_tcp

        serve_tcp(server, *tcp)
