"""Write the conditions that end a game as words of `{endings`."""

from __future__ import annotations

from forthgame.base.errors import shortened
from forthgame.zrf.context import Context, Line
from forthgame.zrf.forms import Form
from forthgame.zrf.model import Goal

OWN_TURN = ("stalemated", "captured", "checkmated", "repetition")
CONDITIONS = [*OWN_TURN, "absolute-config", "relative-config", "pieces-remaining",
              "total-piece-count", "and", "or", "not"]  # fmt: skip


class GoalWriter:
    """Writes one word for each goal, and the section that lists them."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.words: list[tuple[str, str, int]] = []
        self.lines: list[Line] = []

    def expand(self, forms: list[Form]) -> list[Form]:
        return list(self.context.macros.expand(forms))

    def write(self) -> list[Line]:
        game = self.context.game
        seen: set[str] = set()
        for goal in game.goals:
            condition = self.condition(goal.condition)
            name = (condition.head or condition.text).lower()
            if name in OWN_TURN:
                seen.add(name)
                self.own_turn(goal, name, condition)
            else:
                self.counted(goal, condition)
        players = [name for name in game.players if name not in self.context.neutral]
        if "repetition" not in seen and len([p for p in players if p[0] != "?"]) > 1:
            word = self.context.names.word("thrice")
            self.lines.append(Line(f": {word} ( -- )   repetitions 2 > IF draw ENDIF ;"))
            self.words.append((word, "repetition", 0))
        if self.words:
            self.lines.append(Line(""))
            self.lines.append(Line("{endings"))
            for word, ending, priority in self.words:
                more = f"   {priority} {{priority}}" if priority else ""
                self.lines.append(Line(f"\t{word} {{ending}} {ending}{more}"))
            self.lines.append(Line("endings}"))
        return self.lines

    def condition(self, form: Form) -> Form:
        found = self.expand([form])
        if len(found) != 1:
            raise form.error("this is not one condition")
        return found[0]

    def add(self, name: str, goal: Goal, code: list[str], priority: int) -> None:
        word = self.context.names.word(f"{goal.kind}-{name}")
        self.lines.append(Line(f": {word} ( -- )", goal.form))
        self.lines += [Line(f"\t{line}", goal.form) for line in code]
        self.lines.append(Line(";"))
        self.words.append((word, word, priority))

    def result(self, kind: str, player: str) -> str:
        return {"win": f"{player} wins", "loss": f"{player} loses"}.get(kind, "draw")

    def own_turn(self, goal: Goal, name: str, form: Form) -> None:
        context = self.context
        if name == "repetition":
            test = "repetitions 2 >"
        elif name == "stalemated":
            test = "stalemate?"
        elif name == "checkmated":
            test = f"stalemate? IF {context.need('in-check?')} ELSE FALSE ENDIF"
        else:
            kinds = [context.piece(one) for one in self.expand(form.rest)]
            before = [s for s in context.game.setups if s.position]
            self.context.need("count-of")
            tests = []
            for player in goal.players:
                for one, kind in zip(self.expand(form.rest), kinds, strict=True):
                    count = sum(s.player == player and s.piece == one.text for s in before)
                    own = context.names("player", player)
                    tests.append(f"{kind} {own} count-of {count} < current-player {own} = AND")
            test = " ".join([tests[0], *(f"{each} OR" for each in tests[1:])]) if tests else "FALSE"
            test = f"turn-number 1 > {test} AND"
        players = [n for n in context.game.players if n not in context.neutral and n[0] != "?"]
        dice = any(turn.player[0] == "?" for turn in context.game.turns)
        everyone = set(players) <= set(goal.players) and name != "repetition" and not dice
        if everyone and goal.kind != "count":
            code = [f"{test} IF {self.result(goal.kind, 'current-player')} ENDIF"]
            self.add(name, goal, code, self.priority(name))
            return
        code = [f"{test} IF"]
        for player in goal.players:
            own = context.names("player", player)
            result = self.result(goal.kind, own)
            if goal.kind == "count":
                result = self.by_count()
            if name == "repetition" and goal.kind != "draw" and len(context.game.players) > 1:
                # the player who has repeated the position is the one who moved before
                code.append(f"\tcurrent-player {own} <> IF {result} ENDIF")
                if len(goal.players) > 2:
                    raise goal.form.error("repetition decides only between two players")
                continue
            code.append(f"\tcurrent-player {own} = IF {result} ENDIF")
        code.append("ENDIF")
        self.add(name, goal, code, self.priority(name))

    def priority(self, name: str) -> int:
        return {"stalemated": 2, "captured": 4, "checkmated": 3}.get(name, 1)

    def by_count(self) -> str:
        context = self.context
        context.need("own-count")
        return " ".join(
            f"{own} own-count {own} score"
            for own in (
                context.names("player", n) for n in context.game.players if n not in context.neutral
            )
        )

    def counted(self, goal: Goal, condition: Form) -> None:
        context = self.context
        code = [f"{context.need('turn-over?')} verify"]
        for player in goal.players:
            test = self.test(condition, player)
            own = context.names("player", player)
            result = self.by_count() if goal.kind == "count" else self.result(goal.kind, own)
            code.append(f"{test} IF {result} EXIT ENDIF")
        head = condition.head or condition.text
        self.add(head if head not in ("and", "or", "not") else "condition", goal, code, 5)

    def test(self, form: Form, player: str) -> str:
        form = self.condition(form)
        head = (form.head or form.text).lower()
        rest = self.expand(form.rest)
        if head in ("and", "or"):
            if not rest:
                raise form.error(f"{head} takes conditions")
            code = self.test(rest[0], player)
            for one in rest[1:]:
                code += f" {self.test(one, player)} {head.upper()}"
            return code
        if head == "not" and len(rest) == 1:
            return f"{self.test(rest[0], player)} NOT"
        if head in OWN_TURN:
            raise form.error(f"{head} stands alone in a condition, not in and, or or not")
        if head == "absolute-config":
            return self.absolute(form, rest, player)
        if head == "relative-config":
            return self.relative(rest, player)
        if head in ("pieces-remaining", "total-piece-count"):
            return self.count(form, rest, head, player)
        raise (form.items[0] if form.items else form).unknown("unknown condition", CONDITIONS)

    def count(self, form: Form, rest: list[Form], head: str, player: str) -> str:
        context = self.context
        if not rest or not rest[0].text.isdigit():
            raise form.error(f"{head} takes a number")
        own = context.names("player", player)
        hands = context.game.option("include off-pieces") == "true" and context.hand
        if head == "pieces-remaining" and rest[0].text == "0" and not hands:
            if rest[1:]:
                return f"{context.piece(rest[1])} {own} OR {context.need('anywhere?')} NOT"
            return f"{own} {context.need('pieces-left?')} NOT"
        if head == "pieces-remaining":
            code = (
                f"{context.piece(rest[1])} {own} {context.need('count-of')}"
                if rest[1:]
                else f"{own} {context.need('own-count')}"
            )
        else:
            code = (
                f"{context.piece(rest[1])} {context.need('total-of')}"
                if rest[1:]
                else context.need("total-count")
            )
        return f"{code} {rest[0].text} ="

    def absolute(self, form: Form, rest: list[Form], player: str) -> str:
        known = rest and (rest[-1].text in self.context.board.positions or rest[-1].items)
        if len(rest) < 2 or not known:
            raise form.error("absolute-config takes pieces and a list of positions")
        places = [rest[-1]] if rest[-1].items is None else self.expand(rest[-1].items)
        tests = []
        for occupier in rest[:-1]:
            each = []
            for place in places:
                names = self.positions(place, player)
                found = [self.stands(occupier, player, self.context.position(n)) for n in names]
                each.append(
                    " ".join([found[0], *(f"{t} OR" for t in found[1:])]) if found else "FALSE"
                )
            tests.append(" ".join([each[0], *(f"{t} AND" for t in each[1:])]) if each else "FALSE")
        return " ".join([tests[0], *(f"{t} OR" for t in tests[1:])])

    def positions(self, place: Form, player: str) -> list[str]:
        board = self.context.board
        if place.text in board.positions:
            return [place.text]
        zones = [zone for zone in board.zones if zone.name == place.text]
        if not zones:
            if place.text in board.killed:
                return []
            raise place.unknown("unknown position or zone", [*board.positions, *self.context.zones])
        return [
            n
            for zone in zones
            if player in zone.players or not zone.players
            for n in zone.positions
        ]

    def stands(self, occupier: Form, player: str, place: str) -> str:
        """Return a test whether a place holds what an occupier asks for."""
        context = self.context
        own = context.names("player", player)
        if occupier.items is None:
            context.need("stands?")
            return f"{own} {context.piece(occupier)} {place} stands?"
        rest = self.expand(occupier.rest)
        if occupier.head == "not" and len(rest) == 1:
            return f"{self.stands(rest[0], player, place)} NOT"
        if occupier.head == "any-owner" and len(rest) == 1:
            return f"{place} piece-type-at {context.piece(rest[0])} ="
        if occupier.head == "opponent" and len(rest) == 1:
            kind = context.piece(rest[0])
            return f"{place} piece-type-at {kind} = {place} player-at {own} <> AND"
        raise occupier.error(f"{shortened(occupier.shown())} is not understood in a configuration")

    def relative(self, rest: list[Form], player: str) -> str:
        code = "TRUE"
        for one in reversed(rest):
            if one.name and one.text in self.context.directions:
                code = f"{self.context.direction(one.text)} IF {code} ELSE FALSE ENDIF"
            else:
                code = f"{self.stands(one, player, 'here')} IF {code} ELSE FALSE ENDIF"
        return f"FALSE $positions @ 0 DO I to {code} OR LOOP"


ENDING_HELPERS = {
    "pieces-left?": """: pieces-left? ( player -- ? )
	$positions @ BEGIN DUP WHILE 1-
		2DUP player-at = IF 2DROP TRUE EXIT ENDIF
	REPEAT 2DROP FALSE
