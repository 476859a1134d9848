"""Searches start at once, and continue in better code while they run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

import forthgame
from forthgame import Game, ScriptError
from forthgame.base.source import package_path
from forthgame.compile.writer import machine_code
from forthgame.machine.tiers import plan_search as plan
from forthgame.machine.tiers.native_tier import NativeTier
from forthgame.machine.tiers.plan_search import BuildPlan
from forthgame.rules.native import code_parts, code_stages, part_builder
from forthgame.rules.native.code_parts import DOORS, ENGINE_ROOTS, CodePart
from forthgame.rules.native.native_game import NativeGame
from forthgame.rules.native.part_builder import PartBuilder
from tests.waiting import eventually

ENGINES = ("negamax", "brs", "brs+", "paranoid", "maxn", "best-first:nodes=300", "uct", "mcts")


@pytest.fixture(autouse=True)
def _eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin code at its first use, and cache nothing."""
    monkeypatch.setattr(code_stages, "EAGERNESS", 0.0)
    monkeypatch.setattr(code_parts, "PATIENCE", 0.0)
    monkeypatch.setattr(part_builder.plan_search, "cached_plan", lambda forth, wanted: None)


@pytest.fixture
def drafts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ignore final machine code of earlier runs."""
    monkeypatch.setattr(plan.BuildPlan, "needs_draft", property(lambda plan: not plan.running))


@pytest.fixture
def game() -> Iterator[Game]:
    with forthgame.load("breakthrough") as game:
        yield game


def native(game: Game) -> NativeGame:
    assert game.native is not None
    return game.native


def engines_alone(game: Game) -> None:
    """Use only the machine code of engines: words of the game that they call are interpreted."""
    own = native(game)
    own._prepare((own._engines,), wait=True)
    tier = game.forth.processor.tier
    assert tier is not None
    assert len(tier.built) == 1


def searched(game: Game, engine: str, **limits: int) -> tuple[str, int, int, int]:
    limits = limits or ({"playouts": 40} if engine in ("uct", "mcts") else {"depth": 3})
    found = game.new_game(seed=2).search(engine, seed=5, **limits)
    return found.move.text, found.score, found.nodes, found.depth


def engine_text(name: str) -> str:
    with forthgame.load(name) as game:
        own = native(game)
        return own.builder.module(own._engines).text()


def test_engines_have_the_same_code_in_games_that_are_alike() -> None:
    """Boards, pieces and words may differ; but not the features of the games."""
    texts = {engine_text(name) for name in ("tictactoe", "gomoku", "surakarta", "backgammon")}
    assert len(texts) == 1
    assert engine_text("chess") not in texts  # its rule of check is used


def test_a_changed_script_makes_no_code_of_engines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (package_path("games", "tictactoe") / "tictactoe.4th").read_text(encoding="utf-8")
    made: list[int] = []
    codes = machine_code._codes

    def counted(*given: object) -> object:
        found = codes(*given)  # type: ignore[arg-type]
        made.append(0 if found[1] else 1)
        return found

    for change in ("", ": OnMakeAMove 71 92 + DROP ;", "3 CONSTANT more"):
        script = tmp_path / "mine.4th"
        script.write_text(f"{text}\n{change}\n", encoding="utf-8")
        with forthgame.load(script) as game:
            engines_alone(game)
        monkeypatch.setattr(machine_code, "_codes", counted)
        machine_code._loaded.clear()
    assert made == [0, 0]


@pytest.mark.parametrize("name", ["breakthrough", "backgammon", "splut"])
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.sampled(8)
def test_engines_call_words_that_are_interpreted(name: str, engine: str) -> None:
    with forthgame.load(name) as game, forthgame.load(name, native=False) as plain:
        try:
            wanted = searched(plain, engine)
        except forthgame.ForthgameError:
            pytest.skip("this game cannot have the engine")
        engines_alone(game)
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(NativeGame, "prepare_search", lambda *given: None)
            assert searched(game, engine) == wanted
        assert not native(game)._judging.ready
        assert not native(game)._trees.ready


@pytest.mark.parametrize("staged", [False, True])
def test_errors_of_words_that_engines_call_are_the_same(tmp_path: Path, staged: bool) -> None:
    text = (package_path("games", "breakthrough") / "breakthrough.4th").read_text(encoding="utf-8")
    wrong = "VARIABLE judged\n: OnEvaluate ( -- n ) judged ++ judged @ 500 > IF 1 0 / ENDIF 1 ;\n"
    script = tmp_path / "wrong.4th"
    script.write_text(f"{text}\n{wrong}", encoding="utf-8")
    told = []
    for own in (True, False):
        with forthgame.load(script, native=own) as game:
            if own and not staged:
                engines_alone(game)
            with pytest.MonkeyPatch.context() as patched:
                if not staged:
                    patched.setattr(NativeGame, "prepare_search", lambda *given: None)
                with pytest.raises(ScriptError) as found:
                    searched(game, "negamax", depth=5)
            told.append((str(found.value), found.value.stack, found.value.chain))
            assert game.new_game(seed=1).moves()
    assert told[0] == told[1]


@pytest.mark.sampled(3)
@pytest.mark.usefixtures("drafts")
@pytest.mark.parametrize(("engine", "limits"), [
    ("negamax", {"nodes": 30_000}), ("uct", {"playouts": 9000}), ("best-first", {"nodes": 60_000}),
])  # fmt: skip
def test_a_search_goes_on_in_better_code(
    game: Game, engine: str, limits: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The draft replaces it during the search, and then the final code; the result is the same."""
    with forthgame.load("breakthrough", native=False) as plain:
        wanted = searched(plain, engine, **limits)
    engines_alone(game)
    inside: list[str] = []
    for stage in ("install", "install_draft"):
        done = getattr(NativeTier, stage)

        def noted(
            tier: NativeTier, plan: BuildPlan, stage: str = stage, done: object = done
        ) -> None:
            inside.append(f"{stage} {tier._nesting > 0}")
            done(tier, plan)  # type: ignore[operator]

        monkeypatch.setattr(NativeTier, stage, noted)
    monkeypatch.setattr(code_stages, "EAGERNESS", 0.02)
    both = {"install True", "install_draft True"}

    def come_in_the_middle() -> bool:
        assert searched(game, engine, **limits) == wanted
        part = native(game)._trees if engine == "uct" else native(game)._judging
        if part.ready:
            part.ready = part.drafted = part.asked = False  # once more: it was there too early
            part.plan, part.waited = None, 0.0
        return both <= {*inside}

    eventually(come_in_the_middle, "the code of both stages")


