"""What makes generating, counting and random play fast. The rest of the package comes in here.

Each part can be switched off (`parts.py`), and everything works without it.
"""
