"""compiles the words of one game in parts and stages, and installs them while it runs."""
