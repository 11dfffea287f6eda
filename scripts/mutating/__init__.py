"""What `scripts/mutants.py` is made of: the tables, the copy of the tree, the suites, and the trials."""
