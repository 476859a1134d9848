"""Our games for other tools: OpenSpiel, gymnasium and PettingZoo, each an extra of its own."""
