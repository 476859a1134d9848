"""The second tier: compiles whole words of threaded code to machine code."""
