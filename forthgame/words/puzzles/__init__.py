"""proof-number search and searches for shortest solutions."""
