"""What running the suites is made of: the limit of a suite, the bundle of Swift's tests, and what runners print."""
