"""Debugging and explaining a running game: steps, breakpoints, explanations, profiles.

The modules return data and print nothing.
"""
