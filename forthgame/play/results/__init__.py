"""Analyse games and present them: tallies, stopping, text, HTML, plots, export.

All reports take their numbers from one `Analysis`, computed from running sums. Boards of a page are
replayed by a confined process as data and drawn here.
"""
