"""Every route of the studio answers in the page as it does natively."""

import re

import pytest

from tests.cardgen.studio.shop import Shop
from tests.web.conftest import needed

needed()

FORM = "application/x-www-form-urlencoded"
MARK = "liarsdeck-boundary"
HEAD = 'Content-Disposition: form-data; name="files"; filename="birds.csv"'
CSV = f"--{MARK}\r\n{HEAD}\r\n\r\nname\nTern\n\r\n--{MARK}--\r\n"
ASKED = [
    ("POST", "do/game", "game=lizard&step=guests&to=guests"),
    *(("GET", path, "") for path in (
        "", "show", "here", "mark", "sheet.pdf", "sheet", "guests", "rules", "look", "printer", "print", "kit.zip",
        "pass/1.pdf", "pass/99.pdf", "export/svg.zip", "page/STAMP/cards/0/72",
        "page/STAMP/cards/0/24", "page/STAMP/book/0/96", "page/0/cards/0/72", "own", "own/mark", "household",
        "household.zip", "writing.svg", "nothing",
        "static/studio.js", "rules/lizard", "sample/deck.pdf", "show/3/1.svg",
    )),
    ("POST", "do/words", "step=look&deck-theme=lacquer"),
    ("POST", "table", "step=print"),
    ("POST", "measure", "across=1&up=2"),
    ("POST", "do/nothing", "step=guests"),
    ("POST", "bring/deck", CSV),
    *(("GET", path, "") for path in ("own", "own/mark", "own/page/0/0/72", "own/fronts.pdf", "own/export/svg.zip")),
    ("POST", "own/open", "deck=nowhere.toml"),
    ("POST", "own/do/deck", "paper=a4"),
    ("POST", "household", CSV),
    ("POST", "end", ""),
]  # fmt: skip
"""Requests in order, to each route. What a page refuses with a sentence is in `ELSEWHERE`."""
ELSEWHERE = {
    ("POST", "folder"): "download it",
    ("POST", "writing"): "phones need a server",
    ("GET", "export/press.zip"): "pikepdf",
    ("GET", "export/tts.zip"): "need Pillow",
}
ASK = """async ([method, path, body, type]) => {
  const how = method === "GET" ? {} : {method, body, headers: {"content-type": type, "x-part": "1"}};
  const answer = await fetch(`${document.body.dataset.base}/${path}`, how);
  return [answer.status, (answer.headers.get("content-type") || "").split(";")[0], await answer.text()];
}"""


@pytest.fixture
def shop(tmp_path, monkeypatch):
    monkeypatch.setenv("LIARSDECK_HOME", str(tmp_path / "home"))
    made = Shop()
    made.small = True
    yield made
    made.stop()


def asked(ask):
    """Ask everything; return statuses and types. `ask(method, path, body, type)` returns status, type and text."""
    found, stamp = {}, ""
    for number, (method, path, body) in enumerate(ASKED):
        kind = f"multipart/form-data; boundary={MARK}" if body.startswith("--") else FORM
        status, type_, text = ask(method, path.replace("STAMP", stamp), body, kind)
        stamp = next(iter(re.findall(r"/page/([0-9a-f]+)/", text)), stamp)
        found[number, method, path] = status, "image" if type_.startswith("image/") else type_
    return found


def natively(shop):
    def ask(method, path, body, kind):
        status, headers, data = shop.ask(path, body if method == "POST" else None, content_type=kind, x_part="1")
        while status == 303:
            status, headers, data = shop.ask(headers["location"].split("/", 2)[2])
        return status, headers.get("content-type", "").partition(";")[0], data.decode(errors="replace")

    return ask


def test_every_route_answers_as_natively(visit, shop):
    frame = visit.open().page.frames[1]
    for (method, path), why in ELSEWHERE.items():
        frame.evaluate(ASK, ["POST", "do/game", "game=lizard&step=guests", FORM])
        assert why in frame.evaluate(ASK, [method, path, "step=print", FORM])[2], path
    here = asked(lambda *what: frame.evaluate(ASK, list(what)))
    assert here == asked(natively(shop))
    assert all("422" in said or "404" in said for said in visit.wrong)
    visit.wrong.clear()


def test_the_list_names_every_route(shop):
    paths = [(method, f"/{path}") for method, path, _ in ASKED] + [(how, f"/{path}") for how, path in ELSEWHERE]
    for route in shop.studio.pages.routes():
        assert any(method in route.methods and route.path_regex.match(path) for method, path in paths), route.path
