"""“An illustrator’s way” of docs/art.md: a drawing that Inkscape saved is checked, printed, and shown on phones."""

import re
from pathlib import Path

import pypdfium2
import pytest

from cardgen.art.pictures import ART, check_drawing, emblem, file
from factbank.factfile import Card, Facts, Pair, write
from factbank.looks import emblems, known_emblems
from liarsdeck.files import brought_dir
from referee.story import own_emblem
from tests.programs import ran

ROOT = Path(__file__).parents[3]
COLOURS = {"ink": "#221f2b", "ground": "#f7e3b0", "red": "#d0331f"}
# What Inkscape writes round a drawing in pixels, with a layer that was moved and a view of its own.
SAVED = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg width="68.031494" height="68.031494" viewBox="0 0 68.031494 68.031494" version="1.1" id="svg1"
 inkscape:version="1.3.2 (091e20e, 2023-11-25)" sodipodi:docname="kettle.svg"
 xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
 xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
 xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg"
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">
 <title id="title1">{title}</title>
 <sodipodi:namedview id="namedview1" pagecolor="#ffffff" inkscape:document-units="px"/>
 <metadata id="metadata1"><rdf:RDF><dc:title>{title}</dc:title></rdf:RDF></metadata>
 <defs id="defs1">{defs}</defs>
 <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1"
  transform="matrix(0.0037795275,0,0,0.0037795275,34.015747,34.015747)">{shapes}</g>
</svg>
"""


def inkscape(text):
    """Return a drawing of ours as Inkscape saves it: with styles for classes, in a layer that is moved and scaled."""

    def styled(found):
        role, _, line = found[1].partition(" ")
        paint = f"fill:none;stroke:{COLOURS[role]};stroke-linecap:round" if line else f"fill:{COLOURS[role]}"
        return f'style="{paint};stroke-linejoin:round;fill-opacity:1"'

    shapes = "".join(re.findall(r"</?(?:path|g)\b[^>]*>", re.sub(r"<clipPath.*?</clipPath>", "", text)))
    shapes = re.sub(r'class="([^"]+)"', styled, shapes)
    shapes = re.sub(r'stroke-width="([^"]+)"', "", re.sub(r'style="([^"]*)" stroke-width="([^"]+)"',
                    r'style="\1;stroke-width:\2"', shapes))  # fmt: skip
    defs = "".join(re.findall(r"<clipPath.*?</clipPath>", text))
    return SAVED.format(title=re.search("<title>(.*?)</title>", text)[1], shapes=shapes, defs=defs)


def said(*words):
    done = ran("cardgen", *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_steps_of_the_docs(home):
    section = (
        (ROOT / "docs" / "art.md").read_text("utf-8").partition("## An illustrator’s way")[2].partition("\n## ")[0]
    )
    commands = [line.split() for line in re.findall(r"^cardgen (.*)$", section, re.MULTILINE)]
    assert [words[0] for words in commands] == ["art", "list", "deck"]
    # Open one, save it under a name of its own, check it.
    Path("kettle.svg").write_text(inkscape(file("owl").read_text("utf-8")), "utf-8")
    assert said(*commands[0]).startswith("kettle.svg: An owl on a rail. 18 × 18 mm")
    # Put it into the household's folder, which `cardgen list emblems` names.
    folder = Path(said(*commands[1]).splitlines()[-1].rpartition("go into ")[2])
    assert folder == brought_dir() / "emblem"
    folder.mkdir(parents=True)
    Path("kettle.svg").rename(folder / "kettle.svg")
    assert "kettle " in said(*commands[1])
    assert "kettle" in known_emblems(), "a topic may name it"
    marks, ours = emblem("kettle").marks, emblem("owl").marks
    assert [mark.role for mark in marks] == [mark.role for mark in ours]
    for mark, other in zip(marks, ours, strict=True):
        assert mark.path.box() == pytest.approx(other.path.box(), abs=0.001)
        assert mark.width_pt == pytest.approx(other.width_pt, abs=0.01) or not mark.stroke
    # Print it, and see it on a phone; change it, and both change.
    pictures, saved = [], (folder / "kettle.svg").read_text("utf-8")
    for colour in ("#d0331f", "#221f2b"):
        (folder / "kettle.svg").write_text(saved.replace("#221f2b", colour), "utf-8")
        pair = Pair("Kettles", (Card(1, "A kettle sings."), Card(2, "A kettle sulks.")), emblem="kettle")
        write(Facts("KETTLE", (pair,)), Path("facts.json"))
        said(*commands[2])
        pictures.append(pypdfium2.PdfDocument("deck.pdf")[2].render(scale=1).to_numpy().tobytes())
        assert f"fill:{colour}".encode() in (own_emblem("kettle") or b"")
    assert pictures[0] != pictures[1]


def test_a_file_among_ours_is_an_emblem_without_a_second_file(home, monkeypatch):
    from factbank import looks as named

    folder = home / "templates" / "host" / "static" / "cards" / "emblems"
    folder.mkdir(parents=True)
    (folder / "kettle.svg").write_bytes(file("owl").read_bytes())
    monkeypatch.setattr(named, "templates", lambda: home / "templates")
    assert emblems()[-1] == "kettle"
    assert emblem("kettle").title == "An owl on a rail."


SHAPE = '<path class="ink" d="M-4-4h8v8z"/>'


@pytest.mark.parametrize(
    ("shapes", "sentence"),
    [
        ("", "holds nothing that could be drawn"),
        ('<path class="inc" d="M0 0h5v5z"/>', "has the class “inc”: classes are ink, ground, red"),
        (
            '<path style="fill:#123456" d="M0 0h5v5z"/>',
            "has the colour #123456, which is no role’s; those are ink #",
        ),
        ('<image href="#a" width="5" height="5"/>', "is refused, since it holds a picture; give that as PNG or JPEG"),
        (f'{SHAPE}<text x="0" y="0">Tea</text>', "has text: turn it into paths (in Inkscape: Path, Object to Path)"),
        (
            '<linearGradient id="a"><stop/><stop/></linearGradient><path style="fill:url(#a)" d="M0 0h5v5z"/>',
            "has a gradient or a pattern: fill each shape with one colour",
        ),
        ('<path class="line ink" stroke-width=".05" d="M0 0h5"/>', "has a line of 0.14 pt: make it 0.25 pt or more"),
        ('<path class="ink" d="M0 0h15v5z"/>', "has a shape that reaches out of the page: move it in"),
        (f'<filter id="f"/>{SHAPE}', "has filters, which are not drawn: draw it with paths alone"),
        (f'{SHAPE}<path class="ink" opacity=".5" d="M0 0h5v5z"/>', "has see-through parts"),
    ],
)
def test_what_is_wrong_with_a_drawing_is_said_in_a_sentence(home, shapes, sentence):
    Path("bad.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="18mm" height="18mm" viewBox="-9 -9 18 18">'
        f"<title>A test.</title>{shapes}</svg>", "utf-8",
    )  # fmt: skip
    done = ran("cardgen", "art", "bad.svg")
    assert done.returncode == 2
    assert done.stderr.startswith("cardgen: bad.svg ")
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_all_pictograms_and_emblems_pass():
    for path in [*(ART / "signs").glob("*.svg"), *(file(name) for name in emblems())]:
        assert check_drawing(path).title.endswith("."), path
