"""A guest's phone without a browser, at the page on which guests write facts for a deck that is printed."""

import http.cookiejar
import json
import urllib.error
import urllib.request


class Phone:
    """A phone that joined by the word and sat down."""

    def __init__(self, address, word, name):
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.opener, self.address = urllib.request.build_opener(jar), address
        self.post("join", word=word)
        self.post("claim", seat=name, pin="4711")

    def ask(self):
        """Return the opening before its owner; who asks has seen those about themselves."""
        with self.opener.open(f"http://{self.address}/api/v1/ask") as answer:
            return json.load(answer)["write"]

    def write(self, text):
        """Write an ending for the opening of now; return the status."""
        had = self.ask()
        return self.post("ask", no=had["no"], text=text.replace(" ", "-") if had["one_word"] else text)

    def post(self, what, **body):
        """Return the status of what was sent."""
        sent = urllib.request.Request(
            f"http://{self.address}/api/v1/{what}", json.dumps(body).encode(), {"content-type": "application/json"}
        )
        try:
            with self.opener.open(sent) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code


def sat(address, word, *names):
    """Return phones by name, each of which has seen what may be asked about its owner."""
    phones = {name: Phone(address, word, name) for name in names}
    for phone in phones.values():
        phone.ask()
    return phones
