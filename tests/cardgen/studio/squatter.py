"""Another program of this computer that listens at a port where a studio was, and answers as one would."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class Squatter:
    """It listens while the block runs; `heard` is all that came, but for bodies."""

    def __init__(self, port):
        self.heard = heard = []

        class Answers(BaseHTTPRequestHandler):
            def do_GET(self):
                heard.append(f"{self.requestline}\n{self.headers}")
                mark = self.path.endswith("/mark")
                body = json.dumps({"mark": "other"}) if mark else '<div id="page"><h1>Squatter</h1></div>'
                self.send_response(200)
                self.send_header("content-type", "application/json" if mark else "text/html")
                self.end_headers()
                self.wfile.write(body.encode())

            def do_POST(self):
                self.do_GET()

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Answers)
        self._server.daemon_threads = True

    def __enter__(self):
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()
