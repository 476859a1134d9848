"""The project's benchmarks; `run.py` is the command."""
