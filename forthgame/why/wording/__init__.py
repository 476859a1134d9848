"""explanations as data, and sentences about decisions, actions, directions, set-ups and
executed lines.
"""
