"""The pictures that the host's pages carry are today's faces."""

from cardgen.export.screens import FOLDER, pictures
from liarsdeck.files import templates


def test_the_pictures_in_the_pages_are_todays_faces():
    folder = templates() / FOLDER
    kept = {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.svg")}
    kept = {name: text for name, text in kept.items() if not name.startswith("emblems/")}  # each is its own source
    drawn = dict(pictures())
    assert sorted(drawn) == sorted(kept), "make sprites"
    assert [name for name, text in drawn.items() if kept[name] != text] == [], "make sprites"
