"""Serve `build/web` on this computer alone, as a static host would: `make web-serve`.

    python -m web.serve [PORT] [FOLDER]     FOLDER is the path below which the page lies, such as /decks

Packed copies are sent to browsers that take them.
"""

from __future__ import annotations

import http.server
import sys
from functools import partial
from pathlib import Path
from typing import ClassVar

WEB = Path(__file__).resolve().parents[1] / "build" / "web"
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'self'"
)
"""What the page may load: its own files alone."""
HEADERS = {
    "content-security-policy": POLICY,
    "cache-control": "no-cache",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}


class Handler(http.server.SimpleHTTPRequestHandler):
    """Answers with the files of a folder, below a path."""

    below = ""
    protocol_version = "HTTP/1.1"
    extensions_map: ClassVar = {
        ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".mjs": "text/javascript",
        ".json": "application/json", ".webmanifest": "application/manifest+json", ".wasm": "application/wasm",
        ".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2", ".zip": "application/zip",
        "": "application/octet-stream",
    }  # fmt: skip

    def do_GET(self) -> None:
        """Send a file, packed if there is such a copy and the browser takes it."""
        path = self.path.partition("?")[0]
        below = path.startswith(f"{self.below}/")
        file = Path(self.translate_path(path.removeprefix(self.below))) if below else WEB / "nothing"
        file = file / "index.html" if file.is_dir() else file
        if not file.is_file():
            self.send_error(404)
            return
        accepted = self.headers.get("accept-encoding", "")
        packed = {name: file.with_name(f"{file.name}.{end}") for name, end in (("br", "br"), ("gzip", "gz"))}
        coding = next((name for name, copy in packed.items() if name in accepted and copy.exists()), "")
        data = self.data(packed.get(coding, file))
        self.send_response(200)
        self.send_header("content-type", self.guess_type(str(file)))
        self.send_header("content-length", str(len(data)))
        if coding:
            self.send_header("content-encoding", coding)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def data(self, file: Path) -> bytes:
        """Return the bytes of a file that is sent."""
        return file.read_bytes()

    def log_message(self, *_: object) -> None:
        """Say nothing of requests."""


def server(port: int = 0, below: str = "", handler: type[Handler] = Handler) -> http.server.ThreadingHTTPServer:
    """Return a server on 127.0.0.1 that is not running yet."""
    made = type("Below", (handler,), {"below": below})
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), partial(made, directory=str(WEB)))


def main() -> int:
    """Serve until Ctrl-C; return the exit status."""
    if not (WEB / "index.html").exists():
        print("there is no page yet: make web builds it")
        return 2
    port, below = int(sys.argv[1]) if len(sys.argv) > 1 else 8080, sys.argv[2] if len(sys.argv) > 2 else ""
    with server(port, below) as running:
        print(f"http://127.0.0.1:{running.server_port}{below}/  (Ctrl-C ends it)", flush=True)
        try:
            running.serve_forever()
        except KeyboardInterrupt:
            return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
