"""Read `(game …)` and `(variant …)` into a model."""

from __future__ import annotations

from forthgame.base.errors import shortened
from forthgame.zrf.board_reader import BoardReader
from forthgame.zrf.forms import Form
from forthgame.zrf.model import Game, Goal, MoveBlock, Piece, Setup, Turn
from forthgame.zrf.rule_file import RuleFile

KEPT = ("players", "turn-order", "move-priorities")  # parts whose forms are remembered
TEXTS = ["title", "description", "history", "strategy", "solution"]
IGNORED = ["music", "opening-sound", "move-sound", "release-sound", "capture-sound", "drop-sound",
           "change-sound", "click-sound", "win-sound", "loss-sound", "draw-sound", "thumbnail",
           "default"]  # fmt: skip
PARTS = [*TEXTS, *IGNORED, "board", "players", "turn-order", "piece", "board-setup", "option",
         "win-condition", "loss-condition", "draw-condition", "count-condition", "move-priorities",
         "engine"]  # fmt: skip
WINDOW = {"animate captures", "animate drops", "prevent flipping", "allow flipping", "smart moves",
          "highlight goals", "show moves list", "smart from", "smart to", "silent ? moves",
          "progressive levels"}  # fmt: skip
RULES = {"pass turn", "pass partial", "recycle captures", "recycle promotions", "maximal captures",
         "discard cascades", "include off-pieces"}  # fmt: skip
VALUES = {
    "pass turn": ("true", "false", "forced", "2"),
    "pass partial": ("true", "false"),
    "recycle captures": ("true", "false"),
    "recycle promotions": ("true", "false"),
    "maximal captures": ("true", "false", "2"),
    "discard cascades": ("true", "false"),
    "include off-pieces": ("true", "false"),
}
NOT_INHERITED = ("maximal captures",)


def read_game(file: RuleFile, number: int) -> Game:
    """Return the model of the game or variant with an index in `file.playable()`."""
    title, form = file.playable()[number]
    file.macros.made = 0
    games = [one for one in file.forms if one.head == "game"]
    reader = _GameReader(file)
    if form.head == "variant":
        reader.read(games[0])
        game = reader.game
        game.options = {k: v for k, v in game.options.items() if k not in NOT_INHERITED}
        game.is_variant, game.form = True, form
        reader.own_goals = False
    reader.game.form, reader.game.number = form, number + 1
    reader.read(form)
    reader.game.title = title
    reader.finish()
    # a variant may go on with a type of moves that none of its pieces has
    missing = file.move_types() - set(reader.game.move_types) - set(reader.game.pieces)
    reader.game.move_types += sorted(name for name in missing if "$" not in name)
    return reader.game


