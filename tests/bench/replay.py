"""The least reportlab script: draws recorded calls on a bare canvas. Run: replay.py CALLS OUT (no import of ours)."""

import marshal
import sys
from pathlib import Path

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

CAPS = {"butt": 0, "round": 1, "square": 2}
JOINS = {"mitre": 0, "round": 1, "bevel": 2}


def changed(state: dict[str, object], what: str, value: object) -> bool:
    if state.get(what) == value:
        return False
    state[what] = value
    return True


def outline(c: Canvas, segments: list[tuple]):
    p = c.beginPath()
    for s in segments:
        if s[0] == "M":
            p.moveTo(s[1], s[2])
        elif s[0] == "L":
            p.lineTo(s[1], s[2])
        elif s[0] == "C":
            p.curveTo(*s[1:])
        else:
            p.close()
    return p


def path(c: Canvas, state: dict[str, object], call: tuple) -> None:
    _, segments, fill, stroke, width, cap, join, dash, evenodd = call
    if fill is not None and changed(state, "fill", fill):
        c.setFillColorRGB(*fill)
    if stroke is not None:
        if changed(state, "stroke", stroke):
            c.setStrokeColorRGB(*stroke)
        if changed(state, "width", width):
            c.setLineWidth(width)
        if changed(state, "cap", cap):
            c.setLineCap(CAPS[cap])
        if changed(state, "join", join):
            c.setLineJoin(JOINS[join])
        if changed(state, "dash", dash):
            c.setDash(list(dash))
    c.drawPath(outline(c, segments), fill=fill is not None, stroke=stroke is not None, fillMode=0 if evenodd else 1)


def text(c: Canvas, state: dict[str, object], call: tuple) -> None:
    _, pieces, y, font, points, fill, space, stretch = call
    if changed(state, "fill", fill):
        c.setFillColorRGB(*fill)
    t = c.beginText()
    t.setFont(font, points)
    if space:
        t.setCharSpace(space)
    if stretch != 100:
        t.setHorizScale(stretch)
    for x, run in pieces:
        t.setTextOrigin(x, y)
        t.textOut(run)
    c.drawText(t)


def main() -> None:
    rl_config.useA85 = 0
    fonts, calls = marshal.loads(Path(sys.argv[1]).read_bytes())
    for name, file in fonts.items():
        pdfmetrics.registerFont(TTFont(name, file))
    size = next(call[1] for call in calls if call[0] == "page")
    c = Canvas(sys.argv[2], pagesize=size, pageCompression=1, invariant=1, initialFontName=next(iter(fonts)))
    states: list[dict[str, object]] = [{}]
    for call in calls:
        kind = call[0]
        if kind == "path":
            path(c, states[-1], call)
        elif kind == "text":
            text(c, states[-1], call)
        elif kind == "clip":
            c.saveState()
            states.append(dict(states[-1]))
            c.clipPath(outline(c, call[1]), stroke=0, fill=0, fillMode=0 if call[2] else 1)
        elif kind == "at":
            c.saveState()
            states.append(dict(states[-1]))
            c.transform(*call[1:])
        elif kind == "restore":
            states.pop()
            c.restoreState()
        elif kind == "begin":
            c.beginForm(call[1], *call[2])
            states.append({})
        elif kind == "end":
            c.endForm()
            states.pop()
        elif kind == "do":
            c.doForm(call[1])
        else:
            c.setPageSize(call[1])
            c.showPage()
            states = [{}]
    c.save()


main()
