"""Start the command line, with shared options and confined runs.

While modules are imported, and after a command is done, the first Ctrl-C ends the process
(`entry_point.py`). A command that waits for its confined process passes Ctrl-C on to it, so the
exit code of that process is kept.
"""
