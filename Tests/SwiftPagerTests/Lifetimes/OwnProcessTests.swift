import Testing

/// Tests that run in processes of their own, one after the other: waiting for a process takes a thread of the pool that
/// runs all tests, and there may be two.
@Suite("in a process of its own", .serialized)
enum OwnProcessTests {}
