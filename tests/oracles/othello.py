"""Othello, as OpenSpiel plays it."""

from .spiel import Spiel

RAYS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
Square = tuple[int, int]  # row from the top and column


class Othello(Spiel):
    """Othello: the discs turned are those that differ before and after its action."""

    GAME = "othello"
    PLAYERS = ("Black", "White")

    def text(self, action: int) -> str:
        name = self.state.action_to_string(action)
        if name == "pass":
            return "Pass"
        parts = [f"{self.player} disc {name}"]
        turned = self._turned(action)
        column, row = "abcdefgh".index(name[0]), int(name[1]) - 1
        for down, right in RAYS:
            for distance in range(1, 8):
                square = row + down * distance, column + right * distance
                if square in turned:
                    parts.append(f"= {self.player} on {'abcdefgh'[square[1]]}{square[0] + 1}")
        return " ".join(parts)

    def _turned(self, action: int) -> set[Square]:
        before = self._discs(self.state)
        after = self._discs(self.state.child(action))
        return {square for square, disc in before.items() if after[square] != disc}

    @staticmethod
    def _discs(state: object) -> dict[Square, str]:
        rows = [line.split()[1:9] for line in str(state).splitlines()[2:10]]
        board = {(row, column): rows[row][column] for row in range(8) for column in range(8)}
        return {square: disc for square, disc in board.items() if disc != "-"}


GAMES = {"othello": Othello}
