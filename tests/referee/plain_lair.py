"""Liar's Lair once more, as plainly as the page of rulings tells it: no views, no records, lists that change in place.

It shares no line with the game; test_liars_lair.py plays random games on both and compares what the table sees.
"""

from typing import Any


class PlainLair:
    def __init__(self, seats: list[str], options: Any, pairs: dict[int, int]) -> None:
        self.seats, self.o, self.pairs = seats, options, pairs
        self.hands: dict[str, list[int]] = {}
        self.true: set[int] = set()
        self.start: str | None = None
        self.phase = "deal"
        self.round = 1
        self.table: list[tuple[int, str, int]] = []  # card, who put it there, in which round
        self.out: list[str] = []
        self.exposed: dict[int, bool] = {}
        self.winners: list[str] = []
        self.caught: list[str] = []
        self.spared = ""
        self.waiting: list[str] = []
        self.departing = self.taker = ""
        self.knockers: set[str] = set()
        self.said: list[str] = []
        self.last = ""

    def alive(self, first: str, step: int = 1) -> list[str]:
        at = self.seats.index(first)
        order = [self.seats[(at + step * n) % len(self.seats)] for n in range(len(self.seats))]
        return [seat for seat in order if seat not in self.out]

    # each line of a record is one call

    def line(self, seat: str | None, verb: str, args: list[str]) -> None:
        cards = [int(word) for word in args if word.isdigit()]
        match verb:
            case "holds":
                assert seat
                self.hands[seat] = cards
            case "truths":
                self.true = set(cards)
            case "start":
                self.begin_round(args[0])
            case "plays":
                self.plays(seat or "", cards[0])
            case "takes":
                if cards:
                    self.hands[self.departing].remove(cards[0])
                    self.hands[self.taker].append(cards[0])
                self.depart()
            case "gives":
                self.gives(cards[0])
            case "reclaims":
                self.table = [lying for lying in self.table if lying[0] != cards[0]]
                self.hands[seat or ""].append(cards[0])
                self.waiting.pop(0)
                self.reclaim_on()
            case "declares" | "passes" if self.phase == "declare":
                self.declares(seat or "", verb == "declares")
            case "passes":
                self.waiting.pop(0)
                self.question_on()
            case "shows":
                self.shows(seat or "", cards[0])
            case "dawn":
                self.dawns()

    def gives(self, card: int) -> None:
        if self.spared:
            self.hands[self.taker].remove(card)
            self.hands[self.spared].append(card)
            self.spared = ""
            self.play_on()
            return
        self.hands[self.departing].remove(card)
        if self.o.departing == "gift":
            self.hands[self.taker].append(card)
        else:
            self.table.append((card, self.departing, self.round))
        self.depart()

    def declares(self, seat: str, yes: bool) -> None:
        if yes:
            self.said.append(seat)
        self.waiting.pop(0)
        if not self.waiting:
            self.next_declarer()

    def begin_round(self, seat: str) -> None:
        self.start, self.phase = seat, "play"
        self.knockers = set()
        self.last = ""
        self.play_on()

    def play_on(self) -> None:
        assert self.start
        order = self.seats[self.seats.index(self.start) :] + self.seats[: self.seats.index(self.start)]
        still = order[order.index(self.last) + 1 :] if self.last else order
        self.waiting = [name for name in still if name not in self.out and self.hands[name]]
        if self.waiting:
            self.phase = "play"
            return
        assert self.start
        order = self.alive(self.last or self.start, -1) if self.o.reclaim == "revised" else self.alive(self.start)
        self.waiting = [name for name in order if name not in self.knockers]
        self.reclaim_on()

    def plays(self, seat: str, card: int) -> None:
        self.hands[seat].remove(card)
        self.last = seat
        other = self.pairs[card]
        rival = next((who for there, who, _ in self.table if there == other and who not in self.out), None)
        if rival is None:
            self.table.append((card, seat, self.round))
            self.play_on()
            return
        self.table = [lying for lying in self.table if lying[0] != other]
        for exposed in (card, other):
            self.exposed[exposed] = exposed in self.true
        liar, honest = (rival, seat) if card in self.true else (seat, rival)
        if self.o.caught == "spared" and liar not in self.caught:
            self.caught.append(liar)
            if liar != honest and self.hands[honest]:
                self.phase, self.spared, self.taker = "take", liar, honest
            else:
                self.play_on()
            return
        self.out.append(liar)
        if self.over_if_last():
            return
        if liar == honest:
            self.hands[liar] = []
        elif self.o.departing != "pool":
            self.knockers.add(honest)
        if self.hands[liar]:
            self.phase, self.departing, self.taker = "take", liar, honest
        else:
            self.play_on()

    def depart(self) -> None:
        self.hands[self.departing] = []
        self.play_on()

    def reclaim_on(self) -> None:
        there = [when < self.round or self.o.reclaim != "earlier" for _, _, when in self.table]
        if any(there) and self.waiting:
            self.phase = "reclaim"
            return
        assert self.start
        self.phase, self.said, self.waiting = "declare", [], self.alive(self.start)

    def next_declarer(self) -> None:
        self.said = [seat for seat in self.said if seat not in self.out]
        if not self.said:
            if self.round == self.o.dawn:
                self.phase, self.waiting = "dawn", []
                return
            if self.round == self.o.max_rounds:
                self.phase, self.waiting = "over", []
                return
            step = 1 if self.o.next_start == "left" else -1
            assert self.start
            beside = self.seats[(self.seats.index(self.start) + step) % len(self.seats)]
            self.round += 1
            self.begin_round(self.alive(beside, step)[0])
            return
        seat = self.said[0]
        hand = self.hands[seat]
        if self.o.own_conflict == "out" and any(self.pairs[card] in hand for card in hand):
            self.leave(seat)
            if not self.winners:
                self.next_declarer()
            return
        others = [card for name in self.alive(seat)[1:] for card in self.hands[name]]
        lies = hand and all(card not in self.true and self.pairs[card] in others for card in hand)
        if self.o.absolution and lies:
            self.win(seat)
            return
        self.phase = "question"
        self.waiting = [name for name in self.alive(seat)[1:] if self.hands[name]]
        self.question_on()

    def question_on(self) -> None:
        if not self.waiting:
            self.win(self.said[0])

    def shows(self, seat: str, card: int) -> None:
        declarer, true = self.said[0], card in self.true
        self.exposed[card] = true
        self.waiting.pop(0)
        if not true:
            self.leave(seat)
            if not self.winners:
                self.question_on()
        elif self.pairs[card] in self.hands[declarer]:
            self.exposed[self.pairs[card]] = False
            self.leave(declarer)
            if not self.winners:
                self.next_declarer()
        else:
            self.question_on()

    def leave(self, seat: str) -> None:
        self.out.append(seat)
        self.hands[seat] = []
        self.over_if_last()

    def over_if_last(self) -> bool:
        left = self.alive(self.seats[0])
        if len(left) == 1:
            self.win(left[0])
        return len(left) == 1

    def dawns(self) -> None:
        hands = {name: self.hands[name] for name in self.alive(self.seats[0])}
        counts = {}
        for name, hand in hands.items():
            others = [card for whose, held in hands.items() for card in held if whose != name]
            proofs = others + (hand if self.o.own_conflict == "out" else [])
            counts[name] = sum(card not in self.true and self.pairs[card] in proofs for card in hand)
            self.exposed |= {card: card in self.true for card in hand}
        self.winners = [name for name, many in counts.items() if many == min(counts.values())]
        self.phase = "over"

    def win(self, seat: str) -> None:
        self.winners, self.phase, self.waiting = [seat], "over", []
        for name in self.out:
            self.hands[name] = []

    def public(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "start": self.start,
            "phase": self.phase,
            "table": self.on_table(),
            "hands": {seat: len(self.hands.get(seat, [])) for seat in self.seats},
            "out": self.out,
            **({"caught": [name for name in self.seats if name in self.caught]} if self.o.caught == "spared" else {}),
            "exposed": {str(card): true for card, true in self.exposed.items()},
        }

    def on_table(self) -> dict[str, Any]:
        if self.o.reclaim != "earlier":
            return {who: card for card, who, _ in self.table}
        return {who: [card for card, whose, _ in self.table if whose == who] for _, who, _ in self.table}

    def next(self) -> list[dict[str, Any]]:
        if self.winners or self.phase == "over":
            return []
        if self.phase == "dawn":
            return [{"seat": None, "verbs": ["dawn"]}]
        if self.phase == "deal":
            missing = [{"seat": seat, "verbs": ["holds"]} for seat in self.seats if seat not in self.hands]
            return missing or [{"seat": None, "verbs": ["start"] if self.true else ["truths"]}]
        if self.phase == "take":
            if self.spared:
                return [{"seat": self.taker, "verbs": ["gives"]}]
            pick = self.o.departing == "pick"
            return [{"seat": self.taker if pick else self.departing, "verbs": ["takes"] if pick else ["gives"]}]
        verbs = {
            "play": ["plays"],
            "reclaim": ["reclaims"],
            "declare": ["declares", "passes"],
            "question": ["passes", "shows"],
        }
        return [{"seat": self.waiting[0], "verbs": verbs[self.phase]}]
