"""Hold the native code of a machine: plans, installation, calls, polls.

A `Machine` interprets 8 million steps (about 20 ms), then compiles the running words and continues
each from its current place. Words that code finds only by tokens in memory are interpreted through
the host, and compiled after a thousand runs. With an exact step limit everything is interpreted.

Native code calls the host by one function pointer: for words in Python, for words that it lacks,
and when a poll finds the flag that `poll_ticker.py` raises every 8 ms. A processor registers before
its first short call and wakes the thread if it sleeps; the thread compares the numbers of short
calls, so only a call that runs for 8 ms is asked to poll. An exception of a signal handler is
returned as a null pointer and raised in Python.

A build's contents are cached too (`plan_search.py`), since finding and writing them takes several
times as long as loading machine code. Memory is read through an object that notes each cell, and
the result is valid while the cells are equal.
"""