class _GameReader:
    """Fills a model with the parts of a game, then with those of a variant."""

    def __init__(self, file: RuleFile) -> None:
        self.file, self.macros = file, file.macros
        self.game = Game("", 1, file.forms[0], False)
        self.own_goals = True
        self.setup_forms: list[Form] = []

    def expand(self, forms: list[Form]) -> list[Form]:
        return list(self.macros.expand(forms))

    def read(self, form: Form) -> None:
        game = self.game
        for part in self.expand(form.rest):
            head = part.head.lower()
            if head in KEPT:
                game.forms[head] = part
            if head in TEXTS:
                game.texts[head] = " ".join(one.text for one in self.expand(part.rest))
            elif head in IGNORED:
                continue
            elif head == "board":
                game.board = BoardReader(self.macros).read(part)
            elif head == "players":
                game.players = [one.text for one in self.expand(part.rest)]
            elif head == "turn-order":
                self.turn_order(part)
            elif head == "piece":
                self.piece(part)
            elif head == "board-setup":
                self.setup_forms = [part]
            elif head == "option":
                self.option(part)
            elif head.endswith("-condition") and head[:-10] in ("win", "loss", "draw", "count"):
                self.goal(part, head[:-10])
            elif head == "move-priorities":
                game.priorities = [one.text for one in self.expand(part.rest)]
            elif head == "engine":
                raise part.error(
                    "this game is played by a program of its own, "
                    f"{shortened(part.rest[0].text) if part.rest else ''}: load its script instead"
                )
            elif head.replace("-", " ") in RULES | WINDOW:
                self.set_option(head.replace("-", " "), part.rest[0] if part.rest else part, part)
            elif part.items:
                raise part.items[0].unknown("unknown keyword", PARTS)
            elif part.items is None and part.text.lower() not in IGNORED:
                raise part.unknown("unknown keyword", PARTS)

    def option(self, part: Form) -> None:
        values = self.expand(part.rest)
        if len(values) != 2:
            raise part.error('an option has a name and a value: (option "pass turn" true)')
        self.set_option(" ".join(values[0].text.lower().split()), values[1], part)

    def set_option(self, name: str, value: Form, part: Form) -> None:
        if name in WINDOW:
            return
        if name not in RULES:
            raise part.error(
                f"the option {shortened(name)!r} is not one of Zillions'; it may change the rules"
            )
        text = value.text.lower()
        if text not in VALUES[name]:
            raise value.error(
                f"the option {name!r} is {' or '.join(VALUES[name])}, not {shortened(text)!r}"
            )
        self.game.options[name] = (text, part)

    def turn_order(self, part: Form) -> None:
        game = self.game
        game.turns, game.repeat = [], 0
        for one in self.expand(part.rest):
            if one.items is None:
                if one.text.lower() == "repeat":
                    game.repeat = len(game.turns)
                else:
                    game.turns.append(Turn(self.player(one)))
                continue
            items = self.expand(one.items)
            if not items:
                raise one.error("this turn names no player")
            player, moved, move_type = self.player(items[0]), "", ""
            for extra in items[1:]:
                if extra.text in game.players and not moved and not move_type:
                    moved = extra.text
                else:
                    move_type = self.move_type(extra.text)
            game.turns.append(Turn(player, moved if moved != player else "", move_type))
        if not game.turns:
            raise part.error("the turn order names no player")

    def move_type(self, name: str) -> str:
        if name not in self.game.move_types:
            self.game.move_types.append(name)
        return name

    def player(self, form: Form) -> str:
        if form.text not in self.game.players:
            raise form.unknown("unknown player", self.game.players)
        return form.text

    def piece(self, part: Form) -> None:
        piece = Piece("", part)
        for one in self.expand(part.rest):
            values = self.expand(one.rest)
            head = one.head.lower()
            if head == "name" and values:
                piece.name = values[0].text
            elif head == "image":
                owner = ""
                for value in values:
                    if not value.string and value.items is None:
                        owner = value.text
                        piece.images[owner] = []
                    elif owner:
                        piece.images[owner].append(value.text)
            elif head == "attribute" and len(values) == 2:
                piece.attributes[values[0].text] = values[1].text.lower() == "true"
            elif head == "moves":
                piece.moves += self.blocks(values)
            elif head == "drops":
                piece.drops += self.blocks(values)
            elif head in ("description", "help", "notation") and values:
                setattr(piece, head, values[0].text)
            elif "dummy" in (head, one.text) or head == "open":
                continue  # for the window of Zillions only
            elif one.items:
                raise one.items[0].unknown(
                    "unknown keyword in piece:",
                    ["name", "image", "attribute", "moves", "drops", "description", "help",
                     "notation", "dummy", "open"],
                )  # fmt: skip
            else:
                raise one.error(f"{shortened(one.text)!r} is not a part of a piece")
        if not piece.name:
            raise part.error("this piece has no name")
        self.game.pieces[piece.name] = piece

    def blocks(self, values: list[Form]) -> list[MoveBlock]:
        found: list[MoveBlock] = []
        move_type = ""
        for one in values:
            if one.items is None:
                raise one.error(
                    f"{shortened(one.text)!r} stands outside of a move's brackets; "
                    "a macro of this name does not exist"
                )
            if one.head == "move-type":
                named = self.expand(one.rest)
                if len(named) != 1:
                    raise one.error("move-type takes one name")
                move_type = self.move_type(named[0].text)
            elif one.items:
                found.append(MoveBlock(one, move_type))
        return found

    def goal(self, part: Form, kind: str) -> None:
        if not self.own_goals:
            self.game.goals, self.own_goals = [], True
        values = self.expand(part.rest)
        players = list(self.game.players)
        if len(values) > 1 and values[0].items is not None:
            players = [self.player(one) for one in self.expand(values[0].items)]
            values = values[1:]
        if len(values) != 1:
            raise part.error(f"{kind}-condition takes players and one condition")
        self.game.goals.append(Goal(kind, players, values[0], part))

    def finish(self) -> None:
        game = self.game
        for need, what in (
            (game.players, "players"), (game.turns, "turn-order"), (game.pieces, "piece"),
            (game.board.positions, "board"),
        ):  # fmt: skip
            if not need:
                raise game.form.error(f"this game has no ({what} …)")
        for part in self.setup_forms:
            for side in self.expand(part.rest):
                self.side(side)

    def side(self, side: Form) -> None:
        items = self.expand(side.items or [])
        if not items:
            raise side.error("the set-up has a list for each player: (White (Man a1 b1))")
        player = self.player(items[0])
        for group in items[1:]:
            parts = self.expand(group.items or [])
            if not parts or parts[0].text not in self.game.pieces:
                raise (parts[0] if parts else group).unknown(
                    "unknown piece", list(self.game.pieces)
                )
            self.placed(player, parts)

    def placed(self, player: str, parts: list[Form]) -> None:
        board, k = self.game.board, 1
        while k < len(parts):
            one = parts[k]
            if one.text == "off" and one.text not in board.positions:
                count = (
                    int(parts[k + 1].text) if parts[k + 1 :] and parts[k + 1].text.isdigit() else 1
                )
                self.game.setups.append(Setup(player, parts[0].text, "", count, one))
                k += 2
                continue
            zones = [zone for zone in board.zones if zone.name == one.text]
            if one.text in board.positions:
                self.game.setups.append(Setup(player, parts[0].text, one.text, 1, one))
            elif one.text in board.killed:
                pass
            elif zones:
                for zone in zones:
                    if player in zone.players:
                        self.game.setups += [
                            Setup(player, parts[0].text, name, 1, one) for name in zone.positions
                        ]
            else:
                raise one.unknown("unknown position", list(board.positions))
            k += 1
