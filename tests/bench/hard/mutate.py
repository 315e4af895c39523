"""Mutations of text: what a slip, a bad transmission or a spiteful guest makes of it."""

from collections.abc import Sequence
from random import Random

MONSTERS: tuple[str, ...] = (
    *("", " ", "\t", "\n", "\r\n", "\r", "\x00", "\x1b[2J", "\x7f", "\x85", "\u2028", "\u202e", "\ufeff", "\ufffd"),
    *("\u200b", "\u200d", "e\u0301", "a" + "\u0301" * 24, "ß", "ẞ", "İ", "ı", "ﬁ", "Ǆ", "𝔸", "😀", "\ud800", "ﷺ", "漢"),
    *("0", "-0", "-1", "+1", "01", "1.0", "1e9", "1e999", "nan", "inf", "²", "٣", "½", "①", "९९", "1_000", "0x10"),
    *("9" * 20, "9" * 400, "9" * 5000, "a" * 300, "?" * 40, "? " * 60, "(" * 30, ")" * 30, ";" * 30, ":" * 30),
    *("?", "??", "#", ":", ";", "(", ")", "()", "( )", "(;)", "=", "==", "[", "]", "[[", "{", "}", "{{ }}", "{% x %}"),
    *('"', '"""', "'", "'''", "\\", "\\u0000", "\\x", "%s", "%(a)s", "{0}", "${x}", "<a>", "&amp;", "../../etc/passwd"),
    *("true", "false", "none", "null", "None", "nothing", "red", "black", "lizard", "snake", "Kh", "10h", "rc1", "k?"),
    *("undo", "redo", "holds", "truths", "+++", "+++\n", "---", ",", ",,", "\t,", ";;", "/", "//", "~", "*", "|", "`"),
)


def mutated(text: str, rng: Random, others: Sequence[str] = ()) -> str:
    """Return a text with one to four mutations; ``others`` are texts that pieces are taken from."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 4))):
        text = _WAYS[int(rng.random() * len(_WAYS))](text, rng, others)
    return text


def _sign(text: str, rng: Random, _others: Sequence[str]) -> str:
    at = rng.randrange(len(text) + 1)
    kind = rng.random()
    if kind < 0.3:
        return text[:at] + text[at + 1 :]
    sign = chr(
        rng.choice((rng.randrange(32, 127), rng.randrange(32, 127), rng.randrange(0x250), rng.randrange(0x3000)))
    )
    return text[:at] + sign + text[at + (kind < 0.65) :]


def _monster(text: str, rng: Random, _others: Sequence[str]) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(MONSTERS) + text[at + rng.choice((0, 0, 1, 5)) :]


def _word(text: str, rng: Random, _others: Sequence[str]) -> str:
    words = text.split(" ")
    at = rng.randrange(len(words))
    kind = rng.random()
    if kind < 0.25:
        del words[at]
    elif kind < 0.4:
        words.insert(at, rng.choice(words))
    elif kind < 0.55:
        other = rng.randrange(len(words))
        words[at], words[other] = words[other], words[at]
    else:
        words[at] = rng.choice(MONSTERS)
    return " ".join(words)


def _number(text: str, rng: Random, others: Sequence[str]) -> str:
    places = [at for at, sign in enumerate(text) if sign.isdigit()]
    if not places:
        return _sign(text, rng, others)
    at = rng.choice(places)
    return (
        text[:at] + rng.choice(("0", "-1", "99", str(rng.randrange(60)), "9" * 5000, "1.5", "٣", "")) + text[at + 1 :]
    )


def _splice(text: str, rng: Random, others: Sequence[str]) -> str:
    other = rng.choice(others) if others else text
    return text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]


def _case(text: str, rng: Random, _others: Sequence[str]) -> str:
    return rng.choice((text.upper, text.lower, text.swapcase, text.title, lambda: text[::-1]))()


def _again(text: str, rng: Random, _others: Sequence[str]) -> str:
    at, end = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
    return text[:end] + text[at:end] * rng.choice((1, 1, 3, 50)) + text[end:]


_WAYS = (_sign, _sign, _monster, _word, _word, _number, _splice, _case, _again)


def mutated_bytes(data: bytes, rng: Random) -> bytes:
    """Return bytes with one to four of them changed, lost, doubled or cut off."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(data) + 1)
        kind = rng.random()
        if kind < 0.4:
            data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
        elif kind < 0.6:
            data = data[:at] + rng.choice((b"\xff\xfe", b"\xef\xbb\xbf", b"\xc3", b"\0", b"\r", b"\n")) + data[at:]
        elif kind < 0.75:
            data = data[:at]
        elif kind < 0.9:
            data = data[:at] + data[at + rng.randrange(1, 40) :]
        else:
            data += data[at : at + 500]
    return data
