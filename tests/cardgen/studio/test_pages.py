"""The studio without a browser: what may be done, what is refused where, what leaves it."""

import re
import sys
from html import unescape

import pytest

from cardgen.kit import print_book
from cardgen.studio import render
from cardgen.studio.room import Kept, KitDraft, kit_line, read_kept, write_kept
from liarsdeck.installed import typed
from tests.cardgen.studio.shop import bare, fault
from tests.pretty import flat


def test_bodies_are_bounded_and_forms_alone(shop):
    assert shop.ask("do/game", b"x" * 70_000)[0] == 422
    assert shop.ask("do/game", b'{"game": "lizard"}', content_type="application/json")[0] == 422
    assert shop.ask("do/game", "&".join(f"a{n}=1" for n in range(300)))[0] == 422
    assert shop.ask("do/nothing", {"step": "guests"})[0] == 422
    assert shop.ask("page/0000/cards/0/72")[0] == 204
    assert shop.ask("static/../templating.py")[0] == 404
    assert shop.ask("x" * 400)[0] == 414
    assert not shop.making.game


def test_a_kit_is_its_command_line(shop):
    shop.do("game", game="lizard")
    shop.do("players", players="5")
    shop.do("rules", "rules", **{"rule-rounds": "7"})
    page = shop.do(
        "words", "look", **{"deck-theme": "lacquer", "card": "bridge", "flags": "colour-aid", "colour-aid": "yes"}
    )
    line = "cardgen kit lizard --players 5 --option rounds=7 --card bridge --deck-theme lacquer --colour-aid"
    assert kit_line(shop.making) == line
    assert line in bare(page)
    assert kit_line(read_kept(shop.studio.room.file).making) == line, "it is kept at every change"
    shop.do("words", "look", paper="letter", card="poker")
    shop.do("game", game="liar-poker")
    shop.do("game", game="lizard")
    assert (shop.making.players, shop.making.word("paper")) == (5, "letter"), "no number of two fits: the usual one"
    shop.do("players", players="3")
    shop.do("game", game="liars-lair")
    assert (shop.making.players, shop.making.word("paper")) == (3, "letter"), "as the last kit was"
    assert "whole sentences" in shop.do("words", "look", face="plain")
    assert "--face plain" in kit_line(shop.making)
    shop.do("game", game="lizard")
    assert "--face" not in kit_line(shop.making)


def test_the_line_for_a_terminal_works_where_the_studio_runs(shop, monkeypatch, tmp_path):
    """It names the folder of the programs, and when the facts that it names are there."""
    there = tmp_path / "bin"
    there.mkdir()
    monkeypatch.setattr(sys, "argv", [str(there / "cardgen"), "studio"])
    shop.do("game", game="liars-lair")
    page = bare(shop.ask("print")[2].decode())
    assert f"once you have printed it here: <code>{typed('cardgen kit')} liars-lair --kit" in page
    assert f"once you have printed it here, type <code>{typed('referee host')} liars-lair --kit" in page


def test_a_fault_is_a_sentence_at_its_field_and_changes_nothing(shop):
    shop.do("game", game="liars-lair")
    before = shop.making
    for verb, step, form, field, words in (
        ("players", "guests", {"players": "9"}, "players", "3 to 8 players"),
        ("players", "guests", {"players": "many"}, "players", "whole number"),
        ("rules", "rules", {"rule-max_rounds": "-1", "field": "rule-max_rounds"}, "rule-max_rounds", "0 to 10000"),
        ("words", "printer", {"paper-other": "2x2mm"}, "words", "2"),
        ("words", "look", {"card-other": "huge"}, "words", "huge"),
        ("words", "printer", {"printer": "ghost"}, "words", "ghost"),
        ("add", "guests", {"guest": "A" * 80, "field": "guest"}, "guest", ""),
        ("pair", "facts", {"at": "99", "what": "show"}, "pair", "no such pair"),
    ):
        found = fault(shop.do(verb, step, **form))
        assert found is not None, form
        assert found[0] == field
        assert words in found[1]
        assert "Traceback" not in found[1]
    assert shop.making == before


