"""Record the sections of a script, and write them as tables in the machine's memory.

A method of a section that checks its section also notes the part with its tokens
(`DeclarationTokens`), for explanations and the checker. A second `{board` starts with the first
record and keeps directions by number: a `Direction` stores its steps and the links given by name,
and is linked again. A board record has cells, storage, hidden cells, planes of marks and counters
of hands, in this order.
"""
