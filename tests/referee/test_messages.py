"""Sentences as values: written, rendered by a page, and addressed to the seat that they are about."""

import pytest

from referee.core.cards import Card, Message, Seat, say, text

ANN, BOB = Seat(0, "Ann"), Seat(1, "Bob")
NINE = Card("9h", "9♥")


@pytest.mark.parametrize(
    ("message", "sentence", "to_ann"),
    [
        (say("{seat} plays {card}.", seat=ANN, card=NINE), "Ann plays 9♥.", "You play 9♥."),
        (say("{seat} passes.", seat=ANN), "Ann passes.", "You pass."),
        (say("{seat} has chosen.", seat=ANN), "Ann has chosen.", "You have chosen."),
        (say("{seat} goes home.", seat=ANN), "Ann goes home.", "You go home."),
        (say("{seat} won {tricks}.", seat=ANN, tricks="1 trick"), "Ann won 1 trick.", "You won 1 trick."),
        (say("{seat} asks {other}.", seat=BOB, other=ANN), "Bob asks Ann.", "Bob asks Ann."),
        (say("{seat}’s hand is noted.", seat=ANN), "Ann’s hand is noted.", "Ann’s hand is noted."),
        (text("Ann plays {card}."), "Ann plays {card}.", "Ann plays {card}."),
    ],
)
def test_a_sentence_is_addressed_by_its_field(message: Message, sentence: str, to_ann: str) -> None:
    assert str(message) == sentence
    assert str(message.to(0)) == to_ann
    assert str(message.to(None)) == sentence


def test_a_page_writes_values_and_text_its_own_way() -> None:
    scores = tuple(say("{seat} {points:+d}", seat=seat, points=points) for seat, points in ((ANN, 30), (BOB, -10)))
    message = say("<{card}> {scores}.", card=NINE, scores=scores)
    assert str(message) == "<9♥> Ann +30, Bob -10."
    rendered = message.render(lambda value: f"[{value!s}]", lambda literal: literal.replace("<", "&lt;"))
    assert rendered == "&lt;[9♥]> [Ann] [+30], [Bob] [-10]."
