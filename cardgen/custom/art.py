"""Pictures and SVG files that users bring: validate them, draw them, and put them in a deck."""

from __future__ import annotations

import io
import unicodedata
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Union

from msgspec.structs import replace

from cardgen.art.svg import read_svg
from cardgen.art.vector import Vector
from cardgen.decks import CardFace, Deck
from cardgen.errors import PrintError
from cardgen.export.pictures import BLEED_MM, CardPages, pixel_frame
from cardgen.layout import CardSize
from cardgen.pdf.ink import Document, Drawing, Size
from cardgen.pdf.path import rect
from cardgen.pdf.raster import render_page
from liarsdeck.english import nearest
from liarsdeck.errors import OPTION
from liarsdeck.language import both, decimal, say

if TYPE_CHECKING:
    from PIL.Image import Image

    from cardgen.pdf.ink import Ink


Below = Callable[["Ink"], None]
FLAT_DPI = 400


def draw_flat(ink: Ink, draw: Below, width: float, height: float) -> None:
    """Draw what `draw` draws as one opaque picture of `FLAT_DPI` dots per inch.

    The picture covers a box of `width` × `height` millimetres, with its lower left corner at the origin. It is in CMYK,
    as print shops need.
    """
    from reportlab.lib.utils import ImageReader

    from cardgen.layout import SheetOptions
    from cardgen.pdf.theme import convert_picture
    from cardgen.print.preview import card_picture

    # A whole number of pixels, or the last ones would be half white.
    across, down = (max(1, round(side / 25.4 * FLAT_DPI)) for side in (width, height))
    page = Size(across / FLAT_DPI * 25.4, down / FLAT_DPI * 25.4, 0, 0)

    def drawn(pen: Ink, _: Size) -> None:
        with pen.moved((page.width_mm / width, 0, 0, page.height_mm / height, 0, 0)):
            draw(pen)

    options = SheetOptions(theme=ink.theme, low_ink=ink.low, colour_aid=ink.aid)
    picture = card_picture(drawn, page, options, FLAT_DPI).crop((0, 0, across, down))
    ink.picture(ImageReader(convert_picture(picture)), width, height)


SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".bmp", ".gif", ".svg")
FORMATS = ("PNG", "JPEG", "WEBP", "TIFF", "BMP", "GIF")
LOSSY = ("JPEG", "WEBP")
MOST_MEGAPIXELS = 36
SOFT_DPI, MOST_DPI = 200, 400
QUALITY = 92
RINGING = 0.1


class Picture(NamedTuple):
    """A picture file that was opened and validated; its pixels are read when it is drawn.

    `path` is the file, `width` and `height` are in pixels. `see_through` is true if the picture has transparent parts.
    `lossy` is true for a JPEG or WebP file without such parts.
    """

    path: Path
    width: int
    height: int
    lossy: bool
    see_through: bool = False


Art = Union[Picture, Vector]  # noqa: UP007  (used at run time by NamedTuple fields of others)


def open_art(path: Path) -> Art:
    """Return the picture or drawing in a file of the user's, validated.

    The file is in one of `FORMATS` or an SVG. Raises PrintError if it is missing, of another kind, too large or
    damaged.
    """
    if path.is_dir():
        raise PrintError(say("{file} is a folder, not a picture", file=path.name))
    if not path.is_file():
        raise PrintError(f"there is no file {path}")
    if path.suffix.lower() == ".svg":
        return read_svg(path)
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(path, formats=FORMATS) as image:
                width, height = image.size
                if (mega := width * height / 1_000_000) > MOST_MEGAPIXELS:
                    raise PrintError(
                        say(
                            "{file} has {mega} megapixels; a card needs one or two, and the most is {most}",
                            file=path.name, mega=f"{mega:.0f}", most=MOST_MEGAPIXELS,
                        )
                    )  # fmt: skip
                image.load()  # to know that it is whole, and how it lies
                see_through = False
                if "A" in image.getbands() or "transparency" in image.info:
                    see_through = bool(image.convert("RGBA").getchannel("A").getextrema()[0] != 255)
                if image.getexif().get(0x0112, 1) >= 5:
                    width, height = height, width
                lossy = image.format in LOSSY and not see_through
    except (PrintError, MemoryError):
        raise
    except UnidentifiedImageError:
        raise PrintError(
            say("{file} is no picture: PNG, JPEG, WebP, TIFF, BMP, GIF or SVG will do", file=path.name)
        ) from None
    except Image.DecompressionBombError:
        raise PrintError(
            say("{file} has far too many pixels: at most {most} megapixels", file=path.name, most=MOST_MEGAPIXELS)
        ) from None
    except Exception as error:  # a decoder can raise anything that a broken file makes it
        if isinstance(error, OSError) and error.filename:
            raise
        raise PrintError(say("{file} is damaged: {why}", file=path.name, why=_brief(error))) from None
    if not (width and height):
        raise PrintError(say("{file} has no pixels", file=path.name))
    return Picture(path, width, height, lossy, see_through)


