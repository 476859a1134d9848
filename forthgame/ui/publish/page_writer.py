"""Write a game as one HTML file that needs nothing else."""

from __future__ import annotations

import base64
import gzip
import html
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from forthgame.api.game import Game, load
from forthgame.base.source import find_script
from forthgame.draw.svg_documents import svg
from forthgame.rules.engines import ENGINES, Limits
from forthgame.search.engine_choice import choose_engine
from forthgame.ui.publish.drawing_facts import drawing_facts, heaps_of
from forthgame.ui.publish.game_facts import game_facts, worker_source
from forthgame.ui.publish.players_part import players_part
from forthgame.ui.publish.script_bundle import bundle, bundled_file
from forthgame.ui.publish.wasm_game import wasm_game
from forthgame.ui.tables.offered_scripts import readme_of
from forthgame.ui.worker.piece_comments import piece_comments
from forthgame.ui.worker.piece_moves import piece_groups
from forthgame.version import __version__

LONGEST_DESCRIPTION: Final = 160  # characters of a description
_HEADING: Final = re.compile(r"^#{1,6}\s+(.*?)\s*#*$", re.M)
_LINK: Final = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_SIGNS: Final = re.compile(r"\*\*|__|`")


def title_of(readme: str, script: Path, name: str) -> str:
    """Return the title of a game: the heading that is its name, or the first heading.

    The first heading counts for a script with the name of its folder; the other scripts of such a
    folder have it before their names. Without one, it is the name with a capital letter.
    """
    found = _HEADING.findall(readme)
    own = [heading for heading in found if _letters(heading) == _letters(name)]
    main = script.with_stem(script.parent.name)
    if own or (found and script == main):
        return _without_marks((own or found)[0])
    title = name[:1].upper() + name[1:].replace("-", " ")
    return f"{_without_marks(found[0])}: {title}" if found and main.exists() else title


def description_of(readme: str) -> str:
    """Return the first paragraph, shortened; empty if there is none."""
    for block in re.split(r"\n\s*\n", readme):
        if not block.lstrip().startswith(("#", "|", "```", "    ", "!", "<")) and block.strip():
            text = _without_marks(block)
            return (
                text
                if len(text) <= LONGEST_DESCRIPTION
                else text[: LONGEST_DESCRIPTION - 2].rsplit(" ", 1)[0] + " …"
            )
    return ""


def _letters(text: str) -> str:
    return re.sub(r"\W", "", text).casefold()


def _without_marks(markdown: str) -> str:
    return _SIGNS.sub("", _LINK.sub(r"\1", " ".join(markdown.split())))


FIRST: Final = "published.js"
HARD: Final = "hard"  # what plays the other sides until somebody chooses
SECONDS: Final = {"medium": 0.2, "hard": 1.0, "strongest": 4.0}
FEW: Final = 40  # random games of the easy level
Strength = dict[str, object]


@dataclass(frozen=True)
class PublishedPage:
    """A page: the game's name and title, its HTML, and what is shown of it elsewhere.

    `preview` is a picture of the first position as SVG; `sizes` has the bytes of the parts of the
    page, compressed as they are in it.
    """

    name: str
    title: str
    description: str
    text: str
    preview: str
    sizes: Mapping[str, int]


def publish(
    script: str, home: str = "", engine: str | None = None, speed: int | None = None
) -> PublishedPage:
    """Return the page of a game, given a script or the name of a bundled game.

    `home` is an address for a link back; `engine` plays the other sides, by default the one that
    suits the game; `speed` is the level of optimisation. Raises ForthgameError if the game cannot
    be loaded or compiled.
    """
    path = find_script(script)
    with load(path) as game:
        built = wasm_game(game, speed)
        state = game.new_game(seed=1)
        facts = game_facts(game, state, built) | {"heaps": heaps_of(game)}
        chosen = engine or choose_engine(state, "auto", Limits(time=1.0)).name
        parts = {"words": built.code, "image": built.image, "interpreter": built.interpreter}
        packed = {name: _packed(part) for name, part in parts.items()}
        readme = readme_of(path)
        title = title_of(readme, path, game.name)
        data: dict[str, Any] = {
            "name": title,
            "digest": game.digest[:16],
            "facts": facts,
            "drawing": drawing_facts(game, state),
            "comments": piece_comments(game),
            "rules": _rules(game, readme),
            "worker": worker_source(),
            "strengths": strengths(chosen),
            "usual": HARD,
            "adviser": HARD,
            **packed,
        }
        sizes = {name: len(text) for name, text in packed.items()}
        credit = f"Made with forthgame {__version__} from {path.name}"
        text = _page(title, data, home, credit)
        return PublishedPage(
            game.name, title, description_of(readme), text, svg(state, size=400), sizes
        )


def _rules(game: Game, readme: str) -> dict[str, Any]:
    """Return the rules without style, which the page has from its drawings."""
    found = piece_groups(game)
    return {"groups": found["groups"], "more": found["more"], "readme": players_part(readme)}


def strengths(engine: str) -> dict[str, Strength]:
    """Return the levels of play by name: what the page calls them, the engine and its limits."""
    known = ENGINES.get(engine)
    if known is None or not (known.tree or known.step):
        engine, known = "uct", ENGINES["uct"]
    easy = {"playouts": FEW} if known.tree else {"depth": 1}
    found: dict[str, Strength] = {
        "random": {"what": "Computer: any move", "engine": "random", "limits": {}},
        "easy": {"what": "Computer: easy", "engine": engine, "limits": easy},
    }
    for name, seconds in SECONDS.items():
        limits = {"seconds": seconds}
        found[name] = {"what": f"Computer: {name}", "engine": engine, "limits": limits}
    return found


def _packed(data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def _page(name: str, data: Mapping[str, Any], home: str, credit: str) -> str:
    title = html.escape(name)
    back = f'<a class="brand" href="{html.escape(home)}">All games</a>' if home else ""
    style = "".join(bundled_file(name) for name in ("style.css", "published.css"))
    parts = {
        "title": title,
        "home": back,
        "credit": html.escape(credit),
        "head": f"<style>{style}</style>",
        "data": (
            f'<script id="game" type="application/json">{_in_script(data)}</script>\n'
            f'<script type="module">{bundle(FIRST)}</script>'
        ),
    }
    return re.sub(r"@(\w+)@", lambda found: parts[found[1]], bundled_file("page.html"))


def _in_script(data: Any) -> str:
    """Return JSON that cannot end the script element that holds it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")
