"""The second tier: threaded code to machine code, whole words at a time."""
