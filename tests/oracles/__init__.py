"""The rules of the games in `games/`, once more, in plain Python.

Each module implements one game from its rules, independently of forthgame and of the script, so
that a game played in both, with the same moves offered at every ply, is evidence for both.
"""

from .base import Oracle, Outcome
from .breakthrough import Breakthrough
from .connectfour import ConnectFour
from .splut import Splut
from .tictactoe import TicTacToe

__all__ = ["Breakthrough", "ConnectFour", "Oracle", "Outcome", "Splut", "TicTacToe"]
