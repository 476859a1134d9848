"""registers, node fields and the layout of the machine's memory block."""
