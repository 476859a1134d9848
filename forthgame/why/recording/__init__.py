"""Run move words and events step by step, and record decisions, actions and stack origins.

Values stored to memory are kept with the decisions of all words that run, so a number that is read
leads to the word that made it.
"""
