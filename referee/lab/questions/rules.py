"""How often does each verb and each refusal matter, and which never?"""

from collections import Counter

from liarsdeck.english import listed
from referee.lab.estimate import share
from referee.lab.played import Lab, total
from referee.lab.section import Section

RARE = 0.02


def section(lab: Lab) -> Section:
    """Say what is hardly ever done, which rules bar a line that one might want, and which never do."""
    played = lab.all_plain
    games = len(played)
    done, barred = Counter[str](), Counter[str]()
    for row in played:
        done.update(row.verbs.keys())
        barred.update(row.refused)
    looked = total(played, lambda row: row.looked)
    said = {verb.name for verb in lab.game.verbs if not verb.anytime}
    never = sorted(said - done.keys())
    rare = [verb for verb in sorted(said & done.keys()) if share(done[verb], games).high < RARE]
    words = []
    if never:
        words.append(f"Never in {games:,} games did anybody write {listed([f'“{verb}”' for verb in never], 'or')}.")
    if rare:
        words.append(f"In under one game of fifty: {listed([f'“{verb}”' for verb in rare], 'and')}.")
    if not never and not rare:
        words.append(f"Every verb is used in at least one game of fifty (n = {games:,}).")
    silent = sorted(lab.game.rules.keys() - barred.keys())
    words.append(
        f"Of {len(lab.game.rules)} rules, {len(barred)} barred a line that was worth a thought, in {looked:,} "
        f"decisions; the others ({', '.join(silent[:40])}) speak of order, of typing and of hands entered, which bots "
        "never get wrong, or of what these tables never met."
    )
    rows = [(f"“{verb}”", f"used in {share(many, games).said()} of the games") for verb, many in done.most_common()]
    rows += [
        (rule, f"barred a line in {share(many, looked).said()} of the decisions: {lab.game.rules.get(rule, '')}")
        for rule, many in barred.most_common()
    ]
    return Section("Which rules matter?", tuple(words), ("verb or rule", "how often"), tuple(rows))
