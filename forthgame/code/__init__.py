"""Threaded code: written, read back, walked through, and what a walk finds out.

The compiler, the checker, the debugger and the games read it here; none of them reads cells itself.
"""
