"""Run the command line for `python -m forthgame`."""

from forthgame.ui.cli.entry_point import main

if __name__ == "__main__":
    main()
