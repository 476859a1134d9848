"""A process that plays for a tuner: `python -m forthgame.play.tuning.tuning_worker`.

It reads pickled requests from its input: a name and its arguments. It answers with JSON and blocks
of numbers (`crew.py`), because the reader must not trust a process that runs a stranger's script.
"""

from __future__ import annotations

import pickle
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO

from forthgame.api.game import Game, load
from forthgame.base.errors import ForthgameError
from forthgame.base.source import reading_from, resolved
from forthgame.check.check import check
from forthgame.confine import ConfinementReport, current_report
from forthgame.play.processes import messages
from forthgame.play.tuning.script_output import PLAIN, loadable
from forthgame.play.tuning.self_play import (
    Contest,
    Match,
    Play,
    Setting,
    play_contest,
    play_games,
    play_match,
)
from forthgame.play.tuning.training_data import features_of, without_evaluation
from forthgame.position.simultaneous_turns import choose_together
from forthgame.words.registers import memory_layout as at

Answer = tuple[dict[str, Any], list[bytes]]


class Bench:
    """A game's script in three versions: as it is, learning, and with the learned evaluation."""

    def __init__(self, path: str, native: bool) -> None:
        self.path, self.native = resolved(Path(path)), native
        self.game = load(path, native=native)
        self.twin = self.game  # the learning version, after `learn`
        if choose_together(self.game):
            raise ForthgameError(
                f"players of {self.game.name} choose at the same time: no evaluation is learned"
            )
        self.facts = features_of(self.game)
        without_evaluation(self.game)
        if self.game.native:
            self.game.native.prepare_batches()

    def describe(self) -> Answer:
        confinement = current_report() or ConfinementReport()
        return {"facts": asdict(self.facts), "confinement": confinement.document()}, []

    def learn(self, text: str) -> Answer:
        """Load the script with an evaluation whose numbers can be changed."""
        self.twin = self._with(text)
        if self.twin.native:
            self.twin.native.prepare_calls(wait=True, engines=True)
            self.twin.native.prepare_batches()
        return {}, []

    def _source(self, text: str) -> tuple[Path, dict[str, bytes]]:
        """Return the path and files, read by this process only, of the script with more lines."""
        path, name = self.path.parent / f"{self.path.stem}-tuned.4th", self.path.name
        files: dict[str, bytes] = {}
        if not loadable(name):
            name = PLAIN
            files[str(self.path.parent / name)] = self.path.read_bytes()
        files[str(path)] = f"LOAD {name}\n{text}\n".encode()
        return path, files

    def _with(self, text: str) -> Game:
        path, files = self._source(text)
        with reading_from(files):
            return load(path, native=self.native)

    def play(self, play: Play, setting: Setting | None) -> Answer:
        game = self.twin if setting else self.game
        return {}, play_games(game, self.facts, play, setting).blocks()

    def match(self, match: Match, first: Setting, second: Setting) -> Answer:
        return {"points": play_match(self.twin, self.facts, match, first, second)}, []

    def verify(self, text: str, word: str, cells: int) -> Answer:
        """Load and check the written lines; return the first cells of a word's data."""
        game = self._with(text)
        start = at.MEMORY + game.forth.word(word).parameter
        data = bytes(game.forth.processor.bytes[start : start + 4 * cells])
        state = game.new_game(seed=1)
        state.moves()
        state.enter()
        score = game.run_event("OnEvaluate")
        game.close()
        path, files = self._source(text)
        with reading_from(files):
            report = check(path)
        found = {f"{f.severity} {f.code}: {f.message}" for f in report.findings
                 if Path(f.place.file).name == path.name}  # fmt: skip
        return {"score": score, "findings": sorted(found)}, [data]

    def contest(self, contest: Contest) -> Answer:
        """Play the written evaluation against none, or the script's own."""
        self.twin = self.game  # frees memory
        mine = self._with(contest.text)
        other = load(self.path, native=self.native)
        if not contest.own:
            without_evaluation(other)
        return {"points": play_contest(mine, other, self.facts, contest)}, []


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    bench: Bench | None = None
    while True:
        try:
            name, arguments = pickle.load(requests)
        except EOFError:
            return
        try:
            if bench is None:  # the first request loads the script
                bench, name, arguments = Bench(*arguments), "describe", ()
            document, blocks = getattr(bench, name)(*arguments)
        except ForthgameError as error:
            messages.write(answers, messages.error_message(error))
            continue
        messages.write(
            answers, {**document, "kind": "answer", "blocks": [len(data) for data in blocks]}
        )
        for data in blocks:
            answers.write(data)
        answers.flush()


if __name__ == "__main__":
    serve(*messages.answering())
