"""A table on one device: the pages of `referee host` in the page, with bots, PINs, journal and resume."""

from tests.web.conftest import READY, needed

needed()

GAMES = {"liars-lair": 3, "lizard": 3, "liars-guess": 2, "red-and-black": 2, "liar-poker": 2}
"""How many sit at each game here; a bot among them where three do."""
ASK = """async ([path, body]) => {
  const how = body ? {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body)} : {};
  return (await fetch(path, how)).json();
}"""

GO = """where => {
  document.documentElement.dataset.gone = 1;
  document.body.append(Object.assign(document.createElement("a"), {href: where, id: "go", target: "_self"}));
  document.getElementById("go").click();
}"""
"""Go there by a link: Firefox names no page as the one where a test's own navigation came from.

It has a target: without one the studio's script would fetch it as a page of the studio."""
WANTED = """async () => {
  for (;;) {
    const next = (await (await fetch("api/v1/table")).json()).next.map((one) => one.seat);
    const wanted = ["Ann", "Bob"].find((name) => next.includes(name));
    if (wanted) return wanted;
    await new Promise((done) => setTimeout(done, 200));
  }
}"""
"""Wait until a person is wanted; bots play after some moments."""


class Table:
    """The table in a frame of Playwright's, or in one of another engine (`test_engines.py`)."""

    def __init__(self, frame):
        self.frame = frame

    def ask(self, path, body=None):
        return self.frame.evaluate(ASK, [f"api/v1/{path}", body])

    def go(self, where):
        self.frame.evaluate(GO, where)
        self.frame.wait_for_selector("html:not([data-gone]) #page [data-kind]")

    def begin(self, game, players):
        """Seat people and a bot in a new lobby, and begin."""
        self.frame.click(f'[data-game="{game}"]')
        self.frame.wait_for_selector('[data-host="begin"]')
        for number, name in enumerate(("Ann", "Bob"), 1):
            self.frame.fill("#add", name)
            self.frame.press("#add", "Enter")
            self.frame.wait_for_selector(f".sitters .in:nth-child({number})")
        if players == 3:
            self.frame.click('[data-open="t-bot"]')
            self.frame.click('#sheet button[value="easy"]')
            self.frame.wait_for_selector(".sitters .in:nth-child(3)")
        self.frame.click('[data-host="begin"]')
        self.frame.wait_for_selector('#page [data-kind="table"]')

    def go_on(self, number):
        """Go on with a table that a new lobby lists."""
        self.go("screen?new")
        self.frame.click(f'[href="screen?table={number}"]')
        self.frame.wait_for_selector('#page [data-kind="table"]')

    def take(self, name):
        """Take the screen as a player, with a PIN."""
        self.frame.click(f'[data-sit="{name}"]')
        for digit in "2468":
            self.frame.click(f'#step [data-digit="{digit}"]')
        self.frame.wait_for_selector(f'#page [data-you="{name}"]')

    def move(self):
        """Let somebody who is wanted take the screen, and play the first line that is legal."""
        wanted = self.frame.evaluate(WANTED)
        self.go("laptop")
        self.take(wanted)
        own = self.ask("seat")
        said = self.ask("line", {"line": own["legal"][0], "key": f"tap-{own['seq']}", "seen": own["seq"]})
        assert "why" not in said, (own["legal"][0], said)

    def play(self):
        """Let somebody play, and give the screen back."""
        self.move()
        self.frame.click('[data-then="screen"]')
        self.frame.wait_for_selector("#page .big")

    def standing(self):
        """Return what everybody may know, once a person is wanted: till then bots play."""
        self.frame.evaluate(WANTED)
        return self.ask("table")["public"]


def shown(visit):
    return visit.page.locator("#studio").element_handle().content_frame()


def opened(visit):
    """Open the page, and a table from its first page."""
    visit.open().studio.get_by_role("link", name="Open a table on this screen").click()
    visit.studio.locator("#page [data-kind]").wait_for()
    # Who folds, or is out, is told so over everything else.
    visit.page.add_locator_handler(visit.studio.locator("[data-dismiss]"), lambda told: told.click())
    return Table(shown(visit))


def test_a_table_of_each_game_goes_on_after_a_reload(visit):
    table, before = opened(visit), []
    for game, players in GAMES.items():
        table.go("screen?new")
        table.begin(game, players)
        table.play()
        before.append(table.standing())
    visit.page.reload()
    visit.page.locator(READY).wait_for(state="attached")
    visit.studio.locator('#page [data-kind="table"]').wait_for()
    table.frame = shown(visit)
    assert table.standing() == before[-1], "at the table where it was"
    for number, was in enumerate(before, 1):
        table.go_on(number)
        assert table.standing() == was
        seq = table.ask("table")["seq"]
        table.play()
        assert table.ask("table")["seq"] > seq