def test_a_search_with_a_clock_waits_for_no_draft(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[BuildPlan] = []
    monkeypatch.setattr(BuildPlan, "needs_draft", True)
    monkeypatch.setattr(BuildPlan, "start_draft", lambda plan: None)
    monkeypatch.setattr(BuildPlan, "draft", lambda plan, look: waited.append(plan) or plan.build())
    monkeypatch.setattr(PartBuilder, "install_draft", lambda *given: None)
    monkeypatch.setattr(code_stages, "PLANNING", 0.0)
    game.new_game(seed=1).search("negamax", time=0.05)
    assert not waited
    game.new_game(seed=1).search("negamax", depth=2)
    assert waited


def test_a_short_search_leaves_planning_to_the_time_after_it(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planning takes part of a second, which a program that has set a time would wait for."""
    monkeypatch.setattr(code_stages, "LENIENCE", 1e9)
    monkeypatch.setattr(code_stages, "NOTABLE", 0.0)
    monkeypatch.setattr(BuildPlan, "needs_draft", False)
    monkeypatch.setattr(BuildPlan, "cached", False)
    monkeypatch.setattr(BuildPlan, "start", lambda plan: None)
    own = native(game)
    game.new_game(seed=1).search("negamax", time=0.05)
    assert own._judging.plan is None
    assert own._engines.plan is None
    own.stages.plan_ahead()
    assert own._judging.plan is not None
    assert own._engines.plan is not None


def test_a_search_may_begin_while_code_is_planned_ahead(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code_stages, "LENIENCE", 1e9)
    monkeypatch.setattr(code_stages, "NOTABLE", 0.0)
    own, going_on, planned = native(game), Event(), Event()
    plan_of = PartBuilder.plan_of

    def slow(builder: PartBuilder, part: CodePart) -> BuildPlan:
        planned.set()
        assert going_on.wait(60)
        return plan_of(builder, part)

    state = game.new_game(seed=1)
    state.search("negamax", time=0.05)
    monkeypatch.setattr(PartBuilder, "plan_of", slow)
    planning = Thread(target=own.stages.plan_ahead, daemon=True)
    planning.start()
    try:
        assert planned.wait(60)
        assert state.search("negamax", time=0.05).move is not None
        assert own._judging.plan is None
    finally:
        going_on.set()
        planning.join(60)
    assert own._judging.plan is not None


def test_code_that_needs_more_of_the_stack_is_used_later(game: Game) -> None:
    own, part = native(game), native(game)._judging
    engines_alone(game)
    part.plan = own.builder.plan_of(part)
    built = part.plan.build()
    assert own.builder.tier is not None
    own.builder.tier._nesting, own.builder.tier._reserved = 1, built.frame - 1
    own.builder.install(part, part.plan)
    assert not part.ready
    own.builder.tier._nesting = 0
    own.builder.install(part, part.plan)
    assert part.ready


def test_machine_code_is_looked_for_only_in_searches(game: Game) -> None:
    tier_looks = []
    engines_alone(game)
    look = code_stages.Stages._look

    def noted(self: code_stages.Stages) -> None:
        look(self)
        tier_looks.append(self._builder.tier is not None and self._builder.tier.look is not None)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(code_stages.Stages, "_look", noted)
        patched.setattr(BuildPlan, "needs_draft", True)
        patched.setattr(BuildPlan, "start_draft", lambda plan: None)
        patched.setattr(BuildPlan, "draft", lambda plan, look: None)
        patched.setattr(PartBuilder, "install_draft", lambda *given: None)
        searched(game, "negamax")
    assert True in tier_looks
    assert native(game).builder.tier is not None
    assert native(game).builder.tier.look is None  # type: ignore[union-attr]


def test_every_door_is_reached_by_engines() -> None:
    """A door without callers would be compiled for nothing."""
    with forthgame.load("tictactoe") as game:
        own = native(game)
        module = own.builder.module(own._engines)
        called = {e for function in module.functions.values() for e in function.callees()}
        doors = {name for name in DOORS if game.forth.engine_word(name).entry in called}
        assert {*DOORS} - doors == {"(execute-move)"}  # runs the token of a move
        roots = {game.forth.engine_word(name).entry for name in ENGINE_ROOTS}
        assert roots <= module.roots


def test_nothing_that_engines_share_depends_on_how_moves_are_counted() -> None:
    """Words that tally moves differ from game to game, so they are called through doors."""
    text = engine_text("breakthrough")
    assert "call i64 @tally(" not in text
    assert CodePart(ENGINE_ROOTS).doors == ()
    with forthgame.load("breakthrough") as game:
        own = native(game)
        found = own.builder.module(own._engines).functions.values()
        names = {i.name for function in found for i in function.instructions.values()}
        assert not {"(tally)", "(tally?)", "(count-untallied)", "(next-candidate)"} & names
