"""The parts of the fault proxy: which request meets which fault, what that is, and the server behind."""
