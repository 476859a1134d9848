"""The part of a README that players read on a page."""

from __future__ import annotations

import pytest

from forthgame.base.source import package_path
from forthgame.ui.publish.players_part import players_part

README = """# Nim

Take matches.

**Rules.** Take one, two or three.

    forthgame moves nim
    forthgame perft nim 3

| depth | 1 | 2 |
|---|---|---|
| perft | 3 | 9 |

The last one wins.

**The script.** One word.

**Proof.** By counting.

## Variants

```
a board

# of matches
```

## How the script is built

Shortly.

### More rules

Take turns.
"""


def test_players_do_not_read_about_the_script() -> None:
    found = players_part(README)
    for text in ("forthgame", "perft", "One word", "Proof", "built", "Shortly"):
        assert text not in found
    for text in ("# Nim", "Take matches.", "The last one wins.", "# of matches", "Take turns."):
        assert text in found


def test_a_readme_without_either_stays() -> None:
    text = "# Nim\n\nTake matches.\n\n## End\n\nNone is left.\n"
    assert players_part(text) == text


@pytest.mark.parametrize("game", ["chess", "splut", "tictactoe"])
def test_rules_of_bundled_games_stay(game: str) -> None:
    found = players_part(package_path("games", game, "README.md").read_text(encoding="utf-8"))
    assert "perft " + game not in found
    assert "**The script" not in found
    assert len(found) > 200
