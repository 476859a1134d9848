"""Read what a script says about its pieces in comments, for tooltips and the panel of rules."""

from __future__ import annotations

import re

from forthgame.api.game import Game
from forthgame.base.source import decoded_source

LONGEST = 160  # characters of a comment
PIECE = re.compile(r"(?:^|\s)\{piece\}\s+(\S+)")
COMMENT = re.compile(r"(?:^|\s)\\(?:\s+|$)(.*)")


def piece_comments(game: Game) -> dict[str, str]:
    """Return the comments of a script about its pieces.

    That is the comment behind `{piece} NAME`, if the line declares no other piece, else the line
    before it, if that is a comment. A later declaration of a piece counts more.
    """
    found: dict[str, str] = {}
    contents = [*game.forth.loaded.values(), game.contents]
    for data in contents:
        before = ""
        for line in decoded_source(data, game.path).text.splitlines():
            comment = COMMENT.search(line)
            text = comment[1].strip() if comment else ""
            code = line[: comment.start()] if comment else line
            names = [] if "{pieces" in code else PIECE.findall(code)  # there it has often no moves
            if len(names) == 1 and (text or before):
                found[names[0]] = (text or before)[:LONGEST]
            before = text if not code.strip() else ""
    return {name: text for name, text in found.items() if name in game.pieces}
