"""What a page paints, read out of its vectors: no rasteriser stands between the drawing and the test."""

import io
from typing import NamedTuple

import pikepdf

IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Painted(NamedTuple):
    """One path as painted: its colours (None where it isn't filled or stroked), its line's width, and its points."""

    fill: tuple[float, ...] | None
    stroke: tuple[float, ...] | None
    width_pt: float
    points: tuple[tuple[float, float], ...]
    clips: tuple[tuple[tuple[float, float], ...], ...]


def painted(pdf: bytes) -> tuple[list[Painted], tuple[float, float]]:
    """List what the first page paints, forms unfolded, in points, and the page's size."""
    document = pikepdf.open(io.BytesIO(pdf))
    page = document.pages[0]
    out: list[Painted] = []
    _walk(page, page.Resources, IDENTITY, {"fill": (0.0,), "stroke": (0.0,), "width": 1.0, "clips": ()}, out)
    box = page.mediabox
    return out, (float(box[2]), float(box[3]))


def _times(a, b):
    """Put matrix `a` before matrix `b`."""
    return (
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    )


def _walk(stream, resources, matrix, state, out):
    state, kept, points, clipping = dict(state), [], [], False
    for operands, operator in pikepdf.parse_content_stream(stream):
        what = str(operator)
        if what == "q":
            kept.append((dict(state), matrix))
        elif what == "Q":
            state, matrix = kept.pop()
            state = dict(state)
        elif what == "cm":
            matrix = _times(tuple(float(v) for v in operands), matrix)
        elif what in ("rg", "RG"):
            state["fill" if what == "rg" else "stroke"] = tuple(float(v) for v in operands)
        elif what == "w":
            state["width"] = float(operands[0])
        elif what in ("m", "l", "c"):
            a, b, c, d, e, f = matrix
            numbers = [float(v) for v in operands]
            points += [(a * x + c * y + e, b * x + d * y + f) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        elif what == "W":
            clipping = True
        elif what == "n":
            if clipping:
                state["clips"] = (*state["clips"], tuple(points))
            points, clipping = [], False
        elif what in ("f", "f*", "B", "B*", "S"):
            scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
            fill = state["fill"] if what != "S" else None
            stroke = state["stroke"] if what[0] != "f" else None
            out.append(Painted(fill, stroke, state["width"] * scale if stroke else 0, tuple(points), state["clips"]))
            points = []
        elif what == "Do":
            form = resources.XObject[str(operands[0])]
            assert form.Subtype == "/Form"
            there = _times(tuple(float(v) for v in form.get("/Matrix", IDENTITY)), matrix)
            _walk(form, form.get("/Resources", resources), there, state, out)
