"""Run background jobs and helper processes for LLVM, and compute cache keys.

LLVM works only in jobs, under one lock. A fork waits for the lock, so it happens between two steps;
in the child, jobs of other threads have not begun. Machine code is freed under the same lock. A
program that ends waits for the current step of LLVM and for nothing after it; the command line does
not wait after Ctrl-C, or if a finisher continues the work.

With `FORTHGAME_EFFORT=0`, for quick tests and fuzzing, no pass of LLVM runs, and modules are not
linked with the bodies (`quick_build.py`).
"""