;""",
    "anywhere?": """: anywhere? ( piece -- ? )   \\ Whether it is on the board.
	$positions @ BEGIN DUP WHILE 1-
		2DUP piece-at #Player #PieceType OR AND = IF 2DROP TRUE EXIT ENDIF
	REPEAT 2DROP FALSE
;""",
    "stands?": ": stands? ( player type pos -- ? )   "
    "DUP piece-type-at ROT = SWAP player-at ROT = AND ;",
    "count-of": """: count-of ( type player -- n )
	OR 0 $positions @ 0 DO
		OVER I piece-at #Player #PieceType OR AND = IF 1+ ENDIF
	LOOP SWAP DROP
;""",
    "own-count": """: own-count ( player -- n )
	0 $positions @ 0 DO OVER I player-at = IF 1+ ENDIF LOOP SWAP DROP
;""",
    "total-of": """: total-of ( type -- n )
	0 $positions @ 0 DO OVER I piece-type-at = IF 1+ ENDIF LOOP SWAP DROP
;""",
    "total-count": """: total-count ( -- n )
	0 $positions @ 0 DO I not-empty-at? IF 1+ ENDIF LOOP
;""",
}


def ending_helpers(context: Context) -> list[str]:
    """Return the texts of the helper words that endings need."""
    needed = context.needed
    texts = []
    if "turn-over?" in needed:
        partial = "  going-on @ 0=  AND" if context.partial else ""
        texts.append(f": turn-over? ( -- ? )   turn-number 1 >{partial} ;")
    for name, text in ENDING_HELPERS.items():
        if name in needed:
            if context.game.option("include off-pieces") == "true" and context.hand:
                text = _with_hands(name, text, context)
            texts.append(text)
    return texts


def _with_hands(name: str, text: str, context: Context) -> str:
    """Return a counting word that adds the pieces off the board."""
    kinds = [context.names("piece", piece) for piece in context.game.pieces]
    players = [context.names("player", each) for each in context.game.players]
    inner = text.replace(f": {name} ", f": {name}-on-board ", 1)
    if name == "count-of":
        return (
            f"{inner}\n: count-of ( type player -- n )   "
            "2DUP count-of-on-board ROT ROT in-hand-of + ;"
        )
    if name == "own-count":
        adds = " ".join(f"OVER {kind} SWAP in-hand-of +" for kind in kinds)
        return f"{inner}\n: own-count ( player -- n )   DUP own-count-on-board {adds} SWAP DROP ;"
    if name == "total-of":
        adds = " ".join(f"OVER {each} in-hand-of +" for each in players)
        return f"{inner}\n: total-of ( type -- n )   DUP total-of-on-board {adds} SWAP DROP ;"
    if name == "total-count":
        adds = " ".join(f"{kind} {each} in-hand-of +" for kind in kinds for each in players)
        return f"{inner}\n: total-count ( -- n )   total-count-on-board {adds} ;"
    return text
