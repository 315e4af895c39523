"""Drawings: what a shape's class says, and what becomes of a file that an illustrator's program has saved."""

import os

import pytest

from cardgen.art.pictures import picture
from cardgen.art.vector import SCREEN
from cardgen.pdf.ink import Document, Ink, open_canvas, rgb_operands

SAVED = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg" width="20mm" height="20mm"
 viewBox="-10 -10 20 20"><title>A test.</title>{}</svg>"""


def drawn(tmp_path, shapes, *, low=False, **paints):
    """Return the operators that draw these shapes; roles without a colour have that of screens."""
    file = tmp_path / "test.svg"
    file.write_text(SAVED.format(shapes), "utf-8")
    ink = Ink(open_canvas(Document("Test"), 100, 100, packed=False), low=low)
    picture(file).draw(ink, paints)
    return "\n".join(ink.canvas._code)


def test_a_class_is_a_role_and_so_is_its_colour_on_screens(tmp_path):
    by_class = drawn(tmp_path, '<circle class="metal" r="2"/>', metal="#123456")
    assert rgb_operands("#123456") in by_class
    by_colour = f'<g style="fill:{SCREEN["metal"].lower()};stroke:none"><circle r="2"/></g>'
    assert drawn(tmp_path, by_colour, metal="#123456") == by_class
    assert rgb_operands("#654321") in drawn(tmp_path, '<circle class="metal" style="fill:#654321" r="2"/>')


def test_a_drawing_is_in_millimetres_about_its_own_origin(tmp_path):
    moved = (
        '<svg:g transform="translate(3 1) scale(2)"><svg:rect class="ink" x="0" y="-1" width="1" height="2"/></svg:g>'
    )
    drawn(tmp_path, moved)
    (mark,) = picture(tmp_path / "test.svg").marks
    assert mark.path.box() == pytest.approx((3, -3, 5, 1))
    (mark,) = picture(tmp_path / "test.svg", 40).marks
    assert mark.path.box() == pytest.approx((6, -6, 10, 2))
    assert picture(tmp_path / "test.svg").title == "A test."


@pytest.mark.parametrize(
    ("classes", "full", "low"),
    [
        ("metal edge", "B", "B"), ("line metal", "S", "S"), ("metal flat", "f", "B"), ("metal tint", "f", "S"),
        ("metal low", None, "f"), ("metal full", "f", None),
    ],
)  # fmt: skip
def test_what_differs_where_ink_is_saved(tmp_path, classes, full, low):
    for saving, paint in ((False, full), (True, low)):
        operators = drawn(tmp_path, f'<circle class="{classes}" r="2" stroke-width=".1"/>', low=saving).splitlines()
        assert [word for word in operators if word in ("B", "S", "f")] == ([paint] if paint else [])


def test_what_is_solid_is_ink_where_ink_is_saved(tmp_path):
    ink = SCREEN["ink"]
    assert rgb_operands(ink) in drawn(tmp_path, '<circle class="metal solid" r="2"/>', low=True)
    lined = drawn(tmp_path, '<circle class="metal edge-pale solid" r="2"/>', low=True)
    assert f"{rgb_operands(ink)} RG" in lined
    assert f"{rgb_operands(SCREEN['metal'])} rg" in lined


def test_a_file_that_was_saved_anew_is_read_anew(tmp_path):
    before = drawn(tmp_path, '<circle class="ink" r="2"/>')
    os.utime(tmp_path / "test.svg", ns=(1, 1))
    assert drawn(tmp_path, '<circle class="ink" r="3"/>') != before
