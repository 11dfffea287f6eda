"""The client and the pager for an event loop. `swiftpager` has the public names."""
