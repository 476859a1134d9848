"""Run the command line for `python -m forthgame`."""

from forthgame.ui.cli.start import main

if __name__ == "__main__":
    main()
