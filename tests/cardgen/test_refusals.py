"""What the command line refuses: each is one sentence, with nothing written; the sentences stand in one golden file."""

import shlex

import pytest

from tests.cardgen.program import refusal

pytestmark = pytest.mark.usefixtures("home")

REFUSED = {
    "a sheet": """
        deck liars-lair FACTS --card 200x300mm
        deck liars-lair FACTS --gap 190mm
        deck liars-lair FACTS --gap wide
        deck liars-lair FACTS --paper A9
        deck liars-lair FACTS --paper -1x5
        deck liars-lair FACTS --card huge
        deck liars-lair FACTS --marks lines
        deck liars-lair FACTS --printer office
        deck liars-lair FACTS --back-offset 3
        deck liars-lair FACTS --back-offset 0,15
        deck liars-lair FACTS --sides up
        deck liars-lair FACTS --margin -3mm
        deck liars-lair FACTS -o .
    """,
    "a deck": """
        deck liars-liar
        deck liars-lair
        deck lizzard
        deck nothing.csv
        deck lizard --only zebra
        deck lizard --only lizzard
        deck lizard --only 'ace of spade'
        deck lizard --only 1h
        deck lizard --only none
        deck lizard --copies 0
        deck lizard --blank -1
        deck lizard --red 9
        deck lizard --card 28x60mm
        deck lizard --theme nowhere
        deck lizard --theme /no/such.toml
        deck lizard --indices huge
        deck lizard --ink much
        deck lizard --preview -o .
        deck west --only kc1
        deck west --only '$$'
        deck west --kit K7Q4-9M
        deck west --card 28x60mm
        deck standard52 --jokers 3
        deck standard52 --only joker-red
        deck red-and-black --red 8
        deck red-and-black --black 100
        show snail
        show back
        show lizard --dpi 5
        show lizard --card 28x60mm
    """,
    "a kit": """
        kit lizzard
        kit liarslair
        kit chess
        kit lizard --players 6
        kit liar-poker --players 3
        kit lizard --theme music
        kit lizard --facts x.json
        kit lizard --each 3
        kit lizard --option rounds=30
        kit lizard --card 28x60mm
        kit red-and-black --option red=8
        kit red-and-black --option hand=20 --option red=9 --option black=9
        kit liars-lair FACTS --players 9
        kit liars-lair FACTS --players 2
        kit liars-lair FACTS --players 8
        kit liars-lair FACTS --each 1
        kit liars-lair FACTS --option each
        kit liars-lair FACTS --option luck=high
        kit liars-lair FACTS --option reclaim=never
        kit liars-lair FACTS --kit K7Q4-9M
        kit liars-lair --ask --kit K7Q4-9M
        kit liars-lair FACTS --theme sea
        kit liars-lair FACTS --no-ledger
        kit liars-lair FACTS --card 200x300mm
        rulebook chess
    """,
    "extras": """
        extras lizzard
        extras lizard --only boks
        extras lizard --only box,zebra
        extras lizard --only chips
        extras lizard --only ' , '
        extras liars-lair --only answers
        extras lizard --players 9
        extras liar-poker --players 3
        extras lizard --stock heavy
        extras lizard --stock 9mm
        extras lizard --stock -200g
        extras lizard --cards 0
        extras lizard --option rounds=99
        extras lizard --option rounds
        extras lizard --facts nowhere.json
        extras lizard FACTS
        extras liars-lair --kit 0000-00
        extras lizard --only box --paper 100x150mm
        extras lizard --only trump --paper 60x90mm
        extras liars-lair --players 8 --option each=99 --only notes
        extras lizard --only reference --card 200x300mm
        extras standard52 --only reference
        extras standard52 --players 3
        extras Triple-4 --option a=1
        extras standard52 --kit K7Q4-9M
        extras standard52 --deal-seed 2
        extras standard52 --facts f.json
    """,
    "readings": """
        calibrate --offset 1,1
        calibrate --printer x --hole one
        calibrate --printer x --offset 40,0
    """,
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_refused_is_one_sentence(what, facts_file, snapshot):
    said = []
    for line in filter(None, map(str.strip, REFUSED[what].splitlines())):
        words = shlex.split(line.replace("FACTS", f"--facts {facts_file}"))
        said += [f"$ cardgen {line}", refusal(*words).replace(facts_file, "FACTS").strip()]
    assert "\n".join(said) == snapshot
