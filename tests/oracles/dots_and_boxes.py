"""Dots and boxes, by OpenSpiel."""

from typing import ClassVar

from .spiel import Spiel


class DotsAndBoxes(Spiel):
    """An action is a line; dots, lines and boxes are a grid of which every other row has boxes."""

    PLAYERS = ("Red", "Blue")
    SIZE: ClassVar[int] = 5
    GAME = "dots_and_boxes(num_rows=5,num_cols=5)"

    def __init__(self) -> None:
        super().__init__()
        self._lines: dict[int, tuple[int, int]] = {}
        for action in self.state.legal_actions():
            kind, row, column = self.state.action_to_string(0, action)[3:-1].split(",")
            across = kind == "h"
            self._lines[action] = 2 * int(row) + (not across), 2 * int(column) + across

    def _name(self, row: int, column: int) -> str:
        return f"{'abcdefghijk'[column]}{2 * self.SIZE + 1 - row}"

    def _closed(self, row: int, column: int) -> list[tuple[int, int]]:
        """The boxes that lack only this line: above and below it, or left and right of it."""
        left = {self._lines[action] for action in self.state.legal_actions()}
        beside = (
            [(row - 1, column), (row + 1, column)]
            if column % 2
            else [(row, column - 1), (row, column + 1)]
        )
        return [
            (r, c)
            for r, c in beside
            if 0 <= r <= 2 * self.SIZE and 0 <= c <= 2 * self.SIZE
            and left & {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} == {(row, column)}
        ]  # fmt: skip

    def options(self) -> dict[str, list[int]]:
        options = {}
        for action in self.state.legal_actions():
            line = self._lines[action]
            boxes = self._closed(*line)
            parts = [f"{self.player} line {self._name(*line)}"]
            parts += [f"{self.player} box {self._name(*box)}" for box in boxes]
            options["partial 0 " * bool(boxes) + " ".join(parts)] = [action]
        return options

    def copy(self) -> "DotsAndBoxes":
        twin = super().copy()
        twin._lines = self._lines
        return twin


class Small(DotsAndBoxes):
    """Two rows of two boxes."""

    SIZE = 2
    GAME = "dots_and_boxes(num_rows=2,num_cols=2)"


GAMES = {"dots-and-boxes": DotsAndBoxes, "dots-and-boxes/2x2": Small}
COUNTS = {"dots-and-boxes": [60, 3540, 205320]}
