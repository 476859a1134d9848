"""Provide programs for people and editors.

Only this folder prints. Texts of scripts, files and arguments are shown with control characters and
marks of writing direction escaped (`terminal/escaping.py`). `script_outline.py` describes games
from their text, without starting the engine.
"""