@pytest.mark.parametrize(
    ("thrift", "said", "line"),
    [
        ("backs", "Faces in full colour, backs as lines on white.", "--back-ink low"),
        ("low", "Outlines on white, faces and backs.", "--ink low"),
        ("full", "", ""),
    ],
)
def test_sparing_ink_says_what_it_thins(shop, thrift, said, line):
    shop.do("game", game="liar-poker")
    page = shop.do("words", "look", thrift=thrift)
    assert said in page
    assert f'value="{thrift}" checked' in page
    assert kit_line(shop.making) == " ".join(["cardgen kit liar-poker --players 2", *filter(None, [line])])
    assert ('name="ground"' in page) == (thrift != "low"), "outlines have no ground to choose"


def test_more_than_five_guests_hear_what_will_happen(shop):
    names = ("Ann", "Ben", "Cat", "Dan", "Eve", "Finn")
    shop.do("deal", "start", names=", ".join(names[:4]), to="guests")
    page = shop.do("add", field="guest", guest=names[4])
    assert "Ten of the fifteen facts are about them, kindly: two each." in flat(page.encode())
    page = shop.do("add", field="guest", guest=names[5])
    assert "Six guests, so one fact each: six of the eighteen are about them" in flat(page.encode())
    assert sorted(one.pair.guest for one in shop.making.draft.pairs if one.pair.guest) == sorted(names)
    assert "None of the facts is about them" in shop.do("about", about="none")


def test_a_guest_brings_a_pastime_a_pet_or_a_trade(shop):
    def told(name):
        return {one.pair.key.split("/")[0] for one in shop.making.draft.pairs if one.pair.guest == name}

    shop.do("game", game="liars-lair")
    page = shop.do("add", field="guest", guest="Ann", what="sails, Rex", **{"as": "she"})
    assert fault(page) is None
    assert "she, sails, Rex" in flat(page.encode())
    assert "pastimes" in told("Ann")
    shop.do("add", field="guest", guest="Ben", what="a baker")
    assert shop.making.guests == ("Ann:she:sails:Rex", "Ben::a baker")
    assert not told("Ben").isdisjoint({"trades", "pastimes"})
    shop.do("add", field="guest", guest="Cat", what="knits")
    page = shop.do("add", field="guest", guest="Dan", what="sails, swims")
    assert "Dan has two of a kind: sails and swims; leave one out." in fault(page)
    assert 'value="sails, swims"' in page
    assert len(shop.making.guests) == 3
    page = shop.do("add", field="guest", guest="Dan", what="retired")
    assert "Dan: no fact can say “retired”." in page
    shop.do("remove", field="guest", guest="Dan")
    assert "no fact can say" not in shop.do("add", field="guest", guest="Dan", what="in sales"), "it chooses a fact"


THINGS = ("geese", "soup", "moths", "ducks", "stairs", "owls", "trams", "buttons", "cellars", "jelly")
BOX = "Ann, Ben, Joost\r\n\r\nBen is afraid of geese.\r\nAnn keeps bees. / Ann keeps wasps.\r\nJoost hums."


