"""What cards of one deck say of each other: nothing, by a reading of the finished pairs alone."""

from collections.abc import Sequence

from factbank.english.grammar import subject_form
from factbank.fill import Filling


def crossings(fillings: Sequence[Filling]) -> list[str]:
    """Return every way in which a card of one pair settles, repeats or contradicts a card of another, in words.

    Read from the finished pairs alone, not from what the choice kept track of: subjects in common (without regard to
    case, article or number), the same title or sentence, and one topic filled twice with the same fixed entries.
    """
    found: list[str] = []
    subjects: dict[str, str] = {}
    said: dict[str, str] = {}
    frames: dict[tuple[str, ...], str] = {}
    for filling in fillings:
        for subject in {subject_form(subject) for subject in filling.subjects}:
            if subject in subjects:
                found.append(f"“{subjects[subject]}” and “{filling.title}” are both about “{subject}”")
            subjects[subject] = filling.title
        for text in (filling.title, filling.first, filling.second):
            if text.casefold() in said:
                found.append(f"“{said[text.casefold()]}” and “{filling.title}” both say “{text}”")
            said[text.casefold()] = filling.title
        fixed = [
            entry
            for slot, entry in zip(filling.topic.slots, filling.entries, strict=False)
            if slot != filling.topic.vary
        ]
        frame = (filling.topic.name, *(entry.casefold() for entry in fixed))
        if frame in frames:
            found.append(f"“{frames[frame]}” and “{filling.title}” fill one topic with the same words")
        frames[frame] = filling.title
    return found
