"""Public classes Game and State, composed of the layers below."""
