"""Write the conditions that end a game as words of `{endings`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from forthgame.base.errors import shortened
from forthgame.zrf.context import Context, Line
from forthgame.zrf.forms import Form
from forthgame.zrf.model import Goal
from forthgame.zrf.progress import never_repeats
from forthgame.zrf.rows import RowGoals

OWN_TURN = ("stalemated", "captured", "checkmated", "repetition")
OWN_ITEM = re.compile(r"(^|\s)(DUP|OVER|PICK)\s")
SHORT = 60  # characters of a test that is written for each player
MOST_ASKED = 5  # positions in one test
CONDITIONS = [*OWN_TURN, "absolute-config", "relative-config", "pieces-remaining",
              "total-piece-count", "and", "or", "not"]  # fmt: skip


class GoalWriter:
    """Writes one word for each goal, and the section that lists them."""

    def __init__(self, context: Context, rows: RowGoals) -> None:
        self.context, self.row_goals = context, rows
        self.words: list[tuple[str, str, int]] = []
        self.lines: list[Line] = []
        self.given = False  # whether the player is on the stack of the word
        self.depth = 0  # flags above
        self.relatives: dict[str, str] = {}  # words of relative configurations, by their code

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
            elif id(goal) in self.row_goals.rows:
                result = self.result(goal.kind, "newest @ player-at")
                name, lines, code = self.row_goals.lines(goal, result)
                self.lines += lines
                self.add(name, goal, code, 5)
            elif self.is_stalemate(goal):
                text = "\\ A player without pieces cannot move, so `stalemated` covers this goal."
                self.lines.append(Line(text, goal.form))
            else:
                self.counted(goal, condition)
        players = [name for name in game.players if name not in self.context.neutral]
        if (
            "repetition" not in seen
            and len([p for p in players if p[0] != "?"]) > 1
            and not never_repeats(self.context)
        ):
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

    def add(self, name: str, goal: Goal, code: list[tuple[str, Form]], priority: int) -> None:
        word = self.context.names.word(f"{goal.kind}-{name}")
        self.lines.append(Line(f": {word} ( -- )", goal.form))
        self.lines += [Line(f"\t{line}", form) for line, form in code]
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
            for one in self.expand(form.rest):
                context.piece(one)  # for its error
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
            self.add(name, goal, [(line, goal.form) for line in code], self.priority(name))
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
        self.add(name, goal, [(line, goal.form) for line in code], self.priority(name))

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

    def is_stalemate(self, goal: Goal) -> bool:
        """Return whether `(pieces-remaining 0)` only holds if the player to move is stalemated.

        That is so if two players take turns, the one who moved keeps a piece, and no other goal is
        asked before. The goal that asks for `stalemated` has the same result.
        """
        context, game = self.context, self.context.game
        turns = game.turns
        taking_turns = len({turn.player for turn in turns}) == len(turns) == 2 and not any(
            turn.moved or turn.move_type for turn in turns
        )
        passing = game.option("pass turn") or game.option("pass partial")
        if not taking_turns or passing or any(piece.drops for piece in game.pieces.values()):
            return False
        if context.mover_taken or context.heads & {"change-owner", "flip"}:
            return False
        if not self.is_without_pieces(goal):
            return False
        others = [other for other in game.goals if not self.is_without_pieces(other)]
        names = [self.condition(other.condition) for other in others]
        if not all((one.head or one.text).lower() in OWN_TURN for one in names):
            return False
        return any(
            (one.head or one.text).lower() == "stalemated"
            and other.kind == goal.kind
            and set(goal.players) <= set(other.players)
            for other, one in zip(others, names, strict=True)
        )

    def is_without_pieces(self, goal: Goal) -> bool:
        form = self.condition(goal.condition)
        return form.head.lower() == "pieces-remaining" and [
            one.text for one in self.expand(form.rest)
        ] == ["0"]

    def counted(self, goal: Goal, condition: Form) -> None:
        """Write a goal that is asked for each of its players after a turn."""
        context = self.context
        head = condition.head or condition.text
        name = head if head not in ("and", "or", "not") else "condition"
        code = [(f"{context.need('turn-over?')} verify", goal.form)]
        shared = self.shared_test(goal, condition, name) if len(goal.players) > 1 else ""
        for player in goal.players:
            own = context.names("player", player)
            result = self.by_count() if goal.kind == "count" else self.result(goal.kind, own)
            tests = [(f"{own} {shared}", goal.form)] if shared else self.tests(condition, player)
            code += [(f"{test} IF {result} EXIT ENDIF", form) for test, form in tests]
        self.add(name, goal, code, 5)

    def shared_test(self, goal: Goal, condition: Form, name: str) -> str:
        """Write one test for all players; return its word, or an empty text if they differ."""
        self.given = True
        first, *others = [self.tests(condition, player) for player in goal.players]
        self.given = False
        texts = [text for text, _ in first]
        if any([text for text, _ in tests] != texts for tests in others):
            return ""
        if len(texts) == 1 and len(texts[0]) < SHORT:
            return ""
        if not any(OWN_ITEM.search(text) for text in texts):
            return ""
        word = self.context.names.word(f"{goal.kind}-{name}?")
        *before, last = first
        self.lines.append(Line(f": {word} ( player -- ? )", goal.form))
        self.lines += [Line(f"\t{test} IF DROP TRUE EXIT ENDIF", form) for test, form in before]
        self.lines += [Line(f"\t{last[0]} SWAP DROP", last[1]), Line(";")]
        return word

    def tests(self, form: Form, player: str) -> list[tuple[str, Form]]:
        """Return the tests of which one suffices, each with the form that it comes from."""
        form = self.condition(form)
        if form.head.lower() == "or" and form.rest:
            return [test for one in self.expand(form.rest) for test in self.tests(one, player)]
        return [(self.test(form, player), form.call or form)]

    def own(self, player: str, above: int = 0) -> str:
        """Return the code of the player that a test is about.

        In a word for all players it is on the stack, below the flags of the test so far and the
        items `above` them.
        """
        if not self.given:
            return self.context.names("player", player)
        depth = self.depth + above
        return {0: "DUP", 1: "OVER"}.get(depth, f"{depth} PICK")

    def test(self, form: Form, player: str) -> str:
        form = self.condition(form)
        head = (form.head or form.text).lower()
        rest = self.expand(form.rest)
        if head in ("and", "or"):
            if not rest:
                raise form.error(f"{head} takes conditions")
            return self.joined([partial(self.test, one, player) for one in rest], head)
        if head == "not" and len(rest) == 1:
            return f"{self.test(rest[0], player)} NOT"
        if head in OWN_TURN:
            raise form.error(f"{head} stands alone in a condition, not in and, or or not")
        if head == "absolute-config":
            return self.absolute(form, rest, player)
        if head == "relative-config":
            return self.relative(form, rest, player)
        if head in ("pieces-remaining", "total-piece-count"):
            return self.count(form, rest, head, player)
        raise (form.items[0] if form.items else form).unknown("unknown condition", CONDITIONS)

    def joined(self, parts: Sequence[Callable[[], str]], word: str) -> str:
        """Return the flags that parts write, joined by `and` or `or`."""
        code = parts[0]()
        self.depth += 1
        for part in parts[1:]:
            code += f" {part()} {word.upper()}"
        self.depth -= 1
        return code

    def count(self, form: Form, rest: list[Form], head: str, player: str) -> str:
        context = self.context
        if not rest or not rest[0].text.isdigit():
            raise form.error(f"{head} takes a number")
        hands = context.game.option("include off-pieces") == "true" and context.hand
        if head == "pieces-remaining" and rest[0].text == "0" and not hands:
            if rest[1:]:
                kind = context.piece(rest[1])
                return f"{kind} {self.own(player, 1)} OR {context.need('anywhere?')} NOT"
            left = "pieces-left?" if self.begins_late(player) else "pieces-left-early?"
            return f"{self.own(player)} {context.need(left)} NOT"
        if head == "pieces-remaining":
            code = (
                f"{context.piece(rest[1])} {self.own(player, 1)} {context.need('count-of')}"
                if rest[1:]
                else f"{self.own(player)} {context.need('own-count')}"
            )
        else:
            code = (
                f"{context.piece(rest[1])} {context.need('total-of')}"
                if rest[1:]
                else context.need("total-count")
            )
        return f"{code} {rest[0].text} ="

    def begins_late(self, player: str) -> bool:
        """Return whether a player's pieces begin on later positions, where one is found sooner."""
        number = {name: k for k, name in enumerate(self.context.board.positions)}
        own = [number[s.position] for s in self.context.game.setups
               if s.player == player and s.position in number]  # fmt: skip
        return not own or 2 * sum(own) >= len(number) * len(own)

    def absolute(self, form: Form, rest: list[Form], player: str) -> str:
        known = rest and (rest[-1].text in self.context.board.positions or rest[-1].items)
        if len(rest) < 2 or not known:
            raise form.error("absolute-config takes pieces and a list of positions")
        places = [rest[-1]] if rest[-1].items is None else self.expand(rest[-1].items)
        found = [self.positions(place, player) for place in places]

        def held(occupier: Form) -> str:
            single = [names[0] for names in found if len(names) == 1]
            if occupier.items is None and len(single) == len(found) > 1:
                return self.all_held(occupier, player, single)
            parts = [partial(self.any_held, occupier, player, names) for names in found]
            return self.joined(parts, "and") if parts else "FALSE"

        return self.joined([partial(held, one) for one in rest[:-1]], "or")

    def all_held(self, occupier: Form, player: str, names: list[str]) -> str:
        """Return a test whether such a piece stands on each of some positions."""
        context = self.context
        kind = context.piece(occupier)
        groups = [names[k : k + MOST_ASKED] for k in range(0, len(names), MOST_ASKED)]

        def held(group: list[str]) -> str:
            places = " ".join(context.position(name) for name in group)
            asked = context.need(f"all-{len(group)}?" if len(group) > 1 else "held?")
            return f"{self.own(player)} {kind} OR {places} {asked}"

        return self.joined([partial(held, group) for group in groups], "and")

    def any_held(self, occupier: Form, player: str, names: list[str]) -> str:
        """Return a test whether such a piece stands on one of some positions."""
        context = self.context
        if not names:
            return "FALSE"
        order = list(context.board.positions)
        first = order.index(names[0])
        if occupier.items is None and len(names) > 2 and order[first : first + len(names)] == names:
            kind, place = context.piece(occupier), context.position(names[0])
            asked = context.need("among?")
            return f"{self.own(player)} {kind} OR {place} {len(names)} {asked}"
        parts = [partial(self.stands, occupier, player, context.position(name)) for name in names]
        return self.joined(parts, "or")

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
        if occupier.items is None:
            context.need("held?")
            return f"{self.own(player)} {context.piece(occupier)} OR {place} held?"
        rest = self.expand(occupier.rest)
        if occupier.head == "not" and len(rest) == 1:
            return f"{self.stands(rest[0], player, place)} NOT"
        if occupier.head == "any-owner" and len(rest) == 1:
            return f"{place} piece-type-at {context.piece(rest[0])} ="
        if occupier.head == "opponent" and len(rest) == 1:
            kind, own = context.piece(rest[0]), self.own(player, 2)
            return f"{place} piece-type-at {kind} = {place} player-at {own} <> AND"
        raise occupier.error(f"{shortened(occupier.shown())} is not understood in a configuration")

    def relative(self, form: Form, rest: list[Form], player: str) -> str:
        """Return a call of a word that tries a configuration at all positions."""
        outer, self.depth = self.depth, 1
        code = "TRUE"
        for one in reversed(rest):
            if one.name and one.text in self.context.directions:
                code = f"{self.context.direction(one.text)} IF {code} ELSE FALSE ENDIF"
            else:
                code = f"{self.stands(one, player, 'here')} IF {code} ELSE FALSE ENDIF"
        code = code.replace("IF TRUE ELSE FALSE ENDIF", "")
        self.depth = outer
        if code not in self.relatives:
            named = [one.text for one in form.call.items or []] if form.call else [form.head]
            word = self.context.names.word("-".join(named)[:60] + "?")
            self.relatives[code] = word
            self.lines += [
                Line(f": {word} ( {'player' if self.given else ''} -- ? )".replace("(  ", "( ")),
                Line("\t$positions @ BEGIN DUP WHILE 1-"),
                Line(f"\t\tDUP to  {code} IF {'2DROP' if self.given else 'DROP'} TRUE EXIT ENDIF"),
                Line(f"\tREPEAT {'2DROP' if self.given else 'DROP'} FALSE"),
                Line(";"),
            ]
        return f"{self.own(player)} {self.relatives[code]}" if self.given else self.relatives[code]


