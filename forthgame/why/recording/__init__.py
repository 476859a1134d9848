"""running move words and events step by step and recording decisions, actions and stack origins."""
