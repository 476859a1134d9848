"""standard Forth: stack, arithmetic, memory, text, control, defining words."""
