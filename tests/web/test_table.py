"""A table on one device: the pages of `referee host` in the page, with bots, PINs, journal and resume."""

from tests.web.conftest import READY, needed

needed()

GAMES = {"liars-lair": 3, "lizard": 3, "liars-guess": 2, "red-and-black": 2, "liar-poker": 2}
"""How many sit at each game here; a bot among them where three do."""
ASK = """async (_, [path, body]) => {
  const how = body ? {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body)} : {};
  return (await fetch(path, how)).json();
}"""

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
    """The table that the page shows."""

    def __init__(self, visit):
        self.visit, self.page = visit, visit.studio

    def ask(self, path, body=None):
        return self.page.locator("html").evaluate(ASK, [f"api/v1/{path}", body])

    def go(self, where):
        self.page.locator("html").evaluate("(root, where) => { root.dataset.gone = 1; location.assign(where); }", where)
        self.page.locator("html:not([data-gone]) #page [data-kind]").wait_for()

    def begin(self, game, players):
        """Seat people and a bot in a new lobby, and begin."""
        self.page.locator(f'[data-game="{game}"]').click()
        self.page.locator('[data-host="begin"]').wait_for()
        for name in ("Ann", "Bob"):
            self.page.locator("#add").fill(name)
            self.page.locator("#add").press("Enter")
            self.page.locator(".sitters .nm", has_text=name).wait_for()
        if players == 3:
            self.page.locator('[data-open="t-bot"]').click()
            self.page.locator('#sheet button[value="easy"]').click()
            self.page.locator(".sitters .in").nth(2).wait_for()
        self.page.locator('[data-host="begin"]').click()
        self.page.locator('#page [data-kind="table"]').wait_for()

    def take(self, name):
        """Take the screen as a player, with a PIN."""
        self.page.locator(f'[data-sit="{name}"]').click()
        for digit in "2468":
            self.page.locator(f'#step [data-digit="{digit}"]').click()
        self.page.locator(f'#page [data-you="{name}"]').wait_for()

    def play(self):
        """Let somebody who is wanted take the screen, play the first line that is legal, and give it back."""
        wanted = self.page.locator("html").evaluate(WANTED)
        self.go("laptop")
        self.take(wanted)
        own = self.ask("seat")
        said = self.ask("line", {"line": own["legal"][0], "key": f"tap-{own['seq']}", "seen": own["seq"]})
        assert "why" not in said, (own["legal"][0], said)
        self.page.locator('[data-then="screen"]').click()
        self.page.locator("#page .big").wait_for()

    def standing(self):
        """Return what everybody may know, once a person is wanted: till then bots play."""
        self.page.locator("html").evaluate(WANTED)
        return self.ask("table")["public"]


def test_a_table_of_each_game_goes_on_after_a_reload(visit):
    visit.open()
    visit.studio.get_by_role("link", name="Open a table on this screen").click()
    visit.studio.locator("#page [data-kind]").wait_for()
    table, before = Table(visit), []
    for game, players in GAMES.items():
        table.go("screen?new")
        table.begin(game, players)
        table.play()
        before.append(table.standing())
    visit.page.reload()
    visit.page.locator(READY).wait_for(state="attached")
    table.page.locator('#page [data-kind="table"]').wait_for()
    assert table.standing() == before[-1], "at the table where it was"
    for number, was in enumerate(before, 1):
        table.go("screen?new")
        table.page.locator(f'[href="screen?table={number}"]').click()
        table.page.locator('#page [data-kind="table"]').wait_for()
        assert table.standing() == was
        seq = table.ask("table")["seq"]
        table.play()
        assert table.ask("table")["seq"] > seq