def test_one_box_of_text_is_read_back_and_then_dealt(shop):
    shop.do("game", game="liars-lair")
    before = shop.making
    page = flat(shop.do("box", box=BOX, read="", field="box", kit=str(shop.studio.room.kept.changes)).encode())
    assert "<b>3 guests, 2 jokes.</b>" in page
    assert "Ben is fond of geese." in page
    assert "“Joost hums.” needs its other half" in page
    assert shop.making == before, "nothing is dealt before it was read back"
    page = shop.do("box", box=BOX, read=BOX, field="box")
    assert fault(page) is None
    assert "<b>3 guests, 2 jokes dealt in.</b>" in flat(page.encode())
    assert "“Joost hums.” needs its other half" in page, "what is left out stays in sight"
    assert shop.making.guests == ("Ann", "Ben", "Joost")
    assert len(shop.making.draft.pairs) == 9

    def jokes():
        pairs = [one for one in shop.making.draft.pairs if one.pair.key.startswith("our-table/")]
        assert all(one.pinned and one.seen for one in pairs)
        return {frozenset(card.text for card in one.pair.cards) for one in pairs}

    ben = frozenset({"Ben is afraid of geese.", "Ben is fond of geese."})
    assert jokes() == {ben, frozenset({"Ann keeps bees.", "Ann keeps wasps."})}
    ours = [one.pair for one in shop.making.draft.pairs if one.pinned]
    assert sorted(pair.guest for pair in ours) == ["Ann", "Ben"], "a joke is its guest's"
    shop.do("anew", "facts")
    assert len(jokes()) == 2
    again = "Ann, Ben, Joost\nBen is afraid of geese.\nBen won a pie contest."
    shop.do("box", box=again, read=again, field="box")
    assert jokes() == {ben, frozenset({"Ben won a pie contest.", "Ben lost a pie contest."})}
    for text, words in (
        ("Ann, Ben, ann", "comes twice"),
        (", ".join(f"Guest{n}" for n in "abcdefghi"), "8 at most"),
        (
            "\n".join(["Ann, Ben, Joost", *(f"Ben is afraid of {thing}." for thing in THINGS)]),
            "10 jokes",
        ),
    ):
        found = fault(shop.do("box", box=text, read=text, field="box"))
        assert found is not None, text
        assert found[0] == "box"
        assert words in found[1]
    assert len(jokes()) == 2


def test_pairs_are_swapped_pinned_and_written(shop):
    shop.do("game", game="liars-lair")
    first = shop.making
    shop.do("pair", "facts", at="3", what="swap")
    second = shop.making
    same = [a.pair.cards == b.pair.cards for a, b in zip(first.draft.pairs, second.draft.pairs, strict=True)]
    assert same == [True] * 2 + [False] + [True] * 12
    assert not second.draft.pairs[2].seen
    numbers = [sorted(card.number for card in made.draft.pairs[2].pair.cards) for made in (first, second)]
    assert numbers[0] == numbers[1]
    shop.do("pair", "facts", at="4", what="pin")
    shop.do("own", "facts", title="Our Cat", first="Our cat pays rent.", second="Our cat takes rent.")
    shop.do("anew", "facts")
    third = shop.making
    cards = [one.pair.cards for one in second.draft.pairs]
    kept = [place for place, one in enumerate(third.draft.pairs) if one.pair.cards in cards]
    assert kept == [3]
    assert third.draft.pairs[14].pair.title == "Our Cat"
    shop.do("players", players="4")
    assert {"Our Cat", second.draft.pairs[3].pair.title} < {one.pair.title for one in shop.making.draft.pairs}
    assert sorted(card.number for card in shop.making.facts.cards) == list(range(1, 25))


def test_what_is_written_is_checked_as_a_fact_file_is(shop):
    shop.do("game", game="liars-lair")
    shop.do("pair", "facts", at="1", what="show")
    hidden = shop.making.draft.pairs[1].pair
    within = f"Q{''.join(filter(str.isalpha, hidden.title))}s"  # the hidden title is no word of it
    good = {"at": "1", "what": "keep", "title": "Qat", "first": "Qats hum.", "second": "Qats bark.", "field": "edit"}
    for change, words in (
        ({"second": "Qats hum."}, "say the same"),
        ({"title": ""}, "empty"),
        ({"title": within, "first": "Qats hum " + "very " * 70}, "does not fit"),
        ({"first": "x" * 501}, "500"),
        ({"first": "Qats \x07 hum."}, "printed"),
        ({"title": hidden.title}, "keep unseen"),
        ({"first": hidden.cards[0].text}, "keep unseen"),
    ):
        field, said = fault(shop.do("pair", "facts", "?edit=1", **good | change))
        assert field == "edit"
        assert words in said, change
    shop.do("pair", "facts", **good)
    assert shop.making.draft.pairs[0].pair.title == "Qat"
    assert shop.making.draft.pairs[0].pinned


