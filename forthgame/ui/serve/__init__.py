"""The board in a browser: `forthgame serve`.

The server (`app.py`) loads no script. Each table (`table.py`) has processes of its own that are
confined (`child.py`, `worker.py`) and answer in JSON; what was played is kept by the server in a
file of the table (`record.py`) before anybody learns of it. `web/` is the page.
"""
