"""Run the confined process of a table, which holds the script and answers its requests.

Every request names the start of the game and all its moves, so nothing is lost when a process ends;
`worker_state.py` reaches each position in the same way, random streams included. A position that is
being edited is a text that the page keeps, and each change is a request with the text before it. A
trace is made whole in isolation, and the page steps through it both ways.
"""
