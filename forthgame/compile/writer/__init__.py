"""Writes words of threaded code as IR functions, and builds modules of them."""
