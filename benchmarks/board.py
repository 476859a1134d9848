"""Measure the server of the board in a browser: `python -m benchmarks.board [PART]…`.

The parts are `positions`, `readers`, `large` and `hanging`; without any, all are measured. Starts
servers of its own on free ports and sends them the requests of a page. Times are of the clock, and
beside them the processor time of the server with its processes, as the machine may be shared.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from forthgame.play.run.pool import processor_seconds
from forthgame.ui.serve.access_guard import NONCE
from forthgame.ui.serve.access_proof import entry_query

GAMES = ("tictactoe", "breakthrough", "chess", "splut", "hex", "gomoku", "go", "shogi")
SECONDS = 10.0  # of measuring one game
READERS = 50
PAUSE = 1.0  # seconds between two positions of a reader
SIDE = 40  # of the large board

LARGE = f"""\
{{board {SIDE} {SIDE} {{grid}} board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s directions}}
{{players {{player}} White {{player}} Black players}}
{{turn-order {{turn}} White {{turn}} Black turn-order}}
: jump ( -- ) {SIDE * SIDE} 0 DO
	I empty-at? IF from I move add-move ENDIF LOOP ;
: ahead ( -- ) n verify empty? verify from here move add-move ;
{{moves jumps {{move}} jump moves}}
{{moves steps {{move}} ahead moves}}
{{pieces {{piece}} man {{moves}} steps {{piece}} jumper {{moves}} jumps pieces}}
{{board-setup
%s
board-setup}}
"""
HANGING = """\
{board 1 2 {grid} board}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
: place empty? verify turn-number 1 > IF BEGIN FALSE UNTIL ENDIF drop add-move ;
{moves drops {move} place moves}
{pieces {piece} man {drops} drops pieces}
"""


def unframed(text: str) -> dict[str, Any]:
    """Parse a message for a page, as `link.js` does."""
    line, _, body = text.partition("\n")
    return {**(json.loads(body) if body else {}), **json.loads(line)}


def large_script() -> str:
    """A board of 1600 positions: 320 men that step ahead, and one that goes to all empty ones."""
    rows = [
        f"\t{{setup}} {player} man {letters(k)}{row}"
        for player, first in (("White", 2), ("Black", SIDE - 7))
        for row in range(first, first + 7)
        for k in range(23)
    ]
    return LARGE % "\n".join([*rows, "\t{setup} White jumper a1"])


def letters(column: int) -> str:
    """The name of a column of a grid."""
    return chr(ord("a") + column)


@contextmanager
def server(*scripts: Path | str) -> Iterator[tuple[str, int]]:
    """Run a server: its address, with the token, and its process."""
    with tempfile.TemporaryDirectory() as tables:
        command = [sys.executable, "-m", "forthgame", "serve", "--port", "0", "--tables", tables]
        process = subprocess.Popen(
            [*command, *map(str, scripts)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True,
        )  # fmt: skip
        try:
            line = process.stdout.readline() if process.stdout else ""
            found = re.search(r"http://\S+", line)
            if found is None:
                raise SystemExit("the server does not start")
            yield found[0], process.pid
        finally:
            process.terminate()
            process.wait(30)


def used(server: int) -> float:
    """Return the processor seconds of a server and its processes."""
    total = processor_seconds(server) or 0.0
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        if parent == server:
            total += processor_seconds(int(path.name)) or 0.0
    return total


class Reader:
    """A page without a browser."""

    def __init__(self, url: str) -> None:
        from websockets.sync import client

        base, _, token = url.partition("/#token=")
        with urlopen(base + NONCE) as answer:
            nonce = answer.read().decode()
        query = entry_query(token, base.removeprefix("http://"), nonce)
        self._open = ExitStack()  # as long as the reader is there
        self.socket = self._open.enter_context(
            client.connect(
                f"ws{base.removeprefix('http')}/socket?{query}",
                additional_headers={"Origin": base},
                max_size=None,
            )
        )
        self.socket.recv()  # the welcome
        self.number = 0
        self.heard: list[dict[str, Any]] = []

    def ask(self, do: str, **given: Any) -> dict[str, Any]:
        """The answer to a request."""
        self.number += 1
        self.socket.send(json.dumps({"do": do, "id": self.number, **given}))
        while True:
            message: dict[str, Any] = unframed(str(self.socket.recv()))
            if message.get("answer") == self.number:
                if "error" in message:
                    raise SystemExit(f"{do}: {message['error']}")
                return message
            self.heard.append(message)

    def sit(self, game: str) -> str:
        """A new table, all of its players human."""
        table: str = self.ask("open", game=game)["table"]
        seats = self.ask("join", table=table)["table"]["game"]["seats"]
        self.ask("seat", seats=dict.fromkeys(seats, "human"), seconds=0.1)
        return table

    def walk(self, chosen: random.Random, line: list[str]) -> dict[str, Any]:
        """Request the position after a line, and extend the line by a random move."""
        view = self.ask("view", ply=0, more=line)
        moves = view["position"]["moves"]
        if moves and len(line) < 200:
            line.append(chosen.choice(moves)["text"])
        else:
            line.clear()
        return view


def positions() -> None:
    """Positions that one reader gets in a minute, each with its drawing and its legal moves."""
    with server() as (url, process):
        for game in GAMES:
            reader, chosen, line = Reader(url), random.Random(1), list[str]()
            reader.sit(game)
            reader.walk(chosen, line)
            before, started, count = used(process), time.perf_counter(), 0
            while time.perf_counter() - started < SECONDS:
                reader.walk(chosen, line)
                count += 1
            clock, spent = time.perf_counter() - started, used(process) - before
            print(f"positions {game}: {60 * count / clock:.0f} a minute of the clock, "
                  f"{60 * count / spent:.0f} a minute of processor time")  # fmt: skip


def readers() -> None:
    """Measure fifty readers, at one table and at tables of their own, during a game."""
    for tables in (1, 10):
        with server() as (url, process):
            _read_together(url, process, tables)


def _read_together(url: str, process: int, tables: int) -> None:
    player = Reader(url)
    names = [player.sit("chess") for _ in range(tables)]
    pages = [Reader(url) for _ in range(READERS)]
    times: list[float] = []
    plies: list[float] = []
    done = threading.Event()

    def read(page: Reader, number: int) -> None:
        page.ask("join", table=names[number % len(names)])
        chosen, line = random.Random(number), list[str]()
        done.wait(PAUSE * number / READERS)
        while not done.is_set():
            started = time.perf_counter()
            page.walk(chosen, line)
            times.append(time.perf_counter() - started)
            done.wait(PAUSE)

    threads = [threading.Thread(target=read, args=(page, k)) for k, page in enumerate(pages)]
    before, started = used(process), time.perf_counter()
    for thread in threads:
        thread.start()
    chosen = random.Random(3)
    while time.perf_counter() - started < 2 * SECONDS:
        moves = player.ask("view")["position"]["moves"]
        begun = time.perf_counter()
        player.ask("play", at=len(plies), move=chosen.choice(moves)["text"], exact=True)
        plies.append(time.perf_counter() - begun)
        time.sleep(PAUSE / 2)
    done.set()
    for thread in threads:
        thread.join()
    clock, spent = time.perf_counter() - started, used(process) - before
    late = sorted(times)[int(0.95 * len(times))]
    print(f"readers: {READERS} at {tables} tables got {60 * len(times) / clock:.0f} positions a "
          f"minute, each in {1000 * statistics.median(times):.0f} ms, 95 % within "
          f"{1000 * late:.0f} ms; a ply took {1000 * statistics.median(plies):.0f} ms; "
          f"{100 * spent / clock:.0f} % of a processor")  # fmt: skip


def large() -> None:
    """A board of 1600 positions: the server's part, and in Chromium drawing and marking it."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "large.4th")
        script.write_text(large_script())
        with server(script) as (url, process):
            reader, chosen, line = Reader(url), random.Random(1), list[str]()
            table = reader.sit("large")
            reader.walk(chosen, line)
            before, started = used(process), time.perf_counter()
            for _ in range(20):
                view = reader.walk(chosen, line)
            clock, spent = time.perf_counter() - started, used(process) - before
            print(f"large: a position {1000 * clock / 20:.0f} ms of the clock, "
                  f"{1000 * spent / 20:.0f} ms of processor time, "
                  f"{len(json.dumps(view)) // 1024} KiB")  # fmt: skip
            browse(f"{url}#{table}/play")


