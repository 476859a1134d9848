"""Provide programs for people and editors.

Only this folder prints. Texts of scripts, files and arguments are shown with control characters and
marks of writing direction escaped (`terminal/escaping.py`). `bundled_games.py` lists games from
their text, without starting the engine (`script_outline.py`).
"""
