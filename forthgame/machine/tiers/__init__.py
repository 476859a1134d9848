"""Native code of a machine: plans, installation, calls, polls."""
