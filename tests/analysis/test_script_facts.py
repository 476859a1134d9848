"""Facts about a script are cached, until its words change."""

from __future__ import annotations

import forthgame
from forthgame.rules.fact_cache import fact
from forthgame.rules.facts.proof_conditions import draws_random_numbers, is_zero_sum
from forthgame.rules.script import Script

asked: list[str] = []


@fact
def number_of_words(script: Script) -> int:
    """Return how many words it has."""
    asked.append(script.name)
    return len(script.forth.dictionary.words)


@fact
def nothing(script: Script) -> None:
    """Return a fact that is None, which is cached too."""
    asked.append("nothing")


def test_a_fact_is_found_out_once_for_each_script() -> None:
    asked.clear()
    first, second = (forthgame.load(name, native=False) for name in ("tictactoe", "hex"))
    with first, second:
        before = number_of_words(first)
        assert number_of_words(first) == before != number_of_words(second)
        assert nothing(first) is None is nothing(first)
        assert asked == ["tictactoe", "hex", "nothing"]
        first.forth.run_word(first.forth.word("HERE"))
        first.words_changed()
        assert number_of_words(first) == before
        assert asked == ["tictactoe", "hex", "nothing", "tictactoe"]


def test_facts_have_names() -> None:
    with forthgame.load("tictactoe", native=False) as game:
        assert is_zero_sum(game)
        assert not draws_random_numbers(game)
        names = {name.rpartition(".")[2] for name in vars(game.facts)}
        assert {"is_zero_sum", "draws_random_numbers"} <= names
