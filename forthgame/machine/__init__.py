"""Run threaded code on a machine, and read scripts with the outer interpreter.

A machine is a block of memory with registers (`memory/processor.py`), a dictionary and code
(`outer/`), and optionally native code (`tiers/`). Four modules restore state, each for a purpose:

- `isolation.py` copies everything that running words can change and puts it back, for explanations
  and traces; it takes 25 µs, because unused pages are not copied.
- `script_memory.py` restores the memory that scripts can read after searches, counts and random
  games. Words that store at an address of the script's own set `STORED`, so the data is copied back
  only if something was stored. Operations may be nested.
- `checkpoint.py` undoes a line at the prompt, with definitions and declarations.
- `memory/locks.py` serialises threads; `exclusive_use.py` refuses a signal handler that uses the
  machine in the middle of an operation of the same thread.

In a forked process, work of other threads is abandoned: breakpoints are removed from threaded code,
and isolated state is put back. Locks shared by games are `ForkedLock`s, which are free in the
child.
"""
