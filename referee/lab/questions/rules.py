"""How often does each verb and each refusal matter, and which never?"""

from collections import Counter

from liarsdeck.english import listed
from referee.lab.estimate import mean, share
from referee.lab.played import Lab, total
from referee.lab.section import Section

RARE = 0.02


def section(lab: Lab) -> Section:
    """Say what is hardly ever done, which rules bar a line that one might want, and which never do."""
    played = lab.all_plain
    games = len(played)
    done, barred, times = Counter[str](), Counter[str](), Counter[str]()
    for row in played:
        done.update(row.verbs.keys())
        times.update(row.verbs)
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
    often = [f"{rule} in {share(many, looked).said()}" for rule, many in barred.most_common(3)]
    words.append(
        f"Of {len(lab.game.rules)} rules, {len(barred) or 'none'} barred a line that was worth a thought, in one of "
        f"{looked:,} decisions{f', most often {listed(often)}' if often else ''}. The others speak of order, of typing "
        "and of hands entered, which bots never get wrong, or of what these tables never met: the table names them."
    )
    rows = []
    for verb, _ in times.most_common():
        a_game = mean([row.verbs.get(verb, 0) for row in played])
        rows.append((f"“{verb}”", f"{a_game.said()} times a game; in {share(done[verb], games).said()} of the games"))
    rows += [
        (rule, f"barred a line in {share(many, looked).said()} of the decisions: {lab.game.rules.get(rule, '')}")
        for rule, many in barred.most_common()
    ]
    rows += [(rule, f"barred nothing: {lab.game.rules[rule]}") for rule in silent]
    return Section("Which rules matter?", tuple(words), ("verb or rule", "how often"), tuple(rows))
