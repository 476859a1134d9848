"""Write a game of a rule file as a script."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from forthgame.zrf.context import Context, Line
from forthgame.zrf.forms import Form
from forthgame.zrf.goals import GoalWriter, ending_helpers
from forthgame.zrf.helper_words import helper_lines
from forthgame.zrf.model import Game
from forthgame.zrf.move_words import MoveWords, block_list
from forthgame.zrf.rows import RowGoals
from forthgame.zrf.rule_file import RuleFile

WIDTH = 100
ATTACKS = {"attacked?", "not-attacked?", "defended?", "not-defended?"}


@dataclass
class Translation:
    """A script, and for each of its lines the form that it comes from."""

    lines: list[Line]
    context: Context

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines) + "\n"


def write_script(file: RuleFile, game: Game) -> Translation:
    """Return the script of a game. Raises ScriptError for a construct that is not understood."""
    writer = _ScriptWriter(file, game)
    return Translation(writer.write(), writer.context)


class _ScriptWriter:
    def __init__(self, file: RuleFile, game: Game) -> None:
        self.file, self.game = file, game
        self.context = Context(game, file.macros)
        self.lines: list[Line] = []
        self.row_goals = RowGoals(self.context)

    def write(self) -> list[Line]:
        context = self.context
        self.name_everything()
        moves = MoveWords(context)
        lists = self.move_lists(moves)
        goals = GoalWriter(context, self.row_goals).write()
        legal = [*self.partial_pass(), *self.legality()]
        helpers, recording = helper_lines(context)
        ends = [*ending_helpers(context), *self.row_goals.helpers()]
        goals += [
            Line(text) for each in self.row_goals.position_word() for text in each.split("\n")
        ]
        storage = self.storage()
        attributes = self.attribute_words()
        self.head()
        self.board()
        self.directions()
        self.players()
        self.zones()
        self.piece_names()
        if storage or attributes or helpers or recording:
            self.put("", "\\ ---- Words that the moves use ----", "")
            self.texts([*storage, *helpers, *attributes, *recording])
        self.put("", "\\ ---- Moves ----", "")
        self.lines += _spaced(moves.lines)
        self.put("")
        self.lines += lists
        self.setup()
        if legal or ends or goals:
            self.put("", "\\ ---- The end of the game ----", "")
            self.texts([*legal, *ends])
            self.lines += goals
        return self.lines

    def put(self, *lines: str) -> None:
        self.lines += [Line(line) for line in lines]

    def texts(self, texts: list[str]) -> None:
        for text in texts:
            self.put(*text.split("\n"))

    # ---- names ----

    def name_everything(self) -> None:
        """Give names in the order of their importance: the first of two equal ones keeps it."""
        names, game = self.context.names, self.game
        if grid := game.board.usual_grid():
            for name in grid.names():
                names("position", name[1])
        for position in game.board.positions:
            names("position", position)
        for direction in game.board.directions:
            names("direction", direction)
        for player in game.players:
            names("player", player)
        for piece in game.pieces:
            names("piece", piece)
        for zone in game.board.zones:
            names("zone", zone.name)
        for attribute in self.context.attributes:
            names("attribute", attribute)
        for kind in game.move_types:
            names("move-type", kind)

    # ---- the parts of a script ----

    def head(self) -> None:
        title = self.game.title or self.file.path.stem
        self.put(f"\\ {_plain(title)} -- from {self.file.path.name}, {self.game.form.place.line}")
        text = re.sub(r"\s*\\\s*", " ", self.game.texts.get("description", ""))
        text = " ".join(text.split())
        if text:
            self.put("\\")
            for line in _wrapped(text, WIDTH - 2)[:12]:
                self.put(f"\\ {line}")
        self.put("")

    def board(self) -> None:
        context, board = self.context, self.game.board
        names = context.names
        grid = board.usual_grid()
        own: set[str] = set()
        if grid is not None and grid.labels[1][0] == "1":
            self.put("$flipGrid ON")
        self.put("{board")
        if grid is not None:
            columns, rows = grid.labels
            self.put(f"\t{len(rows)} {len(columns)} {{grid}}")
            own = {name for _, name in grid.names()}
            killed = [names("position", name) for name in board.killed if name in own]
            self.rows([f"{{kill}} {name}" for name in sorted(killed)])
        self.rows([f"{{position}} {names('position', n)}" for n in board.positions if n not in own])
        if context.hand:
            self.put("\t{hand}")
        for name in context.attributes:
            self.put(f"\t1 {{attribute}} {self.attribute_name(name)}")
        if context.partial:
            self.put(
                "\t{variable} going-on {uncompared}   \\ who continues a turn: the place, plus 1"
            )
        if context.lasts:
            self.put("\t{variable} last-from {uncompared}  {variable} last-to {uncompared}")
        if context.newest:
            self.put("\t{variable} newest {uncompared}   \\ where the last piece came to stand")
        if context.king_array:
            self.put(
                f"\t{len(self.game.players)} {{array}} kings {{uncompared}}   \\ where they stand"
            )
        self.put("board}")
        if grid is None or any(board.positions[n] for n in board.positions if n not in own):
            self.view()

    def rows(self, items: Sequence[str | tuple[str, Form | None]]) -> None:
        """Put items into lines as long as the page is wide.

        Items with a form stand in one line as far as they come from one line of the rule file.
        """
        line, before, place = "\t", None, None
        for one in items:
            item, form = one if isinstance(one, tuple) else (one, None)
            here = form and (form.source.name, form.place.line)
            full = len(line) + len(item) > WIDTH or here != place
            if full and line.strip():
                self.lines.append(Line(line.rstrip(), before))
                line = "\t"
            line += item + "  "
            before, place = form, here
        if line.strip():
            self.lines.append(Line(line.rstrip(), before))

    def view(self) -> None:
        boxes = {n: box for n, box in self.game.board.positions.items() if box is not None}
        good = {
            name: box for name, box in boxes.items()
            if box[2] > box[0] >= 0 and box[3] > box[1] >= 0
        }  # fmt: skip
        if not good:
            return
        self.put("{view")
        items = [
            f"{a} {b} {c - a} {d - b} {{at}} {self.context.position(name)}"
            for name, (a, b, c, d) in good.items()
        ]
        self.rows(items)
        self.put("view}")

    def directions(self) -> None:
        context, board = self.context, self.game.board
        if not board.directions:
            return
        made: dict[tuple[str, str], str] = {}
        self.put("", "{directions")
        if grid := board.usual_grid():
            at = {name: (column, row) for (column, row), name in grid.names()}
            named = {place: name for name, place in at.items()}
            items: list[tuple[str, Form | None]] = []
            for form, (columns, rows) in grid.directions:
                step = f"{rows} {columns} {{direction}} {context.direction(form.text)}"
                items.append((step, form))
                for name, (column, row) in at.items():
                    goal = named.get((column + columns, row + rows))
                    if goal and name in board.positions and goal in board.positions:
                        made[form.text, name] = goal
            items += [
                (f"{offset[0]} {offset[1]} {{direction}} {name}", None)
                for name, offset in self.row_goals.added.items()
                if isinstance(offset, tuple)
            ]
            self.rows(items)
        links = []
        for (direction, begin), end in board.links.items():
            if made.get((direction, begin)) != end:
                link = (
                    f"{{link}} {context.direction(direction)} {context.position(begin)} "
                    f"{context.position(end)}"
                )
                links.append((link, board.link_forms.get((direction, begin))))
        for name, added in self.row_goals.added.items():
            if isinstance(added, list):
                places = ((context.position(begin), context.position(end)) for begin, end in added)
                links += [(f"{{link}} {name} {begin} {end}", None) for begin, end in places]
        for direction, begin in made:
            if (direction, begin) not in board.links:
                cut = f"{{unlink}} {context.direction(direction)} {context.position(begin)}"
                links.append((cut, None))
        linked = {direction for direction, _ in board.links} | {d for d, _ in made}
        first = next(iter(board.positions))
        for direction in board.directions:
            if direction not in linked:
                name, place = context.direction(direction), context.position(first)
                links.append((f"{{link}} {name} {place} {place}  {{unlink}} {name} {place}", None))
        self.rows(links)
        self.put("directions}")

    def players(self) -> None:
        context, game = self.context, self.game
        names = context.names
        self.put("", "{players")
        items = []
        for player in game.players:
            word = "{neutral}" if player in context.neutral else "{player}"
            random = "  {random}" if player[0] == "?" and player not in context.neutral else ""
            text = f"{word} {names('player', player)}{random}"
            items.append((text, game.forms.get("players")))
        self.rows(items)
        self.put("players}", "")
        for number, kind in enumerate(game.move_types, 1):
            self.put(f"{number} CONSTANT {names('move-type', kind)}   \\ a type of moves")
        self.put("{turn-order")
        for number, turn in enumerate(game.turns):
            if number == game.repeat and number:
                self.put("\t{repeat}")
            line = f"\t{{turn}} {names('player', turn.player)}"
            if turn.moved:
                line += f" {{for-player}} {names('player', turn.moved)}"
            if turn.move_type:
                line += f" {{of-type}} {names('move-type', turn.move_type)}"
            self.lines.append(Line(line, game.forms.get("turn-order")))
        self.put("turn-order}")
        self.symmetries()
        option = game.option("pass turn")
        if option in ("true", "forced", "2"):
            self.put("", "$passTurnForced ON")
        if context.recycles and context.hand:
            self.put("", "#ToOwner $recycle !   \\ what is taken goes back to its owner's store")

    def symmetries(self) -> None:
        context = self.context
        pairs = {(p, a.text, b.text): a for p, a, b in self.game.board.symmetries}
        if not pairs:
            return
        self.put("", "{symmetries")
        items, done = [], set()
        for (player, one, other), form in pairs.items():
            if (player, one, other) in done or player not in self.game.players or one == other:
                continue
            own = context.names("player", player)
            words = f"{context.direction(one)} {context.direction(other)}"
            done.add((player, one, other))
            if (player, other, one) in pairs:
                done.add((player, other, one))
                items.append((f"{own} {{symmetry}} {words}", form))
            else:
                items.append((f"{own} {{asymmetry}} {words}", form))
        self.rows(items)
        self.put("symmetries}")

    def zones(self) -> None:
        zones = self.game.board.zones
        if not zones:
            return
        names = self.context.names
        self.put("", "{zones")
        for name in dict.fromkeys(zone.name for zone in zones):
            for player, positions in self.context.zone_owners(name).items():
                own = names("player", player) if player else "0"
                places = [names("position", each) for each in positions]
                form = next(
                    (
                        z.form
                        for z in zones
                        if z.name == name and (player in z.players or not player)
                    ),
                    None,
                )
                words = [f"{own} {{zone}} {names('zone', name)}", *places]
                self.rows([(word, form) for word in words])
        self.put("zones}")

    def piece_names(self) -> None:
        self.put("", "{pieces")
        self.rows([f"{{piece}} {self.context.names('piece', name)}" for name in self.game.pieces])
        self.put("pieces}")

    def storage(self) -> list[str]:
        """Return the declarations of flags."""
        names = self.context.names
        flags = [word for (kind, _), word in names.given.items() if kind == "flag"]
        marks = [word for (kind, _), word in names.given.items() if kind == "position-flag"]
        texts = ["VARIABLE " + "   VARIABLE ".join(flags)] if flags else []
        count = len(self.game.board.positions)
        texts += [
            f"{count} [] {word}-cells   : {word} ( pos -- addr )   {word}-cells ;".replace(
                f"{word}-cells   : {word} ( pos -- addr )   {word}-cells ;", word
            )
            for word in marks
        ]
        if "mine?" in self.context.needed:
            own = "1- from ="
            if self.context.royal or self.context.heads & ATTACKS:  # enemies attack meanwhile
                own = "1- DUP from =  SWAP player-at from player-at <>  OR"
            texts.append(
                ": mine? ( -- ? )   \\ Whether the piece may move: only one continues a turn.\n"
                f"\tgoing-on @ DUP IF {own} ELSE DROP TRUE ENDIF\n;"
            )
        return texts

    def attribute_name(self, name: str) -> str:
        """Return the name of the bits of an attribute, which are 0 for its default."""
        word = self.context.names("attribute", name)
        return f"{word}-set" if any(self.context.attributes[name].values()) else word

    def attribute_words(self) -> list[str]:
        """Return the words of attributes whose default is true for some types."""
        context = self.context
        goal = context.goal if "goal" in context.needed else "here"
        texts = []
        for name, defaults in context.attributes.items():
            if not any(defaults.values()):
                continue
            word = context.names("attribute", name)
            values = " ".join(
                f"{int(defaults.get(piece, False))} ," for piece in context.game.pieces
            )
            texts.append(
                f"CREATE {word}-default   0 , {values}   \\ by type\n"
                f": {word}-at ( pos -- ? )   "
                f"DUP {word}-set-at SWAP piece-type-at CELLS {word}-default + @ XOR ;\n"
                f": {word} ( -- ? )   here {word}-at ;\n"
                f": {word}-at! ( ? pos -- )\n"
                f"\tDUP piece-type-at  OVER {goal} = OVER 0= OR IF DROP current-piece-type ENDIF\n"
                f"\tCELLS {word}-default + @ ROT 1 AND XOR SWAP {word}-set-at!\n;"
            )
        return texts

    def move_lists(self, moves: MoveWords) -> list[Line]:
        """Write the words of all moves; return the sections that list them by piece."""
        context, game = self.context, self.game
        names = context.names
        blocks = block_list(context)
        moves.gather([(block, royal, drop) for _, block, royal, drop in blocks])
        lists: list[Line] = []
        named: dict[tuple[str, bool], str] = {}
        passing = game.option("pass turn") == "true"
        going = game.option("pass partial") == "true" and context.partial
        pass_word = ""
        if passing or going:
            pass_word = names.word("pass-turn")
            test = (
                "" if passing and going else "going-on @ 0= " if context.partial and passing else ""
            )
            if going and not passing:
                test = "going-on @ 0<> "
            verify = f"{test}verify " if test else ""
            moves.lines.append(Line(f": {pass_word} ( -- )   {verify}Pass ;"))
        order = list(dict.fromkeys(block.move_type for _, block, _, _ in blocks))
        for piece in game.pieces.values():
            for drop in (False, True):
                entries = [
                    (block.move_type, moves.word(block, piece, royal, drop), block.form)
                    for owner, block, royal, drops in blocks
                    if owner is piece and drops == drop
                ]
                if pass_word and not drop:
                    types = order if going else [""]
                    entries += [
                        (kind, pass_word, piece.form) for kind in dict.fromkeys(["", *types])
                    ]
                if not entries:
                    continue
                name = names.word(f"{piece.name}-{'drops' if drop else 'moves'}")
                named[piece.name, drop] = name
                lists.append(Line(f"{{moves {name}", piece.form))
                for kind, word, form in entries:
                    typed = f" {{move-type}} {names('move-type', kind)}" if kind else ""
                    lists.append(Line(f"\t{{move}} {word}{typed}", form))
                lists.append(Line("moves}"))
        if game.priorities:
            items = "  ".join(
                f"{{move-priority}} {names('move-type', kind)}"
                for kind in game.priorities
                if kind in game.move_types
            )
            if context.royal:
                items += "  {unconditional}"  # check is asked after the priorities
            ranked = game.forms.get("move-priorities")
            lists += [Line(""), Line(f"{{move-priorities  {items}  move-priorities}}", ranked)]
        lists += [Line(""), Line("{pieces")]
        for piece in game.pieces.values():
            line = f"\t{{piece}} {names('piece', piece.name)}"
            if (piece.name, False) in named:
                line += f" {{moves}} {named[piece.name, False]}"
            if (piece.name, True) in named:
                line += f" {{drops}} {named[piece.name, True]}"
            lists.append(Line(line, piece.form))
        lists.append(Line("pieces}"))
        return lists

    def setup(self) -> None:
        context, game = self.context, self.game
        names = context.names
        self.put("", "{board-setup")
        placed = {s.position: s for s in game.setups if s.position}
        self.rows(
            [
                (
                    f"{{setup}} {names('player', s.player)} {names('piece', s.piece)} "
                    f"{names('position', s.position)}",
                    s.form,
                )
                for s in placed.values()
            ]
        )
        self.put("board-setup}")
        start: list[tuple[str, Form | None]] = []
        hands: dict[tuple[str, str], tuple[int, Form]] = {}
        for s in game.setups:
            if not s.position and context.hand:
                before = hands.get((s.piece, s.player), (0, s.form))
                hands[s.piece, s.player] = (before[0] + s.count, before[1])
        for (piece, player), (count, first) in hands.items():
            dealt = f"{count} {names('piece', piece)} {names('player', player)} in-hand!"
            start.append((dealt, first))
        if context.lasts:
            start.append(("-1 last-from !  -1 last-to !", None))
        if context.king_array:
            royal = {name for own in context.royal.values() for name in own}
            for s in placed.values():
                if s.piece in royal:
                    place = f"{names('position', s.position)} {names('player', s.player)}"
                    start.append((f"{place} player-index kings !", s.form))
        if start:
            self.put("", ": OnNewGame ( -- )")
            self.lines += [Line(f"\t{text}", form) for text, form in start]
            self.put(";")
        if context.partial:
            self.put("", ": OnNextTurn ( -- )   OnNextTurn  0 going-on ! ;")

    def partial_pass(self) -> list[str]:
        """Return the event that takes out a pass if a turn can only end."""
        if self.game.option("pass partial") != "true" or not self.context.partial:
            return []
        return [
            ": OnMoves ( -- )   \\ A turn that cannot be continued ends by itself.\n"
            "\tgoing-on @ 0<>  move-count 1 =  AND IF $FirstMove strike ENDIF\n;"
        ]

    def legality(self) -> list[str]:
        """Return the rule about royal pieces, and whether the player to move is in check."""
        context = self.context
        if not context.royal:
            return []
        partial = "partial? IF TRUE EXIT ENDIF  " if context.partial else ""
        names = context.names
        players = [name for name in self.game.players if name not in context.neutral]
        everyone = all(player in context.royal for player in players)
        if context.king_array and everyone:
            return [*self.king_words(), f": OnIsLegal? ( -- ? )   {partial}in-check? NOT ;"]
        lines = [": royal-at? ( pos -- ? )   \\ Whether the player may not leave it in check.",
                 "\tpiece-at #Player #PieceType OR AND"]  # fmt: skip
        for player, kinds in context.royal.items():
            for kind in dict.fromkeys(kinds):
                own = f"{names('player', player)} {names('piece', kind)} OR"
                lines.append(
                    f"\tDUP {own} = IF DROP current-player {names('player', player)} = EXIT ENDIF"
                )
        lines += ["\tDROP FALSE", ";"]
        return [
            "\n".join(lines),
            ": in-check? ( -- ? )\n"
            "\t$positions @ BEGIN DUP WHILE 1-\n"
            "\t\tDUP royal-at? IF DUP attacked? IF DROP TRUE EXIT ENDIF ENDIF\n"
            "\tREPEAT DROP FALSE\n;",
            f": OnIsLegal? ( -- ? )   {partial}in-check? NOT ;",
        ]

    def king_words(self) -> list[str]:
        """Return the words for the places of the kings."""
        context = self.context
        names = context.names
        context.need("king-cell")
        king = names("piece", next(iter(context.royal.values()))[0])
        find = (
            ": king-at ( player -- pos )   \\ Where a player's king stands, -1 if nowhere.\n"
            f"\t{king} OR  $positions @ BEGIN DUP WHILE 1-\n"
            "\t\t2DUP piece-at #Player #PieceType OR AND = IF SWAP DROP EXIT ENDIF\n"
            "\tREPEAT 2DROP -1\n;"
        )
        noted = " ".join(
            f"{own} king-at {own} player-index kings !"
            for own in (names("player", player) for player in context.royal)
        )
        check = ": in-check? ( -- ? )   king-cell @ attacked? ;"
        if not context.king_sure:
            check = (
                ": in-check? ( -- ? )   \\ A move may have taken the king along.\n"
                f"\tcurrent-player {king} OR  king-cell @ piece-at #Player #PieceType OR AND  =\n"
                "\tIF king-cell @ ELSE current-player king-at ENDIF attacked?\n;"
            )
        return [find, check, f": OnPosition ( -- )   {noted} ;"]


def _plain(text: str) -> str:
    return " ".join(text.split())


def _wrapped(text: str, width: int) -> list[str]:
    import textwrap

    return textwrap.wrap(text, width)


def _spaced(lines: list[Line]) -> list[Line]:
    return lines
