"""Enter the legal moves of positions on a published page, with a mouse, with keys, by touch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from forthgame.api.game import Game, State
from forthgame.position.move_texts import own_text
from tests.serve.clicking import ask, document

if TYPE_CHECKING:
    from selenium.webdriver.common.action_chains import ActionChains

MEANS = ("mouse", "keys", "touch")
PLIES = 160  # of a random game, at most
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
READY = "return Boolean(window.published && document.querySelector('.board .cell'))"
HELPER = (Path(__file__).parent / "entering.js").read_text(encoding="utf-8")


@dataclass
class Entry:
    """What has to be clicked for a move: places, then a row of a menu, or one of the buttons."""

    text: str
    keys: list[str] | None
    listed: list[str]  # the moves of the menu
    beside: list[str]  # the moves that are buttons

    @property
    def row(self) -> int:
        """The number of the row or the button."""
        return (self.listed or self.beside).index(self.text)


@dataclass
class Sweep:
    """What was entered, and what failed."""

    moves: dict[str, int] = field(default_factory=lambda: dict.fromkeys(MEANS, 0))
    failures: list[str] = field(default_factory=list)


def positions(
    game: Game, count: int, seed: int, level: int | None
) -> Iterator[tuple[State, list[int]]]:
    """Yield positions of people in a random game, with the numbers of its moves in their lists."""
    random, found, dry = Random(seed), 0, 0
    while found < count and dry < 5:
        dry += 1
        state, numbers = game.new_game(seed=seed, level=level), list[int]()
        while state.outcome is None and len(numbers) < PLIES and (moves := state.moves()):
            if not game.is_chance(state.player) and random.random() < 0.3:
                found, dry = found + 1, 0
                yield state.copy(), list(numbers)
                if found == count:
                    return
            numbers.append(random.randrange(len(moves)))
            state.play(numbers[-1])


def texts_of(state: State) -> list[str]:
    """Return the texts of the legal moves, which are distinct."""
    return [own_text(move) for move in state.moves()]


def entries(game: Game, sampled: list[tuple[State, list[int]]], most: int) -> list[list[Entry]]:
    """Return how up to `most` moves of each position are entered."""
    documents, chosen = [], []
    for k, (state, _) in enumerate(sampled):
        texts = texts_of(state)
        some = set(texts if len(texts) <= most else Random(k).sample(texts, most))
        chosen.append([text for text in texts if text in some])
        documents.append({**document(state), "chosen": chosen[-1]})
    return [
        [Entry(*one, answer["beside"]) for one in
         zip(texts, answer["clicks"], answer["listed"], strict=True)]
        for texts, answer in zip(chosen, ask(game, documents), strict=True)
    ]  # fmt: skip


def opened(page: Any, path: Path, rest: str = "") -> Any:
    """Open a page from a file, with a game behind `#`, and wait for the board."""
    page.driver.get("about:blank")  # else only the part behind # changes
    page.driver.get(f"{path.as_uri()}{rest}")
    page.until(lambda: page.js(READY), "the board")
    return page


class Hand:
    """Somebody who enters moves on a page, by one of the means."""

    def __init__(self, page: Any, means: str) -> None:
        self.page, self.means = page, means

    def _actions(self) -> ActionChains:
        from selenium.webdriver.common.action_chains import ActionChains
        from selenium.webdriver.common.actions.action_builder import ActionBuilder
        from selenium.webdriver.common.actions.pointer_input import PointerInput

        kind = "touch" if self.means == "touch" else "mouse"
        chain = ActionChains(self.page.driver, duration=0)
        chain.w3c_actions = ActionBuilder(
            self.page.driver, mouse=PointerInput(kind, kind), duration=0)  # fmt: skip
        return chain

    def _press(self, *keys: str) -> None:
        from selenium.webdriver.common.keys import Keys

        names = {"Tab": Keys.TAB, "Enter": Keys.ENTER, "ArrowLeft": Keys.ARROW_LEFT, "Shift": "",
                 "ArrowRight": Keys.ARROW_RIGHT, "ArrowUp": Keys.ARROW_UP,
                 "ArrowDown": Keys.ARROW_DOWN}  # fmt: skip
        self._actions().send_keys("".join(names[key] for key in keys)).perform()

    def _tab(self, steps: int) -> None:
        from selenium.webdriver.common.keys import Keys

        if steps < 0:
            back = self._actions().key_down(Keys.SHIFT).send_keys(-steps * Keys.TAB)
            back.key_up(Keys.SHIFT).perform()
        elif steps:
            self._press(*steps * ["Tab"])

    def _follow(self, *path: list[int]) -> None:
        """Press at the first point, go to the others, let go."""
        chain = self._actions()
        pointer = chain.w3c_actions.pointer_action
        pointer.move_to_location(*path[0]).pointer_down()
        for point in path[1:]:
            pointer.move_to_location(*point)
        pointer.pointer_up()
        chain.w3c_actions.perform()

    def resize(self) -> None:
        """Give the page the size of a phone for fingers, and of a desktop for the others."""
        touch = self.means == "touch"
        width, height = (390, 844) if touch else (1280, 900)
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch}
        command = self.page.driver.execute_cdp_cmd
        command("Emulation.setDeviceMetricsOverride", metrics)
        command("Emulation.setTouchEmulationEnabled", {"enabled": touch})

    def place(self, key: str) -> None:
        """Click a place or a piece in a hand."""
        if self.means != "keys":
            self._follow(self.page.js("return entering.centre(arguments[0])", key))
            return
        found = self.page.js("return entering.keys(arguments[0])", key)
        if found is None:
            return  # no arrows lead there
        if found[0] == "Tab":
            self._tab(found[1])
            self._press("Enter")
        else:
            self._tab(found[1])
            self._press(*found[2], "Enter")

    def drag(self, start: str, end: str) -> None:
        """Drag a piece from one place to another."""
        here, there = self.page.js("return entering.centres(...arguments)", start, end)
        self._follow(here, [(here[0] + there[0]) // 2, (here[1] + there[1]) // 2], there)

    def button(self, number: int) -> None:
        """Choose one of the buttons below the board, for a move without a place."""
        if self.means == "keys":
            self._tab(self.page.js("return entering.buttonKeys(arguments[0])", number))
            self._press("Enter")
        else:
            self._follow(
                self.page.js("return entering.row('.others button', arguments[0])", number)
            )

    def row(self, number: int) -> None:
        """Choose a row of the open menu."""
        if self.means == "keys":
            self._press(*number * ["ArrowDown"], "Enter")
        else:
            self._follow(self.page.js("return entering.row('.menu button', arguments[0])", number))


def _waited(page: Any, call: str, *given: Any) -> Any:
    """Return what a function of the helper gives in the end."""
    return page.driver.execute_async_script(
        f"const given = [...arguments], done = given.pop();entering.{call}(...given).then(done)",
        *given,
    )


def sweep(
    page: Any, game: Game, count: int, most: int, seed: int = 1, hand: type[Hand] = Hand
) -> Sweep:
    """Enter up to `most` moves of each of some positions, each position by another means."""
    page.js(HELPER)
    _waited(page, "begin")
    level = 1 if game.levels else None
    found = Sweep()
    sampled = list(positions(game, count, seed, level))
    known = entries(game, sampled, most)
    for k, ((state, numbers), moves) in enumerate(zip(sampled, known, strict=True)):
        means = MEANS[k % len(MEANS)]
        someone = hand(page, means)
        someone.resize()
        address = "#" + page.js(
            "const [seed, level, moves, digest] = arguments;"
            "return `b.${seed}.${level}.${moves}.${published.link.game.digest.slice(0, 6)}`",
            _digits(seed), "" if level is None else str(level), "-".join(map(_digits, numbers)),
        )  # fmt: skip
        _waited(page, "go", address, len(numbers))
        listed = page.js("return entering.moves()")
        if listed != texts_of(state):
            found.failures.append(f"position {k}: other moves: {len(listed)}")
            continue
        for n, entry in enumerate(moves):
            found.moves[means] += 1
            begun = _waited(page, "go", address, len(numbers))
            trouble = "there are no clicks"
            if entry.keys is not None:
                drag = means == "mouse" and n % 2 > 0
                seen = _enter(page, someone, entry, entry.keys, drag, begun)
                trouble = _differs(seen, state, entry, len(numbers))
            if trouble:
                found.failures.append(f"position {k} ({means}) {entry.text}: {trouble}")
    return found


def _texts(given: dict[str, Any]) -> list[str]:
    return [move["text"] for move in given["moves"]]


def _digits(number: int) -> str:
    text = DIGITS[number % 36]
    while number := number // 36:
        text = DIGITS[number % 36] + text
    return text


def _enter(
    page: Any, hand: Hand, entry: Entry, keys: list[str], drag: bool, seen: dict[str, Any]
) -> dict[str, Any]:
    """Enter a move; return what the page then shows."""
    begun = seen
    if not keys:
        hand.button(entry.row)
    elif drag and len(keys) == 2 and page.js("return entering.draggable(...arguments)", *keys):
        hand.drag(*keys)
        seen = _waited(page, "after")
    else:
        for key in keys:
            if seen["plies"] > begun["plies"]:
                break  # one of several ways to the same position
            hand.place(key)
            seen = _waited(page, "after")
    if seen["menu"]:
        hand.row(entry.row)
    return dict(_waited(page, "after")) if seen["menu"] or not keys else dict(seen)


def _differs(seen: dict[str, Any], state: State, entry: Entry, ply: int) -> str:
    """Return how the page's position differs from that of the engine after a move."""
    if seen["plies"] != ply + 1:
        return f"not played: {seen}"
    ahead, other = state.copy(), state.copy()
    ahead.play(entry.text)
    if seen["text"] and seen["text"] != entry.text:
        other.play(seen["text"])
        if ahead.to_text() != other.to_text():
            return f"{seen['text']} was played"
    board = {place: list(piece) for place, piece in ahead.board.items()}
    if seen["board"] != board and not ahead.concealed:
        return "another board"
    return "" if seen["next"] == ahead.player else f"{seen['next']} is to move"
