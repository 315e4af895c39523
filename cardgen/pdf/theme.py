"""The colours and fonts of themes, read from TOML and checked for contrast, and the conversion to CMYK.

No profile of a press is shipped, so the conversion to CMYK is plain and the same everywhere, in four steps:

1. A dark colour that is nearly grey, such as the project's own ink colour, becomes black alone. The four inks are never
in exact registration, and small type would get coloured fringes. 2. Grey component replacement: grey is taken out of
the three colours and given to black. The palest 3 % of grey stay in the colours, since black dots would show there. 3.
Colour correction: magenta prints weaker than its number says, cyan does some of its work, and cyan over yellow makes a
green that is too blue. 4. Total ink is limited to 240 %, which every print shop takes.

Vectors get their four numbers while they are drawn, so type stays type; pictures go through a table of the same
function.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache, partial
from itertools import combinations
from pathlib import Path
from struct import Struct, error
from typing import TYPE_CHECKING, Literal, NamedTuple, cast, get_args

from cardgen.errors import PrintError
from liarsdeck.files import read_within

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFilter import Color3DLUT


MOST_BYTES = 24_000_000
MOST_TABLES = 100
MOST_CHARACTERS = 120_000  # of all maps together; the largest fonts have some 70,000
NO_FONT = "can't be read as TrueType"
_SIGNS = (b"\0\1\0\0", b"true", b"OTTO", b"ttcf")  # with which every font of this family begins
_HEAD, _ENTRY, _MAP, _GROUP = Struct(">4xH6x"), Struct(">4s4xLL"), Struct(">4xL"), Struct(">LL4x")


def check_font(path: Path) -> None:
    """Raise PrintError if a file is no TrueType font, or is so large that it could exhaust memory.

    The error's sentence has no subject (`is cut off`); the caller puts the font's name before it. Raises OSError if the
    file cannot be read.
    """
    data = read_within(path, MOST_BYTES)
    if len(data) > MOST_BYTES:
        raise PrintError(f"is larger than {MOST_BYTES // 1_000_000} MB")
    if not data.startswith(_SIGNS):
        raise PrintError(NO_FONT)
    try:
        (tables,) = _HEAD.unpack_from(data)
        if tables > MOST_TABLES:
            raise PrintError(f"has {tables} tables, more than {MOST_TABLES}")
        for number in range(tables):
            tag, offset, length = _ENTRY.unpack_from(data, _HEAD.size + number * _ENTRY.size)
            if offset + length > len(data):
                raise PrintError("is cut off")
            if tag == b"cmap" and _characters(data, offset) > MOST_CHARACTERS:
                raise PrintError(f"says that it has more than {MOST_CHARACTERS} characters")
    except error:
        raise PrintError("is cut off") from None


def _characters(data: bytes, cmap: int) -> int:
    """Return how many characters a font maps to letters, added up over all its character maps.

    `data` is the font file, and `cmap` the offset of its table `cmap` in bytes. Raises PrintError if the font has more
    than `MOST_TABLES` maps, and `struct.error` if the file is cut off.
    """
    many = _short(data, cmap + 2)
    if many > MOST_TABLES:
        raise PrintError(f"has {many} maps of characters, more than {MOST_TABLES}")
    maps: set[int] = {_MAP.unpack_from(data, cmap + 4 + number * _MAP.size)[0] for number in range(many)}
    return sum(_mapped(data, cmap + offset) for offset in maps)


def _mapped(data: bytes, at: int) -> int:
    """Return how many characters one character map of a font has.

    `data` is the font file, and `at` the offset of the map in bytes. Raises `struct.error` if the file is cut off.
    """
    kind = _short(data, at)
    if kind in (6, 10):  # a range
        return _short(data, at + 8) if kind == 6 else _long(data, at + 16)
    if kind in (12, 13):  # groups of ranges
        groups = min(_long(data, at + 12), MOST_CHARACTERS + 1)
        ranges: list[tuple[int, int]] = [_GROUP.unpack_from(data, at + 16 + number * 12) for number in range(groups)]
        return groups + sum(max(0, end - first + 1) for first, end in ranges)
    if kind == 4:  # segments: all their ends, two bytes, all their beginnings
        many = _short(data, at + 6) // 2
        segments = Struct(f">{many}H")
        ends: tuple[int, ...] = segments.unpack_from(data, at + 14)
        firsts: tuple[int, ...] = segments.unpack_from(data, at + 16 + 2 * many)
        return many + sum(max(0, end - first + 1) for first, end in zip(firsts, ends, strict=True))
    return 1 << 16 if kind == 2 else 1 << 8


def _short(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 2], "big")


def _long(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "big")


Colour = str
"""A colour as in the web: "#D0331F"."""
Corner = Literal["quarter", "bevel", "square"]
World = Literal["harlequin", "lacquer", "seaside"]
WORLDS: tuple[str, ...] = get_args(World)
"""What a card's furniture is drawn in: the parlour's own harlequin, a lacquer cabinet, the seaside in August."""
OF_A_WORLD = ("back", "frame", "ace", "court", "box")
"""What a theme may choose a world for."""

WHITE, BLACK = "#FFFFFF", "#000000"
TONES = ("red", "yellow", "green", "blue", "black")
GROUNDS = ("sun", "plate", "halo", "panel")
# How much lighter or darker text must be than its ground (WCAG's measure), large art, and any shape than the paper.
READABLE, LARGE, SEEN = 4.5, 3.0, 1.6
FORMAT = 1  # the newest format of a theme that is read
FILE_LIMIT = 100_000  # bytes; the largest of ours has two thousand
# What a font of one's own has to hold at least.
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NEEDED = {
    "title": _LETTERS + _LETTERS.lower(),
    "text": _LETTERS + _LETTERS.lower() + ".,’",
    "indices": "0123456789AJQK?×",
    "label": _LETTERS + "?",
}


class Tone(NamedTuple):
    """A colour in four strengths: `base` for figures, `tint` for panels, `shade` for dark parts, `ray` for sun rays."""

    base: Colour
    tint: Colour
    shade: Colour
    ray: Colour


class Palette(NamedTuple):
    """All colours of a theme: five tones for suits and figures, and the grounds that they stand on.

    `paper` is the card's own ground; `sun` lies behind a beast, `plate` behind an icon, `halo` behind the head of a
    court card, `panel` behind a figure on a page.
    """

    red: Tone = Tone("#D0331F", "#F6D3C6", "#8F1D12", "#F0BBA8")
    yellow: Tone = Tone("#F2B705", "#FCEBB6", "#B07F00", "#F8DC8A")
    green: Tone = Tone("#0B8A5B", "#C6E2D3", "#06573A", "#A9D3BD")
    blue: Tone = Tone("#1F6FB5", "#C9DDEE", "#12477A", "#AECBE4")
    black: Tone = Tone("#221F2B", "#DCD8DA", "#3A3546", "#C4BFC4")
    paper: Colour = "#FBF7EF"
    sun: Colour = "#F8D676"
    plate: Colour = "#F7E3B0"
    halo: Colour = "#F9DDB0"
    panel: Colour = "#F4EEDF"

    @property
    def ink(self) -> Colour:
        """The colour of outlines and text."""
        return self.black.base

    @property
    def dark(self) -> bool:
        """Whether the paper is darker than the ink."""
        return contrast(self.paper, WHITE) > contrast(self.ink, WHITE)

    def deep(self, tone: Tone) -> Colour:
        """Return the background colour of a dark panel in a tone of this palette.

        On light paper this is the tone's `shade`, or the `base` of the black tone. On dark paper it is the tone's
        `ray`, or the paper's colour for the black tone.
        """
        if self.dark:
            return self.paper if tone == self.black else tone.ray
        return tone.base if tone == self.black else tone.shade


class Fonts(NamedTuple):
    """The font of a theme for each use: a name in `type.FONTS`, or the path of a TrueType file.

    `indices` is for the numbers and letters in cards' corners, `label` for single letters and words in capitals.
    """

    title: str = "SourceSerifPro-Semibold"
    text: str = "SourceSerifPro-Regular"
    indices: str = "SourceSansPro-Semibold"
    label: str = "SourceSansPro-Bold"


class Theme(NamedTuple):
    """A look of cards and boxes, which is colours, fonts, and ornaments.

    `corner` is how the corners of panels are cut. `back`, `frame`, `ace`, `court` and `box` each name the world (set of
    ornaments) used for that part: `harlequin`, `lacquer` or `seaside`. If `back` is `harlequin`, each game keeps a back
    of its own; the other worlds have one back for all games. With `engraved`, backs are drawn as lines on white, to
    save ink.
    """

    name: str = "harlequin"
    palette: Palette = Palette()
    corner: Corner = "quarter"
    fonts: Fonts = Fonts()
    back: World = "harlequin"
    frame: World = "harlequin"
    ace: World = "harlequin"
    court: World = "harlequin"
    box: World = "harlequin"
    engraved: bool = False

    def thrifty(self, *, engraved: bool, white: bool) -> Theme:
        """Return this theme changed so that it saves ink.

        With `engraved`, backs are drawn as lines on white. With `white`, the paper is white, and colours that are too
        pale for that are darkened.
        """
        palette = _on_white(self.palette)._replace(paper=WHITE) if white else self.palette
        return self._replace(palette=palette, engraved=engraved or self.engraved)

    def on_white(self) -> Theme:
        """Return this theme for printing on white paper.

        If the theme's ink or red is too pale to be read on white, the result has white paper and darker colours.
        Otherwise it is this theme, unchanged.
        """
        palette = _on_white(self.palette)
        return self if palette == self.palette else self._replace(palette=palette)


HARLEQUIN = Theme()


@lru_cache(maxsize=256)
def mix(one: Colour, other: Colour, share: float) -> Colour:
    """Return a mixture of the colours `one` and `other`; `share` is how much of `other` it has, from 0 to 1."""
    parts = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in parts)


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours as WCAG defines it: 1 for the same, 21 for black on white."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@lru_cache(maxsize=1024)
def legible(colour: Colour, towards: Colour, grounds: tuple[Colour, ...], least: float = READABLE) -> Colour:
    """Return `colour` mixed with just enough of `towards` to be legible on all `grounds`.

    The result has a contrast of at least `least` (as `contrast` measures it) to each of `grounds`. If `colour` has that
    contrast already, it is returned unchanged. If no mixture has it, the result is `towards`.
    """
    steps = (mix(colour, towards, step / 20) for step in range(20))
    return next((one for one in steps if min(contrast(one, ground) for ground in grounds) >= least), towards)


def type_on(ground: Colour, *wished: Colour) -> Colour:
    """Return the first of the wished colours that is legible on a ground; if none is, the better of black and white."""
    found = next((one for one in wished if contrast(one, ground) >= READABLE), None)
    return found or max(BLACK, WHITE, key=lambda one: contrast(one, ground))


_DARK = 7.0  # the contrast to white of a dark paper that becomes ink: it stays legible on tints


@lru_cache(maxsize=256)
def _on_white(palette: Palette) -> Palette:
    """Return a palette that can be read on white paper.

    If ink and red can be read on white, this is `palette` itself. Otherwise the paper becomes white, and the tones are
    darkened as far as needed. If the ink is too pale, the colour of the old, dark paper becomes the ink.
    """
    if min(contrast(palette.ink, WHITE), contrast(palette.red.base, WHITE)) >= READABLE:
        return palette
    ink = palette.ink if contrast(palette.ink, WHITE) >= READABLE else legible(palette.paper, BLACK, (WHITE,), _DARK)
    base = {
        name: legible(getattr(palette, name).base, ink, (WHITE,), least)
        for name, least in (("red", READABLE), ("yellow", SEEN), ("green", LARGE), ("blue", LARGE))
    }
    red, yellow, green, blue = (_tone(base[name], WHITE, ink) for name in TONES[:4])
    black = _tone(ink, WHITE, ink)._replace(shade=mix(ink, WHITE, 0.12))
    sun, plate, halo, panel = (mix(yellow.base, WHITE, _MIXED[key]) for key in GROUNDS)
    return Palette(red, yellow, green, blue, black, WHITE, sun, plate, halo, panel)


def _tone(base: Colour, paper: Colour, ink: Colour) -> Tone:
    """Return the four strengths of the colour `base`, for a theme with this paper and ink.

    `tint` and `ray` are `base` mixed with the paper's colour, and `shade` is `base` mixed with the ink. If ink can be
    read on the paper, it can be read on the tint, too.
    """
    return Tone(base, legible(mix(base, paper, 0.8), paper, (ink,)), mix(base, ink, 0.4), mix(base, paper, 0.68))


def read_theme(name: str) -> Theme:
    """Return a theme, either a built-in one by its name, or one from the TOML file at the path `name`.

    Raises PrintError if the theme is missing or broken, or if its text has too little contrast. The error lists all
    faults of the theme's values at once.
    """
    from liarsdeck.english import hint, listed
    from liarsdeck.files import templates

    built_in = {path.stem: path for path in sorted((templates() / "themes").glob("*.toml"))}
    path = built_in.get(name.casefold())
    try:
        return _read_theme(Path(name), name) if path is None else _built_in(path, name)
    except FileNotFoundError:
        if Path(name).suffix.lower() == ".toml":
            raise PrintError(f"there is no file {name}") from None
        near = hint(name, built_in, f"known: {listed(built_in, 'and')}, or a TOML file")
        raise PrintError(f'there is no theme "{name}"; {near}') from None


def _read_theme(path: Path, name: str) -> Theme:
    from liarsdeck import formats
    from liarsdeck.files import check_format

    try:
        document = formats.read(path, FILE_LIMIT)[1]
        check_format(document, FORMAT, "this theme")
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:  # not to be read, not UTF-8, not TOML
        raise PrintError(f"the theme {name} can't be read: {getattr(error, 'strerror', '') or error}") from None
    theme, faults = _theme(document, path.stem)
    fonts, more = _fonts(document, path)
    faults += more
    if not faults:
        faults = [
            f"has text that can’t be read: {what} ({text}) on {where} ({ground}) has a contrast of "
            f"{contrast(text, ground):.1f}, and {READABLE} is the least"
            for what, text, where, ground in texts(theme.palette)
            if contrast(text, ground) < READABLE
        ]
    if faults:
        raise PrintError(f"the theme {theme.name} {'; it '.join(faults)}")
    return theme._replace(fonts=fonts)


_built_in = cache(_read_theme)


def texts(palette: Palette) -> list[tuple[str, Colour, str, Colour]]:
    """Return the combinations of text and ground in a palette that must be readable.

    Each is the text's name and colour, then the name and colour of what is behind it; an error quotes the names.
    """
    return [
        ("ink", palette.ink, "paper", palette.paper),
        ("red", palette.red.base, "paper", palette.paper),
        ("ink", palette.ink, "a panel", palette.panel),
    ]


def warnings(theme: Theme) -> list[str]:
    """Return a sentence for each colour hardly visible on the paper, and for each pair of similar colours."""
    palette = theme.palette
    tones = {name: getattr(palette, name).base for name in TONES}
    pale = [
        f"{name} hardly shows on the paper (contrast {contrast(colour, palette.paper):.1f})"
        for name, colour in tones.items()
        if contrast(colour, palette.paper) < SEEN
    ]
    alike = [
        f"{one} and {two} are nearly the same colour"
        for one, two in combinations(tones, 2)
        if sum(abs(a - b) for a, b in zip(_parts(tones[one]), _parts(tones[two]), strict=True)) < 90
    ]
    return pale + alike


class _Colours:
    """Reads the colour table of a theme file, and collects its faults, so that all are reported at once."""

    def __init__(self, table: Mapping[str, object]) -> None:
        self.table = table
        self.missing: list[str] = []
        self.wrong: list[str] = []

    def one(self, key: str, table: Mapping[str, object] | None = None, name: str = "") -> Colour:
        """Return the colour under a key of `table` (None: the file's colour table).

        If the colour is missing or malformed, the result is WHITE, and a fault is noted. `name` is the colour's name in
        that fault ("": `key`).
        """
        value = (self.table if table is None else table).get(key)
        if value is None:
            self.missing.append(name or key)
        elif not isinstance(value, str) or not re.fullmatch(r"#[0-9A-Fa-f]{6}", value):
            self.wrong.append(f'{name or key} as "{str(value)[:40]}"')
        else:
            return value.upper()
        return WHITE

    def tone(self, key: str, paper: Colour, ink: Colour) -> Tone:
        """Return the colour under a key in four strengths.

        Strengths that the file does not give are mixed from the base, `paper` and `ink`. The base of black is always
        `ink`. Faults are noted.
        """
        given = self.table.get(key, {} if key == "black" else None)
        named = key if isinstance(given, str) else f"{key}.base"
        if isinstance(given, str):
            given = {"base": given}
        if not isinstance(given, dict):
            self.missing.append(key)
            given = {"base": ink}
        base = ink if key == "black" else self.one("base", given, named)
        mixed = _tone(base, paper, ink)
        if key == "black":
            mixed = mixed._replace(shade=mix(ink, WHITE, 0.12))
        return mixed._replace(**{k: self.one(k, given, f"{key}.{k}") for k in ("tint", "shade", "ray") if k in given})

    def ground(self, key: str, yellow: Colour, paper: Colour, ink: Colour) -> Colour:
        """Return the background colour under a key, such as `sun`.

        If the file does not give this colour, it is mixed from `yellow` and `paper`. A mixed `panel` is pale enough for
        `ink` to be read on it.
        """
        mixed = mix(yellow, paper, _MIXED[key])
        return self.one(key) if key in self.table else legible(mixed, paper, (ink,)) if key == "panel" else mixed

    def faults(self) -> list[str]:
        """Return a list with one sentence (without its subject) that names all faults; [] if there are none."""
        lacking = f"lacks the colour{'s' * (len(self.missing) > 1)} {', '.join(self.missing)}" if self.missing else ""
        given = f'gives {", ".join(self.wrong)}; a colour is written like "#D0331F"' if self.wrong else ""
        return [" and ".join(part for part in (lacking, given) if part)] if lacking or given else []


_MIXED = {"sun": 0.45, "plate": 0.65, "halo": 0.7, "panel": 0.9}
"""The share of paper in a ground that a theme does not name; the rest is yellow."""


def _theme(document: Mapping[str, object], stem: str) -> tuple[Theme, list[str]]:
    """Return the theme in a theme file, without the file's fonts, and a sentence for each fault.

    `document` is the file's content; `stem` is the theme's name if the file gives none. A faulty word is replaced by
    the default theme's, a faulty colour by white.
    """
    name, table = str(document.get("name", stem)), document.get("colours")
    corner, no_corner = _choice(document, "corner", get_args(Corner))
    worlds, strange = zip(*(_choice(document, key, WORLDS) for key in OF_A_WORLD), strict=True)
    wrong = [fault for fault in (no_corner, *strange) if fault]
    if not isinstance(table, dict):
        return Theme(name), ["has no table [colours]", *wrong]
    colours = _Colours(table)
    paper, ink = colours.one("paper"), colours.one("ink")
    red, yellow, green, blue, black = (colours.tone(key, paper, ink) for key in TONES)
    sun, plate, halo, panel = (colours.ground(key, yellow.base, paper, ink) for key in GROUNDS)
    palette = Palette(red, yellow, green, blue, black, paper, sun, plate, halo, panel)
    back, frame, ace, court, box = (cast("World", world) for world in worlds)
    theme = Theme(name, palette, cast("Corner", corner), back=back, frame=frame, ace=ace, court=court, box=box)
    return theme, [*colours.faults(), *wrong]


def _choice(document: Mapping[str, object], key: str, known: tuple[str, ...]) -> tuple[str, str]:
    """Return the word under a key of a theme file, and a fault ("" if there is none).

    If the key is missing, the word is `known[0]`. If the word is not in `known`, the result is `known[0]` and a fault.
    """
    value = document.get(key, "") or known[0]
    if value in known:
        return str(value), ""
    return known[0], f'asks for {key} = "{str(value)[:40]}"; known: {", ".join(known)}'


def _fonts(document: Mapping[str, object], path: Path) -> tuple[Fonts, list[str]]:
    """Read the table [fonts] of a theme file; return the fonts and a sentence for each fault."""
    from cardgen.pdf import type as lettering

    given = document.get("fonts", {})
    if not isinstance(given, dict):
        return Fonts(), ["has no table [fonts], only a value of that name"]
    house = {_plain(font): font for font in lettering.FONTS}
    house |= {_plain(name): font for name, font in lettering.NAMES.items()}
    found, faults = {}, []
    for use, value in given.items():
        if use not in Fonts._fields:
            faults.append(f"names a font for {use}; known: {', '.join(Fonts._fields)}")
            continue
        font = house.get(_plain(str(value)))
        if font is None:
            try:
                font, called = _own_font(use, str(value), path.parent)
            except PrintError as error:
                faults.append(str(error))
                continue
            # A document tells fonts apart by the names they give themselves.
            font = house.setdefault(_plain(called), font)
        found[use] = font
    return Fonts(**found), faults


def _own_font(use: str, value: str, folder: Path) -> tuple[str, str]:
    """Return the path of a theme's own font file, and the name that the font gives itself.

    `use` is the field of `Fonts` that the font is for, `value` the path in the theme file, and `folder` the theme
    file's folder. Raises PrintError if the file is no usable font, or lacks characters that this use needs.
    """
    from cardgen.pdf import type as lettering
    from liarsdeck.files import named_file

    try:
        file = named_file(folder, value)
    except ValueError as error:
        raise PrintError(f'sets {use} in "{value}": {error}') from None
    if file.suffix.lower() != ".ttf" or not file.is_file():
        raise PrintError(
            f'sets {use} in "{value}", which is no .ttf file beside it and none of {", ".join(lettering.NAMES)}'
        )
    try:
        check_font(file)
    except PrintError as error:
        raise PrintError(f"sets {use} in {value}, which {error}") from None
    try:
        lacking = lettering.missing(NEEDED[use], str(file))
        called = lettering.face(str(file)).font.face.name
    except Exception as error:  # whatever a broken font makes reportlab or HarfBuzz say
        raise PrintError(f"sets {use} in {value}, which {NO_FONT}") from error
    if lacking:
        raise PrintError(f"sets {use} in {value}, which has no {lettering.spell(lacking[0])}")
    return str(file), called.decode("ascii", "replace") if isinstance(called, bytes) else str(called)


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]", "", name).casefold()


def _parts(colour: Colour) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: Colour) -> float:
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (p / 255 for p in _parts(colour))]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


MOST_INK = 2.4
"""The sum of the four inks that is nowhere passed (240 %)."""
LIGHT = 0.03
"""Grey up to this share is left to the three colours."""
MAGENTA, LESS_FOR_CYAN = 1.15, 0.17
YELLOW, MORE_FOR_CYAN = 1.08, 0.6
DARK, NEUTRAL = 0.3, 0.1
"""A colour whose strongest part is under `DARK` and whose parts differ by less than `NEUTRAL` is black alone."""

_TABLE = 33

Inks = tuple[float, float, float, float]


def inks(red: float, green: float, blue: float, most: float = MOST_INK) -> Inks:
    """Return cyan, magenta, yellow and black for a colour, all values 0 to 1; the four add up to `most` at most."""
    strongest, weakest = max(red, green, blue), min(red, green, blue)
    if strongest < DARK and strongest - weakest < NEUTRAL:
        return 0.0, 0.0, 0.0, min(1.0, (1 - strongest) / (1 - DARK) * 0.87)
    black = max(0.0, (1 - strongest - LIGHT) / (1 - LIGHT))
    cyan, magenta, yellow = (max(0.0, 1 - part - black) / (1 - black) for part in (red, green, blue))
    magenta = max(0.0, min(1.0, MAGENTA * magenta - LESS_FOR_CYAN * cyan))
    yellow = min(1.0, yellow * (YELLOW + MORE_FOR_CYAN * cyan))
    less = min(1.0, (most - black) / max(cyan + magenta + yellow, 1e-9))
    cyan, magenta, yellow = cyan * less, magenta * less, yellow * less
    return cyan, magenta, yellow, black


@lru_cache(maxsize=1024)
def cmyk_operands(colour: Colour) -> str:
    """Return a colour as CMYK operands for a PDF stream, rounded down so that the sum is within `MOST_INK`."""
    parts = inks(*(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)))
    return " ".join(f"{int(part * 1000 + 1e-6) / 1000:g}" for part in parts)


@cache
def _table(most: float) -> Color3DLUT:
    from PIL.ImageFilter import Color3DLUT

    return Color3DLUT.generate(_TABLE, partial(inks, most=most), channels=4, target_mode="CMYK")


def convert_picture(picture: Image, most: float = MOST_INK) -> Image:
    """Convert an RGB picture to CMYK; the four inks add up to at most `most` in any pixel (1 is one full ink)."""
    return picture.filter(_table(most))
