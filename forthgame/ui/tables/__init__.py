"""Hold the tables of the web server: record, clock, seats and processes.

Pages see a table without the choices that players have made in secret (`table_view.py`). Positions
are cached by line of moves. Changes are completed even if their page is closed (`uncancelled` in
`worker_process.py`).
"""
