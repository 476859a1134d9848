"""Start child processes, exchange checked messages, and finish machine code.

Workers are plain processes with two pipes, which works in every host, also in a cluster's worker
and in a script without a main guard. Their progress is written to shared memory, so it costs
nothing and outlives them. A command that ends with unfinished machine code starts a finisher, one
for each script, confined, at the lowest priority and with two minutes of processor time. The
process that plans identifies notes by digests of the scripts, so it needs no machine.
"""
