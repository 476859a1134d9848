"""Run threaded code on a machine, and read scripts with the outer interpreter.

A machine is a block of memory with registers (`memory/processor.py`), a dictionary and code
(`outer/`), and optionally native code (`tiers/`). `forthgame/rules/checkpoint.py` restores its
state. `memory/locks.py` serialises threads; its `exclusive_use` refuses a signal handler that uses
the machine in the middle of an operation of the same thread.

In a forked process, work of other threads is abandoned: breakpoints are removed from threaded code,
and isolated state is put back. Locks shared by games are `ForkedLock`s, which are free in the
child.
"""