TIMED = """
const done = arguments[arguments.length - 1];
(async () => {
  const { Board } = await import('/web/board.js');
  const { Link } = await import('/web/link.js');
  const link = new Link();
  await new Promise((resolve) => { link.onopen = resolve; });
  await link.ask('join', { table: location.hash.slice(1).split('/')[0] });
  const view = await link.ask('view', { ply: 0, more: [] });
  const holder = document.createElement('div');
  holder.className = 'board';
  document.getElementById('main').replaceChildren(holder);
  const board = new Board(holder);
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const timed = async (work) => {
    const times = [];
    for (let k = 0; k < 15; k += 1) {
      await frame();
      const start = performance.now();
      work(k);
      holder.getBoundingClientRect();
      const script = performance.now() - start;
      await frame();
      times.push([script, performance.now() - start]);
    }
    const middle = (column) => times.map((row) => row[column]).sort((a, b) => a - b)[7];
    return [middle(0), middle(1)];
  };
  const names = () => [...board.cells.keys()];
  const found = {};
  found.anew = await timed(() => { board.drawn = null; board.show(view, 'large'); });
  found.draw = await timed(() => board.show(view, 'large'));
  const picked = 'a1';
  const goals = view.position.moves.filter((move) => move.from === picked).map((move) => move.to);
  const mark = (targets) => board.mark({ selected: { position: picked }, targets });
  found.pick = await timed((k) => mark(goals.slice(k, k + 40)));
  found.all = await timed((k) => mark(goals.slice(k)));
  found.arrow = await timed((k) => board.arrows([{ from: picked, to: goals[k], kind: 'best' }]));
  found.keys = await timed((k) => board.focus(names()[k + 50]));
  done([board.cells.size, goals.length, found]);
})().catch((error) => done([0, 0, String(error)]));
"""


