"""Tabletop Simulator: the saved object has the fields that the game's own have, and every id points at its face."""

import json
import os

import pytest
from msgspec.structs import replace
from PIL import Image

from cardgen.decks import DeckOptions, make_deck
from cardgen.errors import PrintError
from cardgen.export import ExportOptions, export_deck
from cardgen.export.tts import grid_for
from cardgen.layout import CARDS
from factbank import factfile
from factbank.factfile import Card, Pair
from tests.cardgen import fake
from tests.sampling import WHOLE

# The fields of a deck and of a card as the game saves them (version 13).
SAVE = {
    "SaveName", "Date", "VersionNumber", "GameMode", "GameType", "GameComplexity", "Tags", "Gravity", "PlayArea",
    "Table", "Sky", "Note", "TabStates", "LuaScript", "LuaScriptState", "XmlUI", "ObjectStates",
}  # fmt: skip
THING = {
    "GUID", "Name", "Transform", "Nickname", "Description", "GMNotes", "AltLookAngle", "ColorDiffuse",
    "LayoutGroupSortIndex", "Value", "Locked", "Grid", "Snap", "IgnoreFoW", "MeasureMovement", "DragSelectable",
    "Autoraise", "Sticky", "Tooltip", "GridProjection", "HideWhenFaceDown", "Hands", "SidewaysCard", "LuaScript",
    "LuaScriptState", "XmlUI", "CustomDeck",
}  # fmt: skip
SHEET = {"FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden", "UniqueBack", "Type"}
TRANSFORM = {"posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ"}


def coloured(cards):
    """A deck whose faces tell their number by their colour."""
    deck = fake.deck(cards)
    faces = tuple(replace(card, draw=fake.face(n, f"#{n:02x}{255 - n:02x}80")) for n, card in enumerate(deck.cards))
    return replace(deck, cards=faces)


def export(tmp_path, deck, **options):
    done = export_deck(deck, "tts", ExportOptions(**options), tmp_path / "a table")
    return done, json.loads((done.folder / f"{deck.name}.json").read_text(encoding="utf-8"))


def opened(url):
    """Open a picture as the game does: what follows `file:///` is a path, spaces and all."""
    assert url.startswith("file:///")
    return Image.open(url.removeprefix("file://") if os.name != "nt" else url.removeprefix("file:///"))


def test_the_fields_of_a_saved_object(tmp_path):
    done, saved = export(tmp_path, fake.deck(5))
    assert set(saved) == SAVE
    assert not any(saved[key] for key in SAVE - {"ObjectStates", "Gravity", "PlayArea"}), "as in the game's own"
    (deck,) = saved["ObjectStates"]
    assert set(deck) == THING | {"DeckIDs", "ContainedObjects"}
    assert (deck["Name"], deck["Nickname"]) == ("DeckCustom", "Fake Deck")
    assert set(deck["Transform"]) == TRANSFORM
    assert all(set(sheet) == SHEET for sheet in deck["CustomDeck"].values())
    assert deck["DeckIDs"] == [100, 101, 102, 103, 104] == [card["CardID"] for card in deck["ContainedObjects"]]
    for card in deck["ContainedObjects"]:
        assert set(card) == THING | {"CardID"}
        assert card["Name"] == "Card"
        assert card["CustomDeck"] == deck["CustomDeck"]
        assert len(card["GUID"]) == 6
    assert done.files == ("README.txt", "fake-back.png", "fake-faces-1.png", "fake.json", "fake.png")