def test_several_pairs_of_ones_own_may_be_about_one_person(shop):
    shop.do("game", game="liars-lair")
    shop.do("add", guest="Ann", field="guest")
    for thing in ("geese", "soup", "stairs", "moths"):
        own = {"title": f"Ann & {thing}", "first": f"Ann is fond of {thing}.", "second": f"Ann is afraid of {thing}."}
        shop.do("own", "facts", field="own", **own)
    field, said = fault(shop.do("own", "facts", field="own", **own | {"first": "Ann sings.", "second": "Ann hums."}))
    assert field == "own"
    assert "moths” is used twice" in said
    shop.do("anew", "facts")
    assert sum(not one.pair.key for one in shop.making.draft.pairs) == 4


def test_nothing_unseen_is_drawn_from(shop):
    """What goes to the processes that draw says nothing of the pairs that are kept unseen, nor what goes together."""
    shop.do("game", game="liars-lair")
    shop.do("add", guest="Ann", field="guest")
    shop.do("pair", "facts", at="2", what="show")
    making = shop.making
    sent = making.job.file.decode()
    for at, one in enumerate(making.draft.pairs):
        said = [one.pair.title, *(card.text for card in one.pair.cards)]
        assert all((text in sent) == (at == 1) for text in said)
        assert not one.pair.key or one.pair.key not in sent or at == 1
    assert len(making.hidden) == 28
    assert making.shown_facts().guests == ("Ann",), "the box that is looked at bears the names that are printed"
    pairs = [{card.number for card in pair.cards} for pair in making.shown_facts().pairs]
    true = [{card.number for card in one.pair.cards} for one in making.draft.pairs]
    assert pairs[1] == true[1]
    assert sorted(number for pair in pairs for number in pair) == list(range(1, 31))
    assert pairs != true


def test_a_pass_is_what_goes_through_the_printer_at_once(shop):
    import pypdfium2

    shop.do("game", game="liar-poker")
    page = shop.do("words", "print", how="hand", field="words", to="print")
    assert "last sheet on top" in page
    ticks = re.findall(r'name="(tick-\w+)"', page)
    wanted = {name: "yes" for name in ticks if name in ("tick-cards", "tick-bets", "tick-box")}
    page = shop.do("print", "print", files=" ".join(name[5:] for name in ticks), **wanted)
    assert re.findall(r"/pass/(\d+)\.pdf", page) == ["1", "2", "3"]
    status, headers, body = shop.ask("pass/2.pdf")
    assert status == 200
    assert headers["content-type"] == "application/pdf"
    with pypdfium2.PdfDocument(body) as document:
        assert len(document) == 8, "the backs of six sheets of cards, with the reference cards, and two of bet cards"
    assert shop.ask("pass/4.pdf")[0] == 422


def test_a_pass_needs_no_pikepdf_and_is_of_its_kit_alone(household, monkeypatch):
    """Whenever it is printed: PDFs have a date and an ID."""
    import pypdfium2

    monkeypatch.setitem(sys.modules, "pikepdf", None)
    words, files = ("liar-poker", "--paper", "letter"), ("chips.pdf", "bet-cards.pdf")
    first, again = (render.pass_pdf(words, files) for _ in range(2))
    assert first == again
    sheets = [pypdfium2.PdfDocument(render.pass_pdf(words, (file,))) for file in files]
    with pypdfium2.PdfDocument(first) as whole:
        assert len(whole) == sum(map(len, sheets))
        for at, page in enumerate(page for sheet in sheets for page in sheet):
            assert whole[at].render(scale=0.5).to_pil().tobytes() == page.render(scale=0.5).to_pil().tobytes()


def test_it_is_written_where_the_command_line_writes(shop, household):
    shop.do("game", game="liar-poker")
    shop.do("words", how="hand", field="words")
    page = shop.ask("folder", {"step": "print"}, x_part="1")[2].decode()
    folder = household / "work" / "liar-poker"
    assert str(folder) in page
    assert {"deck-fronts.pdf", "deck-backs.pdf"} < {file.name for file in folder.iterdir()}


