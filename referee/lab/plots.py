"""Plots as SVG by matplotlib, in the colours of the page: light and dark, readable at the width of a phone."""

import io
import re
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from referee.lab.section import Bars

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WIDE_IN, _ROW_IN, _LINE_IN, _EDGE_IN = 3.9, 0.27, 0.11, 0.95
_LETTER_PT = 9.5
_MOST_LABEL, _ONE_LINE = 52, 20
_INK, _SOFT, _MARK, _FAIR = "#010101", "#020202", "#030303", "#040404"
_TONES = {_INK: "var(--ink)", _SOFT: "var(--hair)", _MARK: "var(--red-text)", _FAIR: "var(--blue-text)"}
"""Colours that stand for those of the page: matplotlib writes them, the page's own styles take their place."""
_HEAD = re.compile(r"^.*?<svg [^>]*?(viewBox=\"[^\"]*\")[^>]*>", re.DOTALL)


def as_svg(plot: Bars, name: str) -> Markup:
    """Return a plot: a bar's value as a dot, its interval as a line, the fair share as a dashed line."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with rc_context(
        {
            "svg.fonttype": "none",
            "svg.hashsalt": name,
            "font.family": "sans-serif",
            "font.size": _LETTER_PT,
            "text.color": _INK,
            "axes.edgecolor": _SOFT,
            "axes.labelcolor": _INK,
            "xtick.color": _INK,
            "ytick.color": _INK,
        }
    ):
        wrapped = any("\n" in _cut(bar.label) for bar in plot.bars)
        high = _EDGE_IN + (_ROW_IN + _LINE_IN * wrapped) * len(plot.bars)
        figure = Figure(figsize=(_WIDE_IN, high))
        FigureCanvasSVG(figure)
        _draw(figure.add_subplot(), plot)
        figure.tight_layout(pad=0.3)
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return _as_ours(out.getvalue(), plot, name)


def _draw(axes: "Axes", plot: Bars) -> None:
    for at, bar in enumerate(reversed(plot.bars)):
        axes.plot([bar.low, bar.high], [at, at], color=_INK, linewidth=1.6, solid_capstyle="butt")
        axes.plot([bar.value], [at], marker="D", markersize=5, color=_MARK, linestyle="none")
    if plot.fair is not None:
        axes.axvline(plot.fair, color=_FAIR, linewidth=1.2, dashes=(4, 3))
    axes.set_yticks(range(len(plot.bars)), [_cut(bar.label) for bar in reversed(plot.bars)])
    axes.set_xlabel(plot.unit)
    axes.set_xlim(left=0, right=100 if plot.unit == "per cent" and max(bar.high for bar in plot.bars) > 60 else None)
    axes.set_ylim(-0.6, len(plot.bars) - 0.4)
    axes.grid(visible=True, axis="x", color=_SOFT, linewidth=0.6)
    axes.set_axisbelow(b=True)
    axes.tick_params(length=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def _cut(label: str) -> str:
    words = label if len(label) <= _MOST_LABEL else f"{label[: _MOST_LABEL - 1].rstrip()}…"
    at = words.rfind(" ", 0, len(words) // 2 + 6) if len(words) > _ONE_LINE else -1
    return f"{words[:at]}\n{words[at + 1 :]}" if at > 0 else words


def _as_ours(text: str, plot: Bars, name: str) -> Markup:
    """Take the page's colours and letters, and say in words what is drawn."""
    head = _HEAD.match(text)
    assert head is not None
    body = text[head.end() :]
    for tone, variable in _TONES.items():
        body = body.replace(tone, variable)
    body = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font: \1px var(--sans)", body)
    body = re.sub(r"\b(id=\"|href=\"#|url\(#)", lambda found: f"{found[0]}{name}-", body)
    said = "; ".join(f"{bar.label} {bar.value:.3g} ({bar.low:.3g} to {bar.high:.3g})" for bar in plot.bars)
    fair = f"; the dashed line is {plot.fair:.3g}" if plot.fair is not None else ""
    opening = (
        f'<svg class="bars" role="img" aria-labelledby="{name}-t {name}-d" xmlns="http://www.w3.org/2000/svg" '
        f'xmlns:xlink="http://www.w3.org/1999/xlink" {head[1]}>'
        f'<title id="{name}-t">{escape(plot.title)}</title>'
        f'<desc id="{name}-d">{escape(f"In {plot.unit}: {said}{fair}")}</desc>'
    )
    return Markup(opening + body)  # noqa: S704, drawn here, words escaped
