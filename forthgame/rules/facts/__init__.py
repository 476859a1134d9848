"""Derive facts about a script's words from threaded code, which allow shortcuts.

`analyse` (`forthgame/rules/script_loading.py`) computes the facts that machine code needs when a
script is loaded, writes them to registers and tables, and caches them; it ends with the script's
time limit. If you add a query there, add everything that it reads to the cache key.
`engine_roots.py` gives the words that the engine runs and the summary of all that they reach; if a
word cannot be followed, it may do anything.

- `Tokens` in `engine_roots.py`: the words that can run by token. If a token is read from memory,
  these are all words whose tokens the script keeps; if it is computed, all words.
- `move_counting.py`: whether counting moves replaces lists. Where the words have more than 300
  instructions (`LONG_TO_REPEAT`), moves are counted only if no word is run for it. Leaves of games
  with `prefer` and `unique` can be counted too, in order (`LEAVES_COUNTABLE`). With OnIsLegal?,
  random games draw from a tally and ask about the drawn move (`ONLY_DRAWN`), if the event leaves
  nothing that move words read.
- `position_purity.py`: whether judging events may change the position; if so they run on a copy.
  Also whether words set `here` before they read it; if not, it starts at the first position. Events
  that compute the default answer are left out; a debugger runs them nevertheless.
- `eager_lists.py`: whether a ply may compute the next list and result at once. The words must be
  repeatable, and must not print, draw random numbers, call the host, or read the settings of
  searches; an array index must stay in bounds (`index_bounds.py`). 18 of 43 bundled games qualify.
- `liveness.py`: variables written before they are read; memory is followed by blocks, each reserved
  by a defining word, and an unknown address may be any block. Also whether judging events read the
  list, or values stored while it is made. If they do (`LISTS_JUDGED`), a kept list is made again
  before its position is judged or searched.
- `attack_reach.py`, `attack_tables.py`: the positions that move words can capture on, and the
  positions that they read, for `attacked?` and OnIsLegal?.
- `proof_conditions.py`: rules under which a search proves a result.
"""
