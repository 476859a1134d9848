"""`python -m forthgame`."""

from forthgame.ui.cli.main import main

if __name__ == "__main__":
    main()