ENDING_HELPERS = {
    "pieces-left?": """: pieces-left? ( player -- ? )
	$positions @ BEGIN DUP WHILE 1-
		2DUP player-at = IF 2DROP TRUE EXIT ENDIF
	REPEAT 2DROP FALSE
;""",
    "pieces-left-early?": """: pieces-left-early? ( player -- ? )   \\ The other way.
	0 BEGIN DUP $positions @ < WHILE
		2DUP player-at = IF 2DROP TRUE EXIT ENDIF 1+
	REPEAT 2DROP FALSE
;""",
    "anywhere?": """: anywhere? ( piece -- ? )   \\ Whether it is on the board.
	$positions @ BEGIN DUP WHILE 1-
		2DUP piece-at #Player #PieceType OR AND = IF 2DROP TRUE EXIT ENDIF
	REPEAT 2DROP FALSE
;""",
    "held?": ": held? ( piece pos -- ? )   piece-at{plain} = ;",
    "all-2?": ": all-2? ( piece a b -- ? )   2 PICK SWAP held? IF held? ELSE 2DROP FALSE ENDIF ;",
    "all-3?": ": all-3? ( piece a b c -- ? )   "
    "3 PICK SWAP held? IF all-2? ELSE 2DROP DROP FALSE ENDIF ;",
    "all-4?": ": all-4? ( piece a b c d -- ? )   "
    "4 PICK SWAP held? IF all-3? ELSE 2DROP 2DROP FALSE ENDIF ;",
    "all-5?": ": all-5? ( piece a b c d e -- ? )   "
    "5 PICK SWAP held? IF all-4? ELSE 2DROP 2DROP DROP FALSE ENDIF ;",
    "among?": """: among? ( piece pos n -- ? )   \\ Whether it is on one of n positions.
	BEGIN DUP WHILE 1-
		2 PICK 2 PICK 2 PICK + held? IF 2DROP DROP TRUE EXIT ENDIF
	REPEAT 2DROP DROP FALSE
;""",
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
    for number in range(MOST_ASKED, 1, -1):  # each uses the next smaller one
        if f"all-{number}?" in needed:
            needed.setdefault(f"all-{number - 1}?" if number > 2 else "held?")
    if "among?" in needed:
        needed.setdefault("held?")
    plain = " #Player #PieceType OR AND" if context.attributes else ""
    for name, text in ENDING_HELPERS.items():
        if name in needed:
            text = text.replace("{plain}", plain)
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