@pytest.mark.parametrize("cards", [2, 70, *[69, 125] * WHOLE])
def test_every_id_points_at_its_face_and_the_last_slot_hides(tmp_path, cards):
    _, saved = export(tmp_path, coloured(cards))
    deck = saved["ObjectStates"][0]
    assert len(set(deck["DeckIDs"])) == cards
    sheets = {}
    for key, sheet in deck["CustomDeck"].items():
        assert 2 <= sheet["NumWidth"] <= 10
        assert 2 <= sheet["NumHeight"] <= 7
        assert sheet["BackIsHidden"]
        image = opened(sheet["FaceURL"]).convert("RGB")
        assert max(image.size) <= 4096
        assert image.width % sheet["NumWidth"] == 0
        assert image.height % sheet["NumHeight"] == 0
        sheets[int(key)] = image, sheet["NumWidth"], sheet["NumHeight"]

    def colour(sheet, slot):
        image, columns, rows = sheets[sheet]
        width, height = image.width // columns, image.height // rows
        return image.getpixel((slot % columns * width + width // 8, slot // columns * height + height // 8))

    for number, card in enumerate(deck["DeckIDs"]):
        sheet, slot = divmod(card, 100)
        assert colour(sheet, slot) == (number, 255 - number, 0x80)
        assert slot < sheets[sheet][1] * sheets[sheet][2] - 1, "never the hidden face's"
    for sheet, (_, columns, rows) in sheets.items():
        assert colour(sheet, columns * rows - 1) == (0xD0, 0x33, 0x1F)
    assert opened(deck["CustomDeck"]["1"]["BackURL"]).getpixel((3, 3)) == (0xD0, 0x33, 0x1F)


def test_facts_are_found_by_title_and_by_text(tmp_path):
    pair = Pair("Goats & Trombones", (Card(1, "Goats “flee”."), Card(2, "Goats stay.")), theme="music")
    done, saved = export(tmp_path, make_deck("liars-lair", DeckOptions(factfile.make([pair], seed=1))))
    told = {(card["Nickname"], card["Description"]) for card in saved["ObjectStates"][0]["ContainedObjects"]}
    assert told == {("1 Goats & Trombones", "Goats “flee”."), ("2 Goats & Trombones", "Goats stay.")}
    assert "Saved Objects" in (done.folder / "README.txt").read_text(encoding="utf-8")


def test_one_card_alone_is_saved_as_a_card(tmp_path):
    _, saved = export(tmp_path, fake.deck(1))
    (card,) = saved["ObjectStates"]
    assert (card["Name"], card["CardID"]) == ("Card", 100)


def test_pictures_hosted_elsewhere(tmp_path):
    done, saved = export(tmp_path, fake.deck(2), url="https://example.org/my%20deck/")
    sheet = saved["ObjectStates"][0]["CustomDeck"]["1"]
    assert sheet["FaceURL"] == "https://example.org/my%20deck/fake-faces-1.png"
    assert "under https://example.org" in (done.folder / "README.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "url", ["a table", "example.org", "javascript:alert(1)", "https://", 'https://a"b', "https://a b"]
)
def test_what_is_no_address_is_refused(tmp_path, url):
    with pytest.raises(PrintError, match="--url cannot be"):
        export(tmp_path, fake.deck(2), url=url)
    assert list(tmp_path.iterdir()) == []


def test_cards_with_backs_of_their_own_get_a_sheet_of_backs(tmp_path):
    deck = fake.deck(3)
    deck = replace(deck, cards=tuple(replace(card, back=fake.face("b", "#1F6FB5")) for card in deck.cards))
    _, saved = export(tmp_path, deck)
    sheet = saved["ObjectStates"][0]["CustomDeck"]["1"]
    assert sheet["UniqueBack"]
    assert opened(sheet["BackURL"]).size == opened(sheet["FaceURL"]).size


def test_grids_are_as_large_as_the_game_takes():
    for cards in range(1, 70):
        for card in CARDS.values():
            grid = grid_for(cards, card)
            assert 2 <= grid.columns <= 10
            assert 2 <= grid.rows <= 7
            assert grid.last >= cards
            assert max(grid.columns * grid.width, grid.rows * grid.height) <= 4096
            assert grid.height / grid.width == pytest.approx(card.height_mm / card.width_mm, rel=0.01)
    assert grid_for(69, CARDS["poker"]).columns == 10