def test_a_printer_that_is_measured_again_is_shown_so(shop):
    """Name and words of the kit are as they were; what is drawn is not."""
    shop.do("game", game="liar-poker")
    pages = []
    for across, more in (("-3", {}), ("1", {"refine": "1"})):
        kit = str(shop.studio.room.kept.changes)
        form = {"step": "printer", "kit": kit, "across": across, "up": "0", "what": "remember", "name": "study", **more}
        shop.ask("measure", form, x_part="1")
        pages.append(flat(shop.ask("look", x_part="1")[2]))
    assert ["study: 3 mm left" in pages[0], "study: 2 mm left" in pages[1]] == [True, True]
    seen = [re.search(r'id="seen" src="([^"]+)"', page)[1] for page in pages]
    assert seen[0] != seen[1]


def test_a_book_is_drawn_again_for_what_changes_it_alone(tmp_path):
    def kit(**words):
        return render._drawn(KitDraft("liar-poker", 2, words=words).job)

    render._drawn.cache_clear()
    render._books.clear()
    plain, dressed = kit(), kit(**{"deck-theme": "lacquer", "card": "bridge", "indices": "jumbo"})
    assert dressed.part("book") is plain.part("book")
    print_book(dressed.spec, tmp_path, booklet=True)
    assert plain.part("book")[1] == (tmp_path / "rulebook.pdf").read_bytes()
    others = [kit(**{name: value}) for name, value in (
        ("ink", "low"), ("paper", "letter"), ("sides", "fold"), ("large-print", "yes"), ("booklet", "no"),
        ("feed", "manual"),
    )]  # fmt: skip
    asked = [render._books[-1][0]]
    for one in others:
        one.part("book")
        asked.append(render._books[-1][0])
    assert all(one not in asked[:at] for at, one in enumerate(asked))


def test_a_kept_file_that_cannot_be_read_is_none_and_a_newer_one_is_refused(tmp_path):
    file = tmp_path / "studio.json"
    assert read_kept(file) == Kept()
    file.write_text("{", "utf-8")
    assert read_kept(file) == Kept()
    write_kept(file, Kept(port=5, making=KitDraft("lizard", 4)))
    assert read_kept(file).making == KitDraft("lizard", 4)
    assert file.stat().st_mode & 0o077 == 0
    file.write_text('{"format": 99}', "utf-8")
    with pytest.raises(ValueError, match="newer"):
        read_kept(file)


def test_house_rules_have_questions_for_headings_and_a_game_lasts_as_the_teaching_page_says(shop):
    shop.do("game", game="liars-lair")
    shop.do("players", players="5")
    said = flat(shop.ask("rules")[2])
    heads = re.findall(r'id="rule-(\w+)">\s*<legend>\s*([^<]+?)\s*<', said)
    assert ("aside", "What stays in the box when the kit is larger than needed") in heads
    assert ("max_rounds", "After how many rounds the game ends unfinished; 0: never") in heads
    assert len(heads) == 11
    assert "A game takes about 30–55 minutes for 5." in flat(shop.ask("guests")[2])


def test_fronts_that_are_shown_by_their_backs_say_so(shop):
    shop.do("game", game="liars-lair")
    page = flat(shop.ask("guests")[2])
    assert ">Front, face down</a>" in page
    assert "sheet 1 of 4, front, face down" in page
    shop.do("facts", "facts")  # unspoilt is switched off
    assert ">Front</a>" in flat(shop.ask("guests")[2])


def test_a_joke_that_will_not_do_is_told_what_to_change_in_plain_words(shop):
    shop.do("game", game="liars-lair")
    box = (
        "Ann, Bob, Cat\nAnn is tall. / Bob is short.\nAnn hums {x}. / Ann sings {x}.\nBob has no cat. / Bob has a cat."
    )
    page = shop.do("box", box=box, read="", field="box", kit=str(shop.studio.room.kept.changes))
    page = unescape(flat(page.encode()))
    assert "3 guests, 1 joke." in page
    assert "“Ann is tall.” can’t be used yet: the two halves speak of nothing in common" in page
    assert "“Ann hums {x}.” can’t be used yet: a joke holds no braces" in page
    assert "{{" not in page
