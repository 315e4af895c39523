"""Other ways to write a line that people use: commas between cards, a verb before its name, yes and no."""

from collections.abc import Callable, Iterator, Sequence

from referee.core.game import Verb
from referee.core.refusals import infinitive


def respelled(text: str, verbs: Sequence[Verb], named: Callable[[str], list[int]]) -> Iterator[str]:
    """Yield what a text may stand for that is no line as it is. ``verbs`` are those that may be used now."""
    words = text.split()
    if not words:
        return
    meant = [verb.name for verb in verbs if words[-1].casefold() in verb.also]
    if len(meant) == 1:
        yield " ".join([*words[:-1], meant[0]])
    if "," in text:
        yield " ".join(text.replace(",", " ").split())
    if len(words) > 1:
        first = words[0].casefold()
        verb = next((verb for verb in verbs if first in {verb.name, infinitive(verb.name)} and not verb.table), None)
        for many in range(len(words) - 1, 0, -1) if verb else ():
            name = " ".join(words[1 : many + 1])
            if len(named(name)) == 1:
                yield f"{name}: {' '.join([words[0], *words[many + 1 :]])}"


def everybody(text: str, word: str) -> str | None:
    """Return whom “all pass” leaves out: "" for nobody, a name for “pass except Dan”, None where it is no such text.

    ``word`` is what they do, as “pass”.
    """
    words = text.casefold().split()
    if words in (["all", word], [word, "all"], ["everybody", f"{word}es"], ["everyone", f"{word}es"]):
        return ""
    lead = [word, "except"] if words[:2] == [word, "except"] else ["all", word, "except"]
    return text.split(maxsplit=len(lead))[-1] if words[: len(lead)] == lead and len(words) > len(lead) else None
