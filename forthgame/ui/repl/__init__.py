"""The workbench: a prompt of the dialect over a loaded game, with commands beside it."""
