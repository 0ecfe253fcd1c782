"""Sends requests to a local server with a command line client."""

import io
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from httpie.context import Environment
from httpie.core import main as http


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        found = self.path.startswith("/found")
        body = b'{"name": "ann", "items": [1, 2]}' if found else b"<p>nothing</p>"
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "application/json" if found else "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.do_GET()

    def log_message(self, *args: object) -> None: ...


def main(url: str) -> None:
    for arguments in (
        ["GET", f"{url}/found", "q==1", "X-Header:yes"],
        ["--body", "POST", f"{url}/found", "name=ben", "age:=3"],
        ["--headers", "--check-status", f"{url}/missing"],
        ["--form", "POST", f"{url}/found", "a=b"],
        ["--offline", "--pretty=format", "PUT", f"{url}/x", "a=b"],
        ["--unknown-option"],
    ):
        out, err = io.BytesIO(), io.BytesIO()
        stdout, stderr = io.TextIOWrapper(out, "utf-8"), io.TextIOWrapper(err, "utf-8")
        environment = Environment(
            stdin=None,
            stdout=stdout,
            stderr=stderr,
            stdin_isatty=True,
            stdout_isatty=False,
            config_dir="config",
        )
        try:
            print(int(http(["http", "--ignore-stdin", *arguments], environment)))
        except SystemExit as ended:
            print(ended.code)


if __name__ == "__main__":
    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for _ in range(int(sys.argv[1])):
        main(f"http://127.0.0.1:{server.server_port}")
    server.shutdown()
