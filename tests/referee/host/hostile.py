"""A hostile web page in a guest's own browser: all that such a page can ask, and what of it may never work."""

import contextlib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

EVIL = "evil.example"
RESOLVED = f"--host-resolver-rules=MAP {EVIL} 127.0.0.1"  # a name that its owner points here: DNS rebinding
SHOWN = ("/", "/screen", "/laptop", "/part/phone", "/part/hand", "/part/screen", "/story", "/rules", "/code.svg",
         "/api/v1/table", "/api/v1/seat", "/api/v1/health", "/static/host.css", "/static/phone.js")  # fmt: skip
SAID = ("join", "claim", "about", "line", "note", "stand", "again", "undo", "free", "end", "begin", "rematch", "lobby",
        "seats")  # fmt: skip

SCRIPT = Path(__file__).with_name("hostile.js").read_text("utf-8") + "\n;0"


@contextlib.contextmanager
def hostile_site() -> Iterator[tuple[int, list[str]]]:
    """Serve an empty page at every address; its port comes out, and the Referers that browsers sent."""
    referers: list[str] = []

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            referers.append(self.headers.get("referer", ""))
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Free chips</title><body>")

        def log_message(self, *_args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_address[1], referers
    finally:
        server.shutdown()
        server.server_close()
