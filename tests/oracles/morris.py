"""Nine men's morris, by OpenSpiel: there a man is taken by an action of its own."""

from .spiel import Spiel

POINTS = [
    "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4",
    "e4", "f4", "g4", "c3", "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1",
]  # fmt: skip


class Morris(Spiel):
    """Actions up to 23 name a point to put a man on or to take one from; then come moves."""

    GAME = "nine_mens_morris"
    PLAYERS = ("White", "Black")

    def _text(self, action: int) -> str:
        if action < len(POINTS):
            return f"{self.player} man {POINTS[action]}"
        start, end = divmod(action - len(POINTS), len(POINTS))
        return f"man {POINTS[start]} - {POINTS[end]}"

    def options(self) -> dict[str, list[int]]:
        options = {}
        for action in self.state.legal_actions():
            text, after = self._text(action), self.state.child(action)
            if after.is_terminal() or after.current_player() != self.turn:
                options[text] = [action]
                continue
            for taken in after.legal_actions():
                options[f"{text} x {POINTS[taken]}"] = [action, taken]
        return options


GAMES = {"morris": Morris}
