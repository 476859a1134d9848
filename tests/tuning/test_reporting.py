"""Reports of `forthgame tune`, without any learning."""

from __future__ import annotations

from typing import Any, cast

from forthgame.play.tuning.training_data import GameFeatures
from forthgame.play.tuning.tune import LearningRound, Tuned
from forthgame.play.tuning.tuning_report import document, header, lines_of


class NamedFacts:
    """The only fact that the report needs."""

    name = "run"


def tuned(**changed: Any) -> Tuned:
    """A tuning of two rounds, of which the second lies further below a mean result."""
    rounds = tuple(
        LearningRound(name=name, games=10, positions=99, loss=loss, plain=0.8, seconds=2.5)
        for name, loss in (("random games", 0.6), ("searched games", 0.4))
    )
    found: dict[str, Any] = {
        "facts": cast(GameFeatures, NamedFacts()), "seed": 7, "text": ": OnEvaluate 0 ;",
        "looked_at": "pieces and places", "rounds": rounds, "candidates": (), "checks": (),
        "findings": ("a finding",), "games": 20, "seconds": 5.0,
    }  # fmt: skip
    return Tuned(**(found | changed))


def test_the_report_has_all_that_was_found() -> None:
    lines = lines_of(tuned(confinement="a wall", interrupted=True))
    assert [line.count("█") for line in lines[1:3]] == [12, 24]
    assert [line.split()[:5] for line in lines[1:3]] == [
        ["random", "games", "10", "99", "0.600"],
        ["searched", "games", "10", "99", "0.400"],
    ]
    assert lines[-4:] == [
        "chosen: pieces and places", "the script was confined: a wall", "check: a finding",
        "interrupted: the table shows what was learned before",
    ]  # fmt: skip


def test_what_did_not_happen_is_not_reported() -> None:
    assert lines_of(tuned(findings=()))[-1] == "chosen: pieces and places"


def test_the_head_of_the_lines_says_where_they_come_from() -> None:
    assert header(tuned()) == (
        "\\ An evaluation of run, learned by `forthgame tune` from 20 games, seed 7.\n"
        "\\ It looks at: pieces and places."
    )


def test_the_document_has_the_same() -> None:
    found = document(tuned())
    assert (found["looked_at"], found["text"], found["findings"]) == (
        "pieces and places", ": OnEvaluate 0 ;", ["a finding"],
    )  # fmt: skip
    assert [each["loss"] for each in found["rounds"]] == [0.6, 0.4]
