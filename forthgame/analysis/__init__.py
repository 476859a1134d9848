"""Read and walk threaded code, and derive facts about it.

The compiler, the checker, the debugger and the games use this package and do not read code cells
themselves.
"""
