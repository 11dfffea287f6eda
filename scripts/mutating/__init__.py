"""What `scripts/mutants.py` is made of: the operators, the draw, the copy of the tree, the suites, and the trials."""
