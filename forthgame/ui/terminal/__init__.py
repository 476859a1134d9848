"""Write output to a terminal, read typed input, show progress, and handle Ctrl-C.

If the main thread waits a second for a job, one progress bar appears below the cursor's line and is
wiped away afterwards; in a pipe, a line appears every ten seconds. The first Ctrl-C ends the
current work with its place in the script (`ctrl_c.py`), and a second one ends the
process. A thread listens beside Python (`ctrl_c.py`): if Python drops the exception, in a
destructor for example, it is sent again. `line_input.py` bounds the length of lines from untrusted
input.
"""
