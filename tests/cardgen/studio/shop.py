"""A studio that runs in a thread of this process, with real processes that draw; asked for pages without a browser."""

import asyncio
import http.client
import re
from queue import Queue
from threading import Thread
from urllib.parse import urlencode, urljoin

from starlette.responses import Response

from cardgen.studio.serve import Studio, studio_lock


class Shop:
    """A studio at a port of its own, in the household of the moment; `said` are the bytes of all that it answered.

    It answers for a `small` picture with nothing unless a test is about those: they are of every part of a kit. Its
    pages are at `url`, for who has its `cookie`.
    """

    def __init__(self, port=0):
        self.said, self.small = bytearray(), False
        self._open = Queue()
        self._thread = Thread(target=self._run, args=(port,), daemon=True)
        self._thread.start()
        found = self._open.get(timeout=60)
        if isinstance(found, Exception):
            raise found
        self.url, self.cookie = came_in(found)

    def _run(self, port):
        async def run():
            with studio_lock() as lock:
                self.studio = Studio(lock, port)
                self._overhear()
                self._loop = asyncio.get_running_loop()
                await self.studio.run(lambda: self._open.put(self.address()))

        try:
            asyncio.run(run())
        except Exception as error:
            self._open.put(error)

    def _overhear(self):
        inner = self.studio._app

        async def app(scope, receive, send):
            async def noted(message):
                self.said += message.get("body", b"")
                self.said += b"".join(value for _, value in message.get("headers", ()))
                await send(message)

            if not self.small and scope.get("path", "").endswith("/24"):
                await Response(status_code=204)(scope, receive, send)
            else:
                await inner(scope, receive, noted)

        self.studio._app = app

    def address(self, page=""):
        """Return an address that works once."""
        return self.studio.entrance.address(page)

    @property
    def making(self):
        return self.studio.room.making

    def stop(self):
        self._loop.call_soon_threadsafe(self.studio.close)
        self._thread.join(20)
        assert not self._thread.is_alive()

    def ask(self, path="", form=None, method=None, **headers):
        """Return status, headers and body; `path` begins below the address of the pages."""
        return asked(self.url + path, form, method, **{"Cookie": self.cookie, **headers})

    def do(self, verb, step="guests", query="", **form):
        """Do something, and return the page that comes of it."""
        status, headers, body = self.ask(f"do/{verb}{query}", {"step": step, **form}, x_part="1")
        if status == 303:
            status, headers, body = self.ask(headers["location"].split("/", 2)[2], x_part="1")
        return body.decode()


def asked(url, form=None, method=None, **headers):
    """Return status, headers and body of an answer, as anybody on this computer hears it."""
    host, _, path = url.removeprefix("http://").partition("/")
    wire = http.client.HTTPConnection(host, timeout=120)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    body = None
    if form is not None:
        sent.setdefault("content-type", "application/x-www-form-urlencoded")
        body = form if isinstance(form, bytes | str) else urlencode(form)
    wire.request(method or ("POST" if form is not None else "GET"), f"/{path}", body, sent)
    answer = wire.getresponse()
    found = answer.status, dict(answer.getheaders()), answer.read()
    wire.close()
    return found


MARK = "liarsdeck-test-boundary"


def multipart(files, **fields):
    """Return files (names and bytes) and fields as a browser sends them, and their content type."""
    parts = [
        f'--{MARK}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n'.encode()
        for name, text in fields.items()
    ]
    for name, data in files:
        head = f'--{MARK}\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n\r\n'
        parts += [head.encode(), data, b"\r\n"]
    return b"".join([*parts, f"--{MARK}--\r\n".encode()]), f"multipart/form-data; boundary={MARK}"


def came_in(address):
    """Open an address that works once, as a browser does; return where it leads, and the cookie."""
    status, headers, _ = asked(address)
    assert status == 200, address
    return urljoin(address, headers["refresh"].partition("=")[2]), headers["set-cookie"].partition(";")[0]


def bare(page):
    """Return a page with its lines for a terminal in one piece."""
    return page.replace("<span>", "").replace("</span>", "")


def fault(page):
    """Return the sentence at a field, and the field."""
    found = re.search(r'<p class="fault" id="fault-([^"]+)" role="alert">(.*?)</p>', page)
    return (found[1], found[2]) if found else None
