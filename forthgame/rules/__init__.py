"""Hold a loaded script: its sections, words, facts about them, and positions that are set up.

A `Script` (`script.py`) has the machine `forth`, its `lock`, the `declaration`, limits, the files
as they were read, and the `facts`. All layers use it; users have it as a `Game` (`forthgame/api/`).
Attributes for the package only are listed in `internal`, and hidden from `dir` and the reference.

`fact_cache.py` has the decorator `@fact` for functions of a script that are computed on demand and
forgotten when words change. `word_execution.py` runs words for Python and restores the system cells
that are settings after a word was cut short, because it cannot do so itself. `engines.py` has the
names and options of engines, and the registers that they become.

`checkpoint.py` restores the machine in three ways:

- `isolated` copies everything that running words can change and puts it back, for explanations and
  traces; it takes 25 µs, because unused pages are not copied.
- `looking_ahead` restores the memory that scripts can read after searches, counts and random games.
  Words that store at an address of the script's own set `STORED`, so the data is copied back only
  if something was stored. Operations may be nested.
- `Checkpoint` undoes a line at the prompt, with definitions and declarations.

`twins.py` copies the block for threads. A word that needs Python raises `NeedsHost` on a twin, and
that part is played on the game's own machine. Games are dealt out in parts with seeds of their own,
so the number of threads does not change results.

The limit on moves is checked after the move words, so a move costs nothing more; when it is
exceeded, `stepping.py` repeats the generation in isolation to find the word that adds the first
move too many. `Game.close` runs OnTerminate once, and replaces the lock by one that raises
(`ClosedLock`), so other operations need no test. `forthgame/position/pickling.py` pickles games by
content and finds a game of equal content again. A script's output is kept in `Game.printed`;
`$gameLog ON` writes no file.
"""
