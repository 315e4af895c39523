"""An Ink that notes every drawing call in plain numbers, so that a bare canvas can draw the same marks again."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from cardgen.pdf import type as lettering
from cardgen.pdf.ink import Ink
from cardgen.pdf.path import POINTS_PER_MM, Outline, turn_of

K = POINTS_PER_MM
CALLS: list[tuple[Any, ...]] = []


def _rgb(colour: str | None) -> tuple[float, ...] | None:
    return None if colour is None else tuple(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))


def _points(path: Outline) -> list[tuple[Any, ...]]:
    return [(s[0], *(round(v * K, 2) for v in s[1:])) for s in path.segments]


class Recorder(Ink):
    """Draws as Ink does, and appends to CALLS."""

    def __init__(self, canvas: Any, *args: Any, **more: Any) -> None:
        super().__init__(canvas, *args, **more)
        CALLS.clear()
        show = canvas.showPage

        def shown() -> None:
            CALLS.append(("page", tuple(canvas._pagesize)))
            show()

        canvas.showPage = shown

    def draw(self, path: Outline, fill: Any = None, stroke: Any = None, width_pt: float = 0.5, **more: Any) -> None:
        if fill is not None or stroke is not None:
            style = (width_pt, more.get("cap", "round"), more.get("join", "round"), tuple(more.get("dash", ())))
            CALLS.append(("path", _points(path), _rgb(fill), _rgb(stroke), *style, more.get("evenodd", False)))
        super().draw(path, fill, stroke, width_pt, **more)

    @contextmanager
    def clip(self, path: Outline, *, evenodd: bool = False) -> Iterator[None]:
        CALLS.append(("clip", _points(path), evenodd))
        with super().clip(path, evenodd=evenodd):
            yield
        CALLS.append(("restore",))

    @contextmanager
    def at(self, x: float = 0, y: float = 0, turn: float = 0, scale: float = 1) -> Iterator[None]:
        c, s = turn_of(turn)
        CALLS.append(("at", c * scale, s * scale, -s * scale, c * scale, round(x * K, 3), round(y * K, 3)))
        with super().at(x, y, turn, scale):
            yield
        CALLS.append(("restore",))

    def form(self, key: object, draw: Callable[[Ink], None], box_mm: Sequence[float], *place: float,
             as_if: float | None = None, **more: float) -> None:  # type: ignore[override]  # fmt: skip
        stored = self._stored(key, self._scale if as_if is None else as_if)
        name = f"f{abs(hash(stored))}"
        new = stored not in self._forms

        def noted(ink: Ink) -> None:
            CALLS.append(("begin", name, [round(v * K, 2) for v in box_mm]))
            draw(ink)
            CALLS.append(("end",))

        if new:
            # Place it afterwards, so that the form's own calls are not mixed with the placing.
            here = len(CALLS)
            super().form(key, noted, box_mm, *place, as_if=as_if, **more)  # type: ignore[arg-type]
            end = next(i for i in range(len(CALLS) - 1, here - 1, -1) if CALLS[i] == ("end",))
            CALLS.insert(end + 1, ("do", name))
            if any(place) or more.get("scale", 1) != 1:
                CALLS[end + 1 : end + 2] = []
                CALLS[here:] = [c for c in CALLS[here:] if c[0] != "moved"]
                opened = next((i for i in range(end + 1, len(CALLS)) if CALLS[i][0] == "at"), None)
                assert opened is not None
                CALLS.insert(opened + 1, ("do", name))
            return
        here = len(CALLS)
        super().form(key, noted, box_mm, *place, as_if=as_if, **more)  # type: ignore[arg-type]
        opened = next((i for i in range(here, len(CALLS)) if CALLS[i][0] == "at"), None)
        CALLS.insert(len(CALLS) if opened is None else opened + 1, ("do", name))

    def text(self, x: float, y: float, text: str, font: str = lettering.SERIF, size_pt: float = 10, fill: Any = None,
             align: Any = "left", *, track: float = 0, stretch: float = 1) -> float:  # fmt: skip
        width = super().text(x, y, text, font, size_pt, fill, align, track=track, stretch=stretch)
        text = lettering.tidy(text)
        advances, kerns = lettering.kerned(text, font)
        left = (x - {"left": 0.0, "centre": width / 2, "right": width}[align]) * K
        pieces, run, at = [], "", left
        pen = left
        for sign, advance, kern in zip(text, advances, kerns, strict=True):
            run += sign
            pen += ((advance + kern + track) * size_pt / 1000) * stretch
            if abs(kern) >= 0.5:
                pieces.append((at, run))
                run, at = "", pen
        if run:
            pieces.append((at, run))
        CALLS.append(
            ("text", pieces, y * K, font, size_pt, _rgb(fill or self.black), track * size_pt / 1000, stretch * 100)
        )
        return width
