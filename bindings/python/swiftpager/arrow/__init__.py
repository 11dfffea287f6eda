"""Items as columns of Apache Arrow. `swiftpager` has the public names."""
