"""The declared turn order, and its tables in the machine's memory."""

from __future__ import annotations

from typing import Any

from forthgame.game.keeping import Keeping
from forthgame.game.model import Turn
from forthgame.lang import beyond
from forthgame.lang import layout as at


class TurnOrder(Keeping):
    """Handles `{turn}`, `{together}` and the words after them, `{label}` and `{repeat}`."""

    def __init__(self, forth: Any) -> None:
        super().__init__(forth)
        self.turns: list[Turn] = []
        self.repeat_turn = 0
        self.labels: dict[str, int] = {}

    def begin_turn_order(self) -> None:
        self.turns, self.repeat_turn, self.labels = [], 0, {}

    def _known_player(self, code: int) -> None:
        if code not in [p.code for p in self.players]:
            raise self._fail(f"{self._word()}: {code} is not a player")

    def turn(self, player: int) -> None:
        """Handle `{turn} player`."""
        self._inside("turn-order")
        self._known_player(player)
        self.turns.append(Turn(player, player))

    def _last_turn(self) -> Turn:
        self._inside("turn-order")
        if not self.turns:
            raise self._fail(f"{self._word()} must follow a {{turn}}")
        return self.turns[-1]

    def turn_for(self, player: int) -> None:
        """Handle `{for-player} player`."""
        self._known_player(player)
        self._last_turn().for_player = player

    def turn_type(self, number: int) -> None:
        """Handle `{of-type} type`."""
        self._last_turn().of_type = number

    def repeat(self) -> None:
        self._inside("turn-order")
        self.repeat_turn = len(self.turns)

    def label(self, name: str) -> None:
        """Handle `{label} name` for the next turn."""
        self._inside("turn-order")
        if name in self.labels:
            raise self._fail(f"there is a label {name!r} already")
        self.labels[name] = len(self.turns)
        self.forth.literal_word(name, 12 * len(self.turns)).role = "label"

    def together(self, player: int) -> None:
        """Handle `{together} player`, who chooses on the same position as the last `{turn}`."""
        self._known_player(player)
        self._last_turn()
        if len(self.turns) in self.labels.values():
            raise self._fail("a {label} stands before a {turn}, and not before its {together}")
        if self.repeat_turn == len(self.turns):
            raise self._fail("{repeat} stands before a {turn}, and not before its {together}")
        first = max(k for k, turn in enumerate(self.turns) if not turn.together)
        if any(turn.player == player for turn in self.turns[first:]):
            name = next(p.name for p in self.players if p.code == player)
            raise self._fail(f"{name} chooses in this turn already")
        self.turns.append(Turn(player, player, together=True))

    def choosers(self, number: int) -> range:
        """Return the numbers of the turns whose players choose together with a turn's."""
        first = last = number
        while self.turns[first].together:
            first -= 1
        while last + 1 < len(self.turns) and self.turns[last + 1].together:
            last += 1
        return range(first, last + 1)

    def write_choosers(self) -> None:
        """Write the table of players who choose together, if there are any."""
        some = any(turn.together for turn in self.turns)
        groups = [self.choosers(k) for k in range(len(self.turns))]
        cells = [value for group in groups for value in (12 * group.start, len(group))]
        self._register(beyond.CHOICE_TURNS, self.forth.store_cells(cells) if some else 0)
        self.kept.choosers = len(self.players) if some else 0

    def _write_turn_order(self) -> None:
        for name, number in self.labels.items():
            if number >= len(self.turns):
                raise self._fail(f"no turn follows the {{label}} {name}")
        if not self.turns:
            raise self._fail("there is no turn in the turn order")
        if self.repeat_turn >= len(self.turns):
            raise self._fail("no turn follows {repeat}")
        cells = [v for t in self.turns for v in (t.player, t.for_player, t.of_type)]
        table = self.forth.store_cells(cells)
        limit, repeat = 12 * len(self.turns), 12 * self.repeat_turn
        self.forth.processor.set_registers({
            at.TURN_TABLE: table, at.TURN_LIMIT: limit, at.TURN_REPEAT: repeat,
        })  # fmt: skip
        self.forth.processor.set_system({
            "$turnOrder": table, "$turnLimit": limit, "$repeatOffset": repeat,
        })  # fmt: skip
