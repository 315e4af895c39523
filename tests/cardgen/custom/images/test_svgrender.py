"""What svglib has no public name for: its gradients are kept as `svgrender` reads them."""

from cardgen.custom import svg

FILE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100pt" height="100pt">
<linearGradient id="l" x1="0" y1="0" x2="1" y2="0"><stop offset=".2" stop-color="#f00"/>
<stop offset="1" stop-color="#00f"/></linearGradient>
<radialGradient id="r"><stop offset="0" stop-color="#0f0"/><stop offset="1" stop-color="#000"/></radialGradient>
<rect x="10" y="10" width="40" height="20" fill="url(#l)" fill-opacity=".5"/>
<circle cx="70" cy="70" r="20" fill="url(#r)"/><circle cx="70" cy="30" r="20" fill="#f00"/></svg>"""


def shapes(group):
    """Return all that a drawing holds, without its groups."""
    for item in group.contents:
        yield from shapes(item) if hasattr(item, "contents") else [item]


def test_a_gradient_says_what_it_fills_where_it_runs_and_its_colours(tmp_path):
    path = tmp_path / "a.svg"
    path.write_text(FILE, "utf-8")
    found = map(svg.gradient, shapes(svg.rendered(path, svg.parse_svg(path))))
    line, ring = filter(None, found)  # outlines and plain shapes are none
    assert type(line.shape).__name__ == "Rect"
    assert type(ring.shape).__name__ == "Circle"
    assert line.shape.fillOpacity == 0.5
    assert [(colour.red, colour.green, colour.blue) for colour in line.colours] == [(1, 0, 0), (0, 0, 1)]
    assert [colour.green for colour in ring.colours] == [1, 0]
    assert (line.stops, ring.stops) == ((0.2, 1.0), (0.0, 1.0))
    left, low, right, high = line.box
    assert (round(right - left), round(high - low)) == (40, 20)
    assert (line.start[0], line.end[0], line.start[1]) == (left, right, line.end[1])
    assert line.radius is None
    left, low, right, high = ring.box
    assert ring.start == ring.end == ((left + right) / 2, (low + high) / 2)
    assert round(ring.radius) == 20
