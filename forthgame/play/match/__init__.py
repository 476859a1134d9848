"""Play one game: contestants on their machines, time limits, adjudication, disputes.

A contestant's machine is put back to its start for every game. Answers are limited by processor
time. One machine plays all seats if the result is the same (`single_machine.py`), and the moves of
`random` are computed without a machine.
"""