def _brief(error: Exception) -> str:
    return " ".join(str(error).split())[:120] or type(error).__name__


def resolution(art: Art, width_mm: float, height_mm: float) -> float:
    """Return the dots per inch of a picture that covers a box of `width_mm` × `height_mm`; infinity for an SVG."""
    if isinstance(art, Vector) or width_mm <= 0 or height_mm <= 0:
        return float("inf")
    return min(art.width / width_mm, art.height / height_mm) * 25.4


def weakness(art: Art, width_mm: float, height_mm: float) -> str:
    """Return a warning if a picture has too few pixels for this size or an SVG is drawn in part, else ""."""
    if isinstance(art, Vector):
        without = both(map(say, art.left_out))
        if not without:
            return ""
        return say(
            "{file} is drawn without its {without}: look at it, or give it as PNG", file=art.path.name, without=without
        )
    dpi = resolution(art, width_mm, height_mm)
    if dpi >= SOFT_DPI:
        return ""
    wide, high = (-int(-side / 25.4 * SOFT_DPI // 1) for side in (width_mm, height_mm))
    return say(
        "{file} is printed at {dpi} dpi and will look soft: {pixels} pixels on {size} mm; take at least {least}",
        file=art.path.name, dpi=f"{dpi:.0f}", pixels=f"{art.width} × {art.height}",
        size=decimal(f"{width_mm:g} × {height_mm:g}"), least=f"{wide} × {high}",
    )  # fmt: skip


def ratio(art: Art) -> float:
    """Return a picture's width divided by its height."""
    return art.width_mm / art.height_mm if isinstance(art, Vector) else art.width / art.height


def art_drawing(art: Art) -> Drawing:
    """Return a function that draws a card covered by the picture, bleed included. The function may raise PrintError."""
    return partial(_cover, art=art)


def _cover(ink: Ink, size: Size, *, art: Art) -> None:
    b = size.bleed_mm
    draw_art(ink, art, -b, -b, size.width_mm + 2 * b, size.height_mm + 2 * b)


def draw_art(ink: Ink, art: Art, x: float, y: float, width: float, height: float, below: Below | None = None) -> None:
    """Cover a box with a picture, which is centred and cut off at the edges of the box.

    The picture is made just large enough to cover the box. The lower left corner of the box is at (x, y), and all
    lengths are in mm. If the picture has transparent parts, `below` is called to draw what is behind them, in the same
    coordinates (None: the paper's colour). Print shops take no transparency, so for them picture and ground become one
    picture. Raises PrintError if the file was damaged since it was opened.
    """
    key = ("own art", art, round(width, 3), round(height, 3))
    box = (0.0, 0.0, width, height)

    def put(pen: Ink, *, paper: bool = True) -> None:
        """Draw the picture with its lower left corner in the origin.

        With `paper`, the paper's colour lies under the transparent parts; without, nothing does.
        """
        if isinstance(art, Picture):
            ground = pen.paper if paper and art.see_through else ""
            image = _prepared(art, round(width / height, 5), round(width, 2), ground, pen.cmyk)
            pen.picture(image, width, height)
            return
        scale = max(width / art.width_mm, height / art.height_mm)
        area = rect(0, 0, width, height)
        with pen.clip(area):
            if paper:
                pen.draw(area, pen.paper)
            with pen.at((width - art.width_mm * scale) / 2, (height - art.height_mm * scale) / 2, 0, scale):
                art.draw(pen)

    def both(pen: Ink) -> None:
        assert below
        with pen.at(-x, -y):
            below(pen)
        put(pen, paper=False)

    if not (art.see_through and ink.cmyk):
        on_paper = below is None
        ink.form((*key, on_paper), partial(put, paper=on_paper), box, x, y, see_through=art.see_through)
    elif below is None:
        ink.form(key, lambda pen: draw_flat(pen, put, width, height), box, x, y)
    else:
        with ink.at(x, y):
            draw_flat(ink, both, width, height)


@lru_cache(maxsize=2)
def _prepared(art: Picture, ratio: float, width: float, paper: str, cmyk: bool) -> Any:
    """Return a picture as an ImageReader of reportlab, ready to be drawn.

    The picture is cropped to `ratio` (width divided by height), and reduced to `MOST_DPI` dots per inch if it is finer
    on `width` mm. Its transparent parts have the colour `paper`, or stay transparent if `paper` is "". `cmyk` converts
    its colours to CMYK. If `art` is lossy, the result is a JPEG. Raises PrintError if the file is damaged.
    """
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    try:
        image = _loaded(art, paper)
    except MemoryError:
        raise
    except Exception as error:  # the file may have changed since it was opened
        raise PrintError(say("{file} is damaged: {why}", file=art.path.name, why=_brief(error))) from None
    wide, high = image.size
    across, down = (wide, wide / ratio) if wide / high <= ratio else (high * ratio, high)
    left, top = (wide - across) / 2, (high - down) / 2
    most = round(width / 25.4 * MOST_DPI)
    target = (max(1, min(round(across), most)), max(1, round(min(across, most) / ratio)))
    image = image.resize(target, Image.Resampling.LANCZOS, (left, top, left + across, top + down), reducing_gap=3)
    if cmyk:
        from cardgen.pdf.theme import MOST_INK, convert_picture

        # A photograph's edges ring when it is packed, so it is given somewhat less ink than would be let pass.
        image = convert_picture(image, MOST_INK - RINGING if art.lossy else MOST_INK)
    if not art.lossy:
        return ImageReader(image)
    data = io.BytesIO()
    image.save(data, "JPEG", quality=QUALITY, subsampling=0)
    data.seek(0)
    return ImageReader(data)


def _loaded(art: Picture, paper: str) -> Image:
    """Return a picture, upright, in sRGB. Transparent parts get the colour `paper`, or stay so if it is ""."""
    from PIL import Image, ImageCms, ImageOps

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Image.open(art.path, formats=FORMATS) as opened:
            opened.load()
            image: Image.Image = ImageOps.exif_transpose(opened)
            profile = opened.info.get("icc_profile")
    if image.mode in ("I", "I;16", "I;16B", "F"):
        image = image.convert("I").point(lambda value: value / 256).convert("L")
    if image.mode == "P":
        image = image.convert("RGBA")
    alpha = image.convert("RGBA").getchannel("A") if "A" in image.getbands() or "transparency" in image.info else None
    if profile and image.mode in ("RGB", "RGBA", "CMYK", "L"):
        plain = image.convert("RGB") if image.mode == "RGBA" else image
        with suppress(ImageCms.PyCMSError, OSError, ValueError):  # a broken profile is no reason not to print it
            given = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            plain = ImageCms.profileToProfile(plain, given, ImageCms.createProfile("sRGB"), outputMode="RGB") or plain
        image = plain
    image = image.convert("RGB")
    if alpha is not None and not paper and art.see_through:
        image.putalpha(alpha)
    elif alpha is not None and paper:
        ground = Image.new("RGB", image.size, paper)
        ground.paste(image, mask=alpha)
        image = ground
    return image


BACK = "back"
_LOOK_DPI, _ALIKE = 50, 24
"""How finely, and how exactly (of 255), a back is compared with itself turned."""


class IllustratedDeck(NamedTuple):
    """A deck with the user's pictures, and warnings about them, one sentence each."""

    deck: Deck
    remarks: tuple[str, ...]


class PictureBack(NamedTuple):
    """A card back with a picture.

    `draw` draws the back, and `turns` is true if it looks the same when it is turned by 180°. `remarks` are warnings,
    one sentence each.
    """

    draw: Drawing
    turns: bool
    remarks: tuple[str, ...]


def picture_back(art: Art, card: CardSize) -> PictureBack:
    """Return a back with this picture for cards of this size. Raises PrintError if it cannot be drawn."""
    draw = art_drawing(art)
    turns = same_turned(draw, card)
    remarks = list(filter(None, [_weakness_on_card(art, card)]))
    if not turns:
        remarks.append(
            say(
                "{file} is not the same when it is turned by half: a card that lies the other way round can be told by "
                "its back",
                file=art.path.name,
            )
        )
    return PictureBack(draw, turns, tuple(remarks))


def same_turned(draw: Drawing, card: CardSize) -> bool:
    """Return whether the back that `draw` draws, on this card size, looks nearly the same when it is turned by 180°.

    Its pixels are compared. Raises PrintError if it cannot be drawn.
    """
    import pypdfium2

    from cardgen.export import ExportOptions

    pages = CardPages(Document("back"), pixel_frame(card, _LOOK_DPI), ExportOptions(card=card))
    pages.add(draw)
    with pypdfium2.PdfDocument(pages.bytes()) as document:
        seen = render_page(document, 0)
    starts = range(0, seen.height * seen.stride, seen.stride)
    for colour in range(3):  # each pixel stands for itself and its eight neighbours
        rows = [seen.data[start + colour : start + 3 * seen.width : 3] for start in starts]
        threes = [[sum(three) for three in zip(row, row[1:], row[2:], strict=False)] for row in rows]
        high = zip(threes, threes[1:], threes[2:], strict=False)
        nines = [sum(three) for some in high for three in zip(*some, strict=True)]
        if any(abs(one - other) >= 9 * _ALIKE for one, other in zip(nines, reversed(nines), strict=True)):
            return False
    return True


def replace_art(deck: Deck, back: Path | None, folder: Path | None, card: CardSize) -> IllustratedDeck:
    """Return the deck with the user's pictures as its back and as faces.

    A file of `folder` becomes the face of the card that it is named after (`Th.png`, `ace-of-spades.png`). The back is
    the file `back`, else the file in `folder` that is named `back`; without either the deck keeps its own. `card` is
    the size of the cards: pictures with too few pixels for it are warned of. Raises PrintError if a file is no usable
    picture, or if no file of the folder has a card's name.
    """
    remarks: list[str] = []
    if folder is not None:
        if not folder.is_dir():
            no = f"{folder} is no folder" if folder.exists() else f"there is no folder {folder}"
            raise PrintError(f"{no}: {OPTION.art} names one that holds pictures named after cards")
        files = [path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES and path.name[0] != "."]
        inside = next((path for path in sorted(files) if _plain(path.stem) == BACK), None)
        back = back or inside
        known = {name for face in deck.cards for name in _names(face)}
        found: dict[str, Art] = {}
        for path in sorted(files):
            stem = _plain(path.stem)
            if stem == BACK:
                continue
            if stem in found:
                raise PrintError(f"two files of {folder} are named after one card: {path.stem}")
            if stem in known:
                found[stem] = open_art(path)
                continue
            near = nearest(path.stem, (text for face in deck.cards for text in (face.name, face.title)))
            meant = f"; did you mean {near[0]}{path.suffix}?" if near else ""
            remarks.append(f"{path.name} is left out: {deck.title} has no card of this name{meant}")
        if not found and inside is None:
            some = ", ".join(f"{name}.png" for name in list(dict.fromkeys(c.name for c in deck.cards))[:3])
            more = f" ({remarks[0]})" if remarks else ""
            raise PrintError(f"no file of {folder} is named after a card of {deck.title}, such as {some}{more}")
        drawings = {stem: art_drawing(art) for stem, art in found.items()}
        # A title tells one card, a name may stand for several.
        named = [next((name for name in reversed(_names(face)) if name in drawings), "") for face in deck.cards]
        cards = zip(deck.cards, named, strict=True)
        deck = replace(deck, cards=tuple(replace(face, draw=drawings[name]) if name else face for face, name in cards))
        remarks += filter(None, (_weakness_on_card(art, card) for art in found.values()))
    if back is not None:
        made = picture_back(open_art(back), card)
        deck = replace(deck, back=made.draw, back_turns=made.turns)
        remarks += made.remarks
    return IllustratedDeck(deck, tuple(remarks))


def _weakness_on_card(art: Art, card: CardSize) -> str:
    return weakness(art, card.width_mm + 2 * BLEED_MM, card.height_mm + 2 * BLEED_MM)


def _plain(name: str) -> str:
    return " ".join(unicodedata.normalize("NFC", name).replace("_", " ").replace("-", " ").split()).casefold()


def _names(face: CardFace) -> tuple[str, ...]:
    """Return the names, without suffix, that the picture file of a card may have.

    They are the card's name, the same with “q” for “?”, and its title, as in `th`, `rcq` for `rc?` and `ace of spades`.
    They are in lower case, with spaces in place of hyphens and underscores.
    """
    plain = "".join(c for c in face.title if c.isalnum() or c in " -_")
    return _plain(face.name), _plain(face.name.replace("?", "q")), _plain(plain)
