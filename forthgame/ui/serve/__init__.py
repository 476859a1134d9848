"""Server of the board in a browser, `forthgame serve`.

The server (`app.py`) loads no script. Each table (`table.py`) has its own confined processes
(`child.py`, `worker.py`) that answer in JSON. The server saves every ply to the table's file
(`record.py`) before reporting it. `web/` contains the page.
"""
