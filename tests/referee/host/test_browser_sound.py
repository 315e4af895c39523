"""What the big screen sounds like and reads aloud, and how a phone calls its owner, in real Chromium."""

import pytest

from tests.referee.host import windows
from tests.referee.host.staged import CASES
from tests.referee.host.windows import Window

windows.browsers()
HEARD = """async name => {
  const audio = new OfflineAudioContext(1, 88200, 44100);
  sound.put(audio, name, 0, 1);
  const samples = [...(await audio.startRendering()).getChannelData(0)];
  const loud = samples.map(Math.abs), last = loud.findLastIndex(one => one > 0.004);
  return {peak: Math.max(...loud), seconds: last / 44100, end: loud.at(-1),
    power: Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / last),
    crossings: samples.filter((one, at) => at && one * samples[at - 1] < 0).length};
}"""
LISTENING = """
window.made = []; window.spoken = [];
window.AudioContext = class extends AudioContext {
  constructor() { super(); made.push('context'); }
  createOscillator() { made.push('tone'); return super.createOscillator(); }
};
Object.defineProperty(window, 'speechSynthesis', {value: {
  getVoices: () => [
    {lang: 'en-US', localService: false, name: 'far'},
    {lang: 'en-GB', localService: true, name: 'near'},
  ],
  speak: said => spoken.push([said.voice.name, said.text]), cancel() {}, addEventListener() {},
}});
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
navigator.vibrate = pattern => { window.buzzed = pattern; return true; };
"""


@pytest.fixture
def screen_and_phone(browser, host, household):
    """The big screen and Ann's phone, before Bob plays a lie that she can prove and take one of his cards for."""
    case = CASES["a lie in play"]
    table = host("--table", f"{case.stands(household)}", "--deal")
    table.hold()
    screen, phone = Window(browser, table, width=1280, height=720), Window(browser, table, "Ann")
    for one in (screen, phone):
        one.context.add_init_script(LISTENING)
    phone.sit_at_once()
    screen.post("join", host=table.key)
    yield case, screen, phone
    for one in (screen, phone):
        assert one.wrong == []
        one.context.close()


def test_each_sound_is_short_and_is_heard_and_no_two_are_alike(screen_and_phone):
    _, screen, _ = screen_and_phone
    screen.page.goto(screen.table.url + "/screen")
    screen.page.wait_for_selector(".k-table")
    heard = {name: screen.page.evaluate(HEARD, name) for name in screen.page.evaluate("() => sound.names")}
    assert [*heard] == ["card", "breath", "stamp", "out", "win", "turn", "liar", "ooh", "ha", "bravo"]
    for name, one in heard.items():
        assert 0.02 < one["power"] < one["peak"] <= 1, name
        assert 0.05 < one["seconds"] < 1.9, name
        assert one["end"] < 0.001, name
    assert 1.2 < heard["breath"]["seconds"] < 1.6  # it ends when the stamp falls
    for was, now, sounds in HAPPENS:
        assert [name for name, _ in screen.page.evaluate("both => sound.between(...both)", [was, now])] == sounds
    assert len({(round(one["seconds"], 1), one["crossings"] // 100) for one in heard.values()}) == len(heard)


HAPPENS = [
    ({"kind": "table", "seq": 4}, {"kind": "table", "seq": 5}, ["card"]),
    ({"kind": "table", "seq": 4, "wanted": "Ann"}, {"kind": "table", "seq": 5, "wanted": "Bob"}, ["card", "turn"]),
    ({"kind": "table", "seq": 4}, {"kind": "table", "seq": 4}, []),
    ({"kind": "lobby", "seq": 0}, {"kind": "lobby", "seq": 0}, []),
    ({"kind": "table", "seq": 9}, {"kind": "over", "seq": 10}, ["win"]),
    (
        {"seq": 4, "thrown": [["stamp1", "ha"]]},
        {"seq": 4, "thrown": [["stamp1", "ha"], ["stamp2", "bravo"]]},
        ["bravo"],
    ),
]


def test_nothing_plays_before_a_touch_then_a_verdict_is_heard_and_read_and_a_phone_calls(
    screen_and_phone,
):
    case, screen, phone = screen_and_phone
    screen.page.goto(screen.table.url + "/screen")
    phone.page.goto(phone.table.url)
    for one in (screen, phone):
        one.page.wait_for_selector(".k-table")
    assert screen.page.evaluate("() => [made, spoken]") == [[], []]
    sounds, voice = screen.page.locator("#sounds button").all()
    assert (sounds.inner_text(), voice.inner_text()) == ("Sound: loud", "Voice: off")
    voice.click()
    assert screen.page.evaluate("() => spoken") == [["near", "Every word of it is true."]]
    before = screen.page.evaluate("() => made.length")
    screen.post("line", line=case.rows[-1], key="k", seen=screen.table.hosted.seq)
    screen.page.wait_for_selector(".mo.m-verdict")
    screen.page.wait_for_function("() => spoken.length > 1")
    said = screen.page.evaluate("() => spoken.at(-1)[1]")
    assert said.startswith(case.held[0][1].rstrip("."))
    assert screen.page.evaluate("() => made.length") > before
    assert phone.page.evaluate("() => window.buzzed") is None
    screen.table.passed(9)
    phone.page.wait_for_function("() => window.buzzed")
    phone.page.click(".me, [data-fetch]")
    called = phone.page.locator("#sheet [data-buzz]")
    assert called.inner_text() == "Call me when it is my turn: yes"
    called.click()
    assert called.inner_text() == "Call me when it is my turn: no"
    screen.page.keyboard.press("m")
    assert sounds.inner_text() == "Sound: off"
    screen.page.reload()
    assert screen.page.locator("#sounds button").first.inner_text() == "Sound: off"
