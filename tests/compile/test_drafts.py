"""Random games begin with machine code that is made quickly; the final code takes its place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

import forthgame
from forthgame import Game, ScriptError, ScriptLimits
from forthgame.base.source import package_path
from forthgame.compile.writer.ir_module import IrModule
from forthgame.machine.tiers import plan_search as plan
from forthgame.position.position_record import Playouts
from forthgame.rules.native import code_parts, part_builder

GAMES = 400
LINE = "is it over? let us see"


@pytest.fixture
def nothing_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ignore final machine code of earlier runs."""
    monkeypatch.setattr(plan.BuildPlan, "needs_draft", property(lambda plan: not plan.running))


def wait(game: Game) -> None:
    """Wait until the final machine code has been made."""
    assert game.native is not None
    found = game.native._playouts.plan
    assert found is not None
    found.build()


def alike(played: Playouts) -> Playouts:
    return replace(played, seconds=0.0)


@pytest.mark.usefixtures("nothing_cached")
def test_random_games_begin_with_a_draft() -> None:
    with forthgame.load("tictactoe") as game, forthgame.load("tictactoe", native=False) as plain:
        assert alike(game.playouts(GAMES, seed=3)) == alike(plain.playouts(GAMES, seed=3))
        assert game.native is not None
        assert game.native.ready
        assert game.native.drafting
        part = game.native._playouts
        assert part.waited > 0
        assert part.plan is not None
        assert not part.plan.running
        assert not part.ready


@pytest.mark.usefixtures("nothing_cached")
def test_the_final_code_takes_the_place_of_a_draft(monkeypatch: pytest.MonkeyPatch) -> None:
    with forthgame.load("tictactoe") as game, forthgame.load("tictactoe", native=False) as plain:
        game.playouts(GAMES, seed=3)
        assert game.native is not None
        tier = game.forth.processor.tier
        assert tier is not None
        entry = game.forth.engine_word("(playouts)").entry
        draft = tier.addresses[entry]
        monkeypatch.setattr(code_parts, "PATIENCE", 0.0)
        game.playouts(GAMES, seed=3)
        wait(game)
        assert alike(game.playouts(GAMES, seed=4)) == alike(plain.playouts(GAMES, seed=4))
        assert game.native._playouts.ready
        assert len(tier.built) == 2
        assert tier.addresses[entry] == tier.built[1].addresses[entry]
        assert draft == tier.built[0].addresses[entry]


@pytest.mark.usefixtures("nothing_cached")
def test_rollouts_go_on_in_the_final_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_parts, "PATIENCE", 0.0)
    with forthgame.load("tictactoe") as game, forthgame.load("tictactoe", native=False) as plain:
        played = []
        for each in (game, plain):
            states = [each.new_game(seed=k) for k in range(2)]
            played.append([*map(alike, each.rollouts(states, 130, jobs=2, seed=1))])
        assert played[0] == played[1]
        wait(game)
        game.rollouts([game.new_game(seed=1)], 200, jobs=1, seed=1)
        game.rollouts([game.new_game(seed=1)], 200, jobs=2, seed=1)
        own = game.forth.processor.tier
        assert own is not None
        assert len(own.built) == 2
        for twin in game.pool._free:
            assert twin.processor.tier is not None
            assert twin.processor.tier.addresses == own.addresses


@pytest.mark.usefixtures("nothing_cached")
def test_a_draft_replaces_no_final_code() -> None:
    with forthgame.load("tictactoe") as game:
        assert game.native is not None
        game.native.prepare_calls(wait=True, engines=False)
        tier = game.forth.processor.tier
        assert tier is not None
        before = dict(tier.addresses)
        assert game.playouts(GAMES, seed=1).games == GAMES
        assert game.native.drafting
        assert before.items() <= tier.addresses.items()
        assert len(tier.addresses) > len(before)


@pytest.mark.usefixtures("nothing_cached")
def test_what_random_games_print_is_limited_as_in_one_call(tmp_path: Path) -> None:
    """A draft plays them in portions, each of which prints less than the limit."""
    folder = package_path("games", "tictactoe")
    text = (folder / "tictactoe.4th").read_text(encoding="utf-8")
    (tmp_path / "printing.4th").write_text(
        text + f'\n: OnIsGameOver ( -- result ) ." {LINE}" OnIsGameOver ;\n', encoding="utf-8"
    )
    for native in (True, False):
        limits = ScriptLimits(output=GAMES * 6 * len(LINE))
        with (
            forthgame.load(tmp_path / "printing.4th", native=native, limits=limits) as game,
            pytest.raises(ScriptError, match=r"[Oo]utput"),
        ):
            game.playouts(GAMES, seed=3)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tictactoe", "breakthrough", "draughts/english"])
def test_drafts_play_what_final_code_plays(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The final code is fully optimised, and there are many portions."""
    monkeypatch.delenv("FORTHGAME_EFFORT", raising=False)
    monkeypatch.setattr(plan.BuildPlan, "needs_draft", property(lambda plan: not plan.running))
    monkeypatch.setattr(part_builder, "FIRST", 3)
    with forthgame.load(name) as drafted, forthgame.load(name) as final:
        assert final.native is not None
        final.native.prepare_playouts()
        wanted = alike(final.playouts(GAMES, seed=3, plies=120))
        assert alike(drafted.playouts(GAMES, seed=3, plies=120)) == wanted
        assert drafted.native is not None
        assert drafted.native.drafting
        assert not drafted.native._playouts.ready
        states = [[game.new_game(seed=k) for k in range(3)] for game in (drafted, final)]
        played = [
            [*map(alike, game.rollouts(own, GAMES, jobs=2, seed=1, plies=120))]
            for game, own in zip((drafted, final), states, strict=True)
        ]
        assert played[0] == played[1]
        assert not drafted.native._playouts.ready


@pytest.mark.parametrize(
    ("running", "hurried", "cached", "wanted"),
    [
        (False, False, False, True), (True, False, False, False), (False, True, False, False),
        (False, False, True, False),
    ],
)  # fmt: skip
def test_when_a_draft_is_sooner_there(
    monkeypatch: pytest.MonkeyPatch, running: bool, hurried: bool, cached: bool, wanted: bool
) -> None:
    """There is none while the final code is being made, was made before, or is made as quickly."""
    module = object()
    planned = plan.BuildPlan(cast("IrModule", module), {})
    monkeypatch.setattr(plan, "is_cached", lambda asked: asked is module and cached)
    monkeypatch.setattr(plan.quick_build, "quick_build_enabled", lambda: hurried)
    monkeypatch.setattr(plan.BuildPlan, "running", property(lambda plan: running))
    assert (planned.cached, planned.needs_draft) == (cached, wanted)
