"""Moves that players choose together stay secret from every request until all have chosen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `board`")

from forthgame.ui.tables.game_table import GameTable
from forthgame.ui.tables.worker_process import Lost
from forthgame.ui.worker.worker_main import REQUESTS
from forthgame.ui.worker.worker_state import LostLine, WorkerState
from serve.talking import kept, make_hub, talking

CHOICES = ("footman b1 - b2", "footman a2 - a3")
PAIRS = """
{board 1 3 {grid} board}
{players {player} One {player} Two players}
{turn-order {turn} One {together} Two turn-order}
: bet ( -- ) drop add-move ;
{moves bets {move} bet moves}
{pieces {piece} coin {drops} bets pieces}
: OnTogether ( -- ) One chosen move-to Two chosen move-to = IF 1 ELSE 2 ENDIF DROP ;
: OnIsGameOver ( -- result )
	repetitions 2 > IF #DrawScore ELSE #UnknownScore ENDIF ;
"""


pytestmark = pytest.mark.usefixtures("tables_here")


def test_secret_choices_are_not_shown(tmp_path: Path) -> None:
    """Before all have chosen, no request shows a choice."""
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("apocalypse")
        move = page.moves()[0]["text"]
        page.ask("play", at=0, move=move, exact=True)
        table = page.until(lambda table: len(table["plies"]) == 1)
        assert table["plies"][0][1] == ""
        assert page.ask("view")["last"] is None
        assert "error" in page.ask("view", ply=1, more=[move])
        assert "error" in page.ask("record")
        assert "error" in page.ask("half", move=page.moves()[0]["text"], action=0)


@pytest.mark.slow
def test_the_score_of_a_choice_is_as_secret(tmp_path: Path) -> None:
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("apocalypse", White="negamax:depth=1")
        table = page.until(lambda table: len(table["plies"]) == 1 and not table["thinking"])
        assert (table["plies"][0][1], table["said"], table["player"]) == ("", "", "Black")
        page.ask("play", at=1, move=page.moves()[0]["text"], exact=True)
        page.until(lambda table: len(table["plies"]) == 3)


def test_what_was_taken_back_does_not_show_whether_it_was_chosen_again(tmp_path: Path) -> None:
    with talking(make_hub(tmp_path)) as [page]:
        table = page.sit("apocalypse")
        for at in (0, 1):
            page.ask("play", at=at, move=page.moves()[0]["text"], exact=True)
        for at in (2, 1):
            page.ask("undo", at=at)
        seen = []
        for number in (0, 1):
            page.ask("play", at=0, move=page.moves()[number]["text"], exact=True)
            now = page.ask("join", table=table)["table"]
            seen.append((now["future"], now["mark"], page.ask("redo", at=1).get("error")))
            page.ask("undo", at=1)
            if not number:
                page.ask("redo", at=0)
                page.ask("undo", at=1)
        assert seen[0] == seen[1]
        assert seen[0][0] == 0


@pytest.mark.parametrize(
    ("do", "given"),
    [
        ("view", {}),
        ("count", {"depth": 2}),
        ("playouts", {"games": 3}),
        *(("why", {"question": event}) for event in ("over", "turn", "score", "partial")),
        ("why", {"question": "footman b5 - b4"}),
        ("why", {"question": "b4"}),
        ("why", {"question": "a2"}),
        ("analyse", {"engine": "negamax:depth=2"}),
    ],
)
@pytest.mark.sampled(4)
def test_no_answer_depends_on_what_was_chosen(do: str, given: dict[str, Any]) -> None:
    """Text, counts, random games and explanations are those of a position without it."""
    assert _answer("apocalypse", do, CHOICES[0], given) == _answer(
        "apocalypse", do, CHOICES[1], given
    )


def test_a_text_with_a_past_does_not_show_the_choice(tmp_path: Path) -> None:
    """The text contains the history that `repetitions` counts."""
    script = tmp_path / "pairs.4th"
    script.write_text(PAIRS)
    answers = [_answer(str(script), "view", f"One coin {at}", {}) for at in ("a1", "b1")]
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("drop add-move", "here b1 <> verify drop add-move"),
        ("repetitions 2 >", "repetitions 0>"),
    ],
)
def test_a_choice_that_fits_a_changed_script_no_more_is_not_named(
    tmp_path: Path, old: str, new: str
) -> None:
    """The error neither calls it illegal nor past the end; once all have chosen, moves are
    named.
    """
    script = tmp_path / "pairs.4th"
    script.write_text(PAIRS.replace(old, new))
    desk = WorkerState(str(script), lambda _: None)
    with pytest.raises(LostLine, match="ply 1") as secret:
        REQUESTS["status"](desk, {"line": ["One coin b1"]})
    assert "b1" not in str(secret.value)
    with pytest.raises(LostLine, match="One coin b1"):
        REQUESTS["status"](desk, {"line": ["One coin b1", "Two coin a1"]})


def _answer(script: str, do: str, move: str, given: dict[str, Any]) -> Any:
    """Return the answer to a page after a first choice, without the times."""
    found = REQUESTS[do](WorkerState(script, lambda _: None), {**given, "line": [move]})
    for part in (found.get("playouts", {}), *found.get("counts", []), *found.get("lines", [])):
        part.pop("seconds", None)
    return found


@pytest.mark.usefixtures("own_process")
def test_secrets_while_the_script_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that has just started cannot tell how much of the game is secret."""
    with talking(make_hub(tmp_path)) as [page]:
        table = page.sit("apocalypse")
        page.ask("play", at=0, move=CHOICES[0], exact=True)
        assert kept(tmp_path, table) == [["White", CHOICES[0]]]

    async def lost(*given: Any, **more: Any) -> None:
        raise Lost("no process")

    monkeypatch.setattr(GameTable, "ask", lost)
    with talking(make_hub(tmp_path)) as [page]:
        joined = page.ask("join", table=table)["table"]
        assert joined["plies"] == [["White", ""]]
        assert "until all players have chosen" in page.ask("record")["error"]
        assert (
            "until all players have chosen" in page.ask("count", ply=1, more=[CHOICES[1]])["error"]
        )


def test_secrets_while_a_choice_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The choice of the other player is a secret again at once."""
    seen: list[Any] = []
    ask = GameTable.ask

    async def looking(self: GameTable, role: str, do: str, *given: Any, **more: Any) -> Any:
        if do == "status":
            seen.append(self.snapshot()["plies"])
        return await ask(self, role, do, *given, **more)

    with talking(make_hub(tmp_path)) as [page]:
        page.sit("apocalypse")
        page.ask("play", at=0, move=CHOICES[0], exact=True)
        page.ask("play", at=1, move="footman b5 - b4", exact=True)
        monkeypatch.setattr(GameTable, "ask", looking)
        assert "error" not in page.ask("undo", at=2)
    assert seen == [[["White", ""]]]


def test_a_game_without_secrets_is_shown_without_its_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If no player chooses in secret, a broken script hides nothing."""
    with talking(make_hub(tmp_path)) as [page]:
        table = page.sit("tictactoe")
        page.ask("play", at=0, move="a1")

    async def lost(*given: Any, **more: Any) -> None:
        raise Lost("no process")

    monkeypatch.setattr(GameTable, "ask", lost)
    with talking(make_hub(tmp_path)) as [page]:
        assert page.ask("join", table=table)["table"]["plies"] == [["X", "X mark a1"]]
        assert "X mark a1" in page.ask("record")["text"]
