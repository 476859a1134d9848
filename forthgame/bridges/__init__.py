"""Bridges to OpenSpiel, gymnasium and PettingZoo, each an optional extra."""
