import TestSupport
import Testing

/// The example `examples/swift/Sources/watch` is compiled with these tests.
@Suite("Documentation: the example that watches", .timeLimit(.minutes(1)))
struct WatchingTests {
  @Test("A page changes by a mutation, by a guess with its answer, and by a write")
  func example() async throws {
    let lines = Notebook<String>()
    try await Watching.run(endpoint: Shop.endpoint(of: "watching")) { lines.note($0) }
    let headings = lines.history.filter { $0.hasSuffix(":") }
    #expect(headings.map { $0.prefix(12) } == ["a mutation, ", "a mutation w", "a write to t"])
    #expect(lines.history.last?.hasPrefix("The same under another name at ") == true)
  }
}
