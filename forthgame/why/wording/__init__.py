"""Hold explanations as data, and write their sentences.

The sentences are about decisions, actions, directions, set-ups and executed lines. A move that is
similar to the requested one is compared part by part (`move_differences.py`). `source_notes.py`
finds the move that last changed a value, in the boards of the game so far, and plays it again to
see which lines ran.
"""
