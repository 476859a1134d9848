"""Run the interactive prompt of the dialect over a loaded game.

Commands are rows of one table (`command_table.py`), which help, completion and tests read. A line
whose first word is not a command is text of the dialect. Before it runs, a checkpoint copies the
used memory in about a millisecond; a line that fails is undone from it. Between lines the machine
holds the session's position and stacks; a command that uses the engine takes the machine, and the
next line gets them back. A line that leaves another board or turn makes a new position, and one
that defines or declares something drops machine code and kept lists.

At a breakpoint the interpreter stands still inside Python's call of it, and the same loop reads
lines until one continues. Only `line_editing.py` imports prompt_toolkit; without it, and from a
pipe, `ui/commands/repl.py` reads the lines.
"""
