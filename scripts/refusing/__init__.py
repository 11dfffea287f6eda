"""Refusals: the places at which the library tells a caller that a config, an argument or a call is wrong."""
