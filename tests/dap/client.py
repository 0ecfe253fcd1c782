"""A client of the Debug Adapter Protocol: what an editor does around `python -m debugpy.adapter`.

https://microsoft.github.io/debug-adapter-protocol/specification
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Queue
from types import TracebackType
from typing import IO, Any

SECONDS = 30
Message = dict[str, Any]


class Started:
    """An adapter of our own, that is spoken to through its standard streams."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-m", "debugpy.adapter"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self.input: IO[bytes] = self._process.stdin
        self.output: IO[bytes] = self._process.stdout

    @property
    def is_there(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        self.input.close()
        try:
            self._process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()


class Connected:
    """An adapter that listens on a port of this machine."""

    def __init__(self, port: int) -> None:
        self._socket = _connected(port)
        self.input: IO[bytes] = self._socket.makefile("wb")
        self.output: IO[bytes] = self._socket.makefile("rb")
        self.is_there = True

    def close(self) -> None:
        with suppress(OSError):  # the adapter may have closed it before
            self._socket.shutdown(socket.SHUT_RDWR)
        self.input.close()
        self._socket.close()


def _connected(port: int) -> socket.socket:
    """A connection, as soon as somebody listens."""
    end = time.monotonic() + SECONDS
    while True:
        try:
            connection = socket.create_connection(("127.0.0.1", port), SECONDS)
        except ConnectionRefusedError:
            assert time.monotonic() < end, "nobody listens"
            time.sleep(0.05)
        else:
            connection.settimeout(None)
            return connection


class Debugger:
    """A debug session: its requests wait for their answers, its events for who asks for them.

    `listener` sees every message in the order in which it goes by, as an adapter tracker does: those to the
    adapter with True. With a `port`, the adapter listens there already; else one is started.
    """

    def __init__(
        self,
        listener: Callable[[Message, bool], None] = lambda message, is_sent: None,
        port: int | None = None,
    ) -> None:
        self._listener = listener
        self._answers: dict[int, Queue[Message]] = {}
        self._events: dict[str, Queue[Message]] = {}
        self._lock = threading.Lock()
        self._number = 0
        self.output = ""
        self._adapter = Started() if port is None else Connected(port)
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()

    def __enter__(self) -> Debugger:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._adapter.is_there:
            with suppress(ConnectionError):  # an adapter may end with its program
                self.send("disconnect", terminateDebuggee=True)
        self._adapter.close()
        self._listening.join()
        self._adapter.output.close()

    def begin(self, configuration: Mapping[str, Any], breakpoints: Mapping[Path, Sequence[int]]) -> None:
        """Launch a program, or attach to one, with breakpoints in it."""
        self.ask(
            "initialize", adapterID="debugpy", pathFormat="path", linesStartAt1=True, columnsStartAt1=True
        )
        begun = self.send(configuration["request"], **configuration)
        self.event("initialized")
        for file, lines in breakpoints.items():
            places = [{"line": line} for line in lines]
            self.ask("setBreakpoints", source={"path": str(file)}, breakpoints=places)
        self.ask("configurationDone")
        self.answer(begun)

    def stop(self) -> Stop:
        """Wait until the program stops."""
        event = self.event("stopped")
        return Stop(self, event["threadId"], event["reason"])

    def end(self) -> None:
        """Wait until the program has ended."""
        self.event("terminated")

    def ask(self, command: str, **arguments: Any) -> Message:
        """Send a request and wait for the body of its answer."""
        return self.answer(self.send(command, **arguments))

    def send(self, command: str, **arguments: Any) -> int:
        """Send a request; returns its number."""
        with self._lock:
            self._number += 1
            number = self._number
            message = {"seq": number, "type": "request", "command": command, "arguments": arguments}
            self._answers[number] = Queue()
            self._listener(message, True)
            data = json.dumps(message).encode()
            self._adapter.input.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
            self._adapter.input.flush()
        return number

    def answer(self, number: int) -> Message:
        """Wait for the body of the answer to a request."""
        answer = self._answers[number].get(timeout=SECONDS)
        assert answer["success"], answer
        body: Message = answer.get("body", {})
        return body

    def event(self, name: str) -> Message:
        """Wait for the body of the next event of a kind."""
        body: Message = self._queue(name).get(timeout=SECONDS).get("body", {})
        return body

    def _queue(self, name: str) -> Queue[Message]:
        with self._lock:
            return self._events.setdefault(name, Queue())

    def _listen(self) -> None:
        with suppress(ConnectionResetError):  # the adapter ended before it read our farewell
            while (message := _message(self._adapter.output)) is not None:
                self._take(message)

    def _take(self, message: Message) -> None:
        self._listener(message, False)
        if message["type"] == "response":
            self._answers[message["request_seq"]].put(message)
        elif message["type"] == "event":
            if message["event"] == "output" and message["body"].get("category") in ("stdout", "stderr"):
                self.output += message["body"]["output"]
            self._queue(message["event"]).put(message)


def _message(stream: IO[bytes]) -> Message | None:
    """The next message; None at the end of the stream."""
    header = stream.readline()
    if not header:
        return None
    length = int(header.split(b":")[1])
    while stream.readline().strip():
        pass
    message: Message = json.loads(stream.read(length))
    return message


class Stop:
    """A place where the program stands still."""

    def __init__(self, debugger: Debugger, thread: int, reason: str) -> None:
        self._debugger = debugger
        self._thread = thread
        self.reason = reason
        self.frames: list[Message] = debugger.ask("stackTrace", threadId=thread)["stackFrames"]

    @property
    def place(self) -> tuple[str, int]:
        """File and line of the innermost frame."""
        frame = self.frames[0]
        return Path(frame["source"]["path"]).name, frame["line"]

    @property
    def files(self) -> set[str]:
        """The files of all frames that are shown."""
        return {frame["source"]["path"] for frame in self.frames}

    @property
    def locals(self) -> dict[str, str]:
        """The local variables of the innermost frame."""
        entries = self._debugger.ask("variables", variablesReference=self.scope)["variables"]
        return {entry["name"]: entry["value"] for entry in entries}

    @property
    def scope(self) -> int:
        """The reference of the local variables of the innermost frame."""
        scopes = self._debugger.ask("scopes", frameId=self.frames[0]["id"])["scopes"]
        reference: int = scopes[0]["variablesReference"]
        return reference

    def evaluate(self, expression: str, context: str = "repl") -> str:
        """What an expression is in the innermost frame."""
        answer = self._debugger.ask(
            "evaluate", expression=expression, frameId=self.frames[0]["id"], context=context
        )
        return str(answer["result"])

    def go(self, how: str = "continue") -> None:
        """Let the program run on: `continue`, `next`, `stepIn`, `stepOut`."""
        self._debugger.ask(how, threadId=self._thread)
