"""A studio that runs in a thread of this process, with real processes that draw; asked for pages without a browser."""

import asyncio
import http.client
import re
from queue import Queue
from threading import Thread
from urllib.parse import urlencode

from starlette.responses import Response

from cardgen.studio.serve import Studio


class Shop:
    """A studio at a port of its own, in the household of the moment; `said` are the bytes of all that it answered.

    It answers for a `small` picture with nothing unless a test is about those: they are of every part of a kit.
    """

    def __init__(self, port=0):
        self.said, self.small = bytearray(), False
        self._open = Queue()
        self._thread = Thread(target=self._run, args=(port,), daemon=True)
        self._thread.start()
        found = self._open.get(timeout=60)
        if isinstance(found, Exception):
            raise found
        self.url = found

    def _run(self, port):
        async def run():
            self.studio = Studio(port)
            self._overhear()
            self._loop = asyncio.get_running_loop()
            await self.studio.run(lambda: self._open.put(self.studio.address))

        try:
            asyncio.run(run())
        except Exception as error:
            self._open.put(error)

    def _overhear(self):
        visits = self.studio._visits
        inner = visits._app

        async def app(scope, receive, send):
            async def noted(message):
                self.said += message.get("body", b"")
                self.said += b"".join(value for _, value in message.get("headers", ()))
                await send(message)

            if not self.small and scope.get("path", "").endswith("/24"):
                await Response(status_code=204)(scope, receive, send)
            else:
                await inner(scope, receive, noted)

        visits._app = app

    @property
    def making(self):
        return self.studio.room.making

    def stop(self):
        self._loop.call_soon_threadsafe(self.studio.close)
        self._thread.join(20)
        assert not self._thread.is_alive()

    def ask(self, path="", form=None, method=None, **headers):
        """Return status, headers and body; `path` begins below the secret."""
        base = self.url.removeprefix("http://")
        host, _, root = base.partition("/")
        wire = http.client.HTTPConnection(host, timeout=120)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        body = None
        if form is not None:
            sent.setdefault("content-type", "application/x-www-form-urlencoded")
            body = form if isinstance(form, bytes | str) else urlencode(form)
        wire.request(method or ("POST" if form is not None else "GET"), f"/{root}{path}", body, sent)
        answer = wire.getresponse()
        found = answer.status, dict(answer.getheaders()), answer.read()
        wire.close()
        return found

    def do(self, verb, step="guests", query="", **form):
        """Do something, and return the page that comes of it."""
        status, headers, body = self.ask(f"do/{verb}{query}", {"step": step, **form}, x_part="1")
        if status == 303:
            status, headers, body = self.ask(headers["location"].split("/", 2)[2], x_part="1")
        return body.decode()


def bare(page):
    """Return a page with its lines for a terminal in one piece."""
    return page.replace("<span>", "").replace("</span>", "")


def fault(page):
    """Return the sentence at a field, and the field."""
    found = re.search(r'<p class="fault" id="fault-([^"]+)" role="alert">(.*?)</p>', page)
    return (found[1], found[2]) if found else None