def browse(url: str) -> None:
    """Time the page's own modules in headless Chromium; medians of 15, to the next frame."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    if chromium is None:
        print("large: no chromium here, so nothing is drawn")
        return
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--window-size=1280,900"):  # fmt: skip
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver") or ""))
    try:
        driver.set_script_timeout(120)
        driver.get(url)
        cells, goals, found = driver.execute_async_script(TIMED)
    finally:
        driver.quit()
    if not cells:
        raise SystemExit(f"the page fails: {found}")
    for what, (script, frame) in found.items():
        print(f"large: {what} {script:.1f} ms, {frame:.1f} ms to the next frame "
              f"({cells} positions, {goals} goals)")  # fmt: skip


def hanging() -> None:
    """Measure another table while a script hangs, and without that."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "hanging.4th")
        script.write_text(HANGING)
        with server(script) as (url, _):
            other = Reader(url)
            other.sit("chess")
            print(f"hanging: another table alone {middle(other):.1f} ms a position")
            reader = Reader(url)
            reader.sit("hanging")
            move = reader.ask("view")["position"]["moves"][0]["text"]
            reader.socket.send(json.dumps({"do": "play", "id": 99, "at": 0, "move": move}))
            print(f"hanging: another table meanwhile {middle(other):.1f} ms a position")
            started = time.perf_counter()
            while json.loads(reader.socket.recv()).get("answer") != 99:
                continue
            print(f"hanging: the script's own table is answered after "
                  f"{time.perf_counter() - started + SECONDS / 2:.0f} s")  # fmt: skip


def middle(reader: Reader) -> float:
    """Milliseconds of a position, the median of some seconds."""
    chosen, line, times = random.Random(1), list[str](), list[float]()
    until = time.perf_counter() + SECONDS / 2
    while time.perf_counter() < until:
        started = time.perf_counter()
        reader.walk(chosen, line)
        times.append(time.perf_counter() - started)
    return 1000 * statistics.median(times)


PARTS: dict[str, Callable[[], None]] = {
    "positions": positions,
    "readers": readers,
    "large": large,
    "hanging": hanging,
}


def main(chosen: list[str]) -> None:
    """Measure the parts that are named, or all."""
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    for name in chosen or PARTS:
        PARTS[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
