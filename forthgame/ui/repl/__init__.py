"""Interactive prompt of the dialect over a loaded game, with commands of its own."""
