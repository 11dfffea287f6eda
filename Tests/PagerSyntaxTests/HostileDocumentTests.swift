import PagerSyntax
import TestSupport
import Testing

/// Documents made to overflow the stack or to take for ever.
@Suite struct HostileDocumentTests {
  static let limit = NestingLimit.levels

  /// `count` times `opening`, then `core`, then `count` times `closing`.
  static func nested(_ count: Int, _ opening: String, _ core: String, _ closing: String) -> String {
    String(repeating: opening, count: count) + core + String(repeating: closing, count: count)
  }

  /// Documents that nest `levels` deep, by each of the grammar's recursions.
  static let shapes: [@Sendable (_ levels: Int) -> String] = [
    { nested($0, "{a", "", "}") },
    { nested($0, "{a(b: 1, c: 2) @d(x: 3)", "", "}") },
    { nested($0 - 1, "{...", "{a}", "}") },
    { "{a(b:" + nested($0 - 1, "[", "", "]") + ")}" },
    { "{a(b:" + nested($0 - 1, "{c:", "1", "}") + ")}" },
    { "{a(b:" + nested(($0 - 1) / 2, "[{c:", "1", "}]") + ")}" },
    { "query ($a:" + nested($0, "[", "Int", "]") + ") {a}" },
    { "query ($a: T = " + nested($0, "[", "", "]") + ") {a}" },
    { "query ($a:" + nested($0, "[", "Int!", "]!") + ") {a}" },
    { "fragment F on T " + nested($0, "{a", "", "}") },
  ]

  /// What a debug build needs at the limit, with room to spare: far less than without the limit.
  static let stack = 160 << 10

  /// Everything that is done with a document, its destruction included.
  @Sendable static func exercise(_ source: String) -> String {
    do throws(GraphQLSyntaxError) {
      let document = try ExecutableDocument(parsing: source)
      var summary = "parsed"
      do throws(GraphQLDocumentError) {
        let operation = try document.operation(named: nil)
        summary += ", \(ConnectionFinder.connections(in: operation).count) connections"
        // What is written for inner connections takes no more stack, and comes to an end.
        let inner = ConnectionFinder.innerConnections(in: operation, below: [], items: [])
        for connection in inner?.connections ?? [] {
          _ = NodeQuery(for: connection, from: 1, cursorType: "String", in: operation)
        }
      } catch {
        summary += ", \(error.reason)"
      }
      return summary
    } catch {
      return error.message
    }
  }

  @Test(arguments: shapes.indices)
  func nestingUpToTheLimitFitsIntoASmallStack(shape: Int) {
    let source = Self.shapes[shape](Self.limit)
    #expect(onSmallStack(of: Self.stack) { Self.exercise(source) }?.hasPrefix("parsed, ") == true)
  }

  @Test(arguments: shapes.indices, [limit + 1, 1_000, 100_000])
  func nestingBeyondTheLimitIsRefused(shape: Int, levels: Int) {
    // Some shapes have one level of their own or go two at a time.
    let source = Self.shapes[shape](levels + 2)
    let message = "nested more than \(Self.limit) levels deep: flatten the document"
    #expect(onSmallStack(of: Self.stack) { Self.exercise(source) } == message)
  }

  @Test func theErrorStandsWhereTheLimitIsCrossed() throws {
    let error = try #require(throws: GraphQLSyntaxError.self) {
      try ExecutableDocument(parsing: Self.nested(Self.limit + 1, "{a", "", "}"))
    }
    #expect(error.position == SourcePosition(line: 1, column: 2 * Self.limit + 1))
  }

  @Test func theDeepestConnectionIsFoundOnASmallStack() {
    let source = Self.nested(Self.limit - 1, "{a", "{pageInfo}", "}")
    #expect(onSmallStack(of: Self.stack) { Self.exercise(source) } == "parsed, 1 connections")
  }

  @Test func breadthHasNoLimit() {
    let source = "{" + String(repeating: "a{b} ", count: 20_000) + "}"
    #expect(onSmallStack(of: Self.stack) { Self.exercise(source) } == "parsed, 0 connections")
  }

  // MARK: Fragments

  /// `count` fragments, each with `body` around the next one's name, and `core` in the last.
  static func chain(_ count: Int, core: String, _ body: (_ next: String) -> String) -> String {
    let links = (0..<count).map { "fragment F\($0) on T {\(body("F\($0 + 1)"))}" }
    return "{...F0} " + links.joined(separator: " ") + " fragment F\(count) on T {\(core)}"
  }

  @Test(arguments: [
    (limit - 2, "parsed, 0 connections"), (limit - 1, "parsed, nestedTooDeeply"), (5_000, "parsed, nestedTooDeeply"),
  ])
  func aChainOfFragmentsCountsTowardsTheLimit(length: Int, expected: String) {
    let source = Self.chain(length, core: "a") { "...\($0)" }
    #expect(onSmallStack(of: Self.stack) { Self.exercise(source) } == expected)
  }

  @Test func aChainMeasuredFromItsMiddleStillCountsWhole() {
    // The unused query comes first and measures the end of the chain, which the second query then reaches at depth 25.
    let tail = Self.chain(15, core: "a") { "...\($0)" }.dropFirst("{...F0} ".count)
    let source = "query A {...F0} query B \(Self.nested(25, "{b", "{...F0}", "}")) \(tail)"
    #expect(onSmallStack(of: Self.stack) { Self.exercise(source) } == "parsed, nestedTooDeeply")
  }

  @Test func aLongCycleIsRefused() {
    let source = Self.chain(5_000, core: "...F0") { "...\($0)" }
    #expect(onSmallStack(of: Self.stack) { Self.exercise(source) } == "parsed, nestedTooDeeply")
    let short = Self.chain(20, core: "...F0") { "...\($0)" }
    #expect(onSmallStack(of: Self.stack) { Self.exercise(short) } == "parsed, fragmentCycle")
  }

  /// A spread of the same fragment under each of eight keys, which start with `key`.
  static func spreads(_ next: String, key: String) -> String {
    (0..<8).map { "\(key)\($0) {...\(next)}" }.joined(separator: " ")
  }

  /// Followed naively, each of these takes 2⁴² steps or more.
  @Test(arguments: [
    // The same fragment several times in one place.
    (chain(28, core: "c {pageInfo {x}}") { "...\($0) ...\($0) ...\($0)" }, "parsed, 1 connections"),
    (chain(28, core: "a") { "...\($0) ...\($0) ...\($0)" }, "parsed, 0 connections"),
    // The same key several times.
    (
      chain(14, core: "c {pageInfo {x}}") { next in
        String(repeating: "a {...\(next)} ", count: 8)
      }, "parsed, 1 connections"
    ),
    (chain(14, core: "c") { next in String(repeating: "a {...\(next)} ", count: 8) }, "parsed, 0 connections"),
    // Several keys: exponentially many places, with and without connections in them.
    (chain(14, core: "c") { spreads($0, key: "a") }, "parsed, 0 connections"),
    (chain(14, core: "c {pageInfo {x}}") { spreads($0, key: "a") }, "parsed, 64 connections"),
    (chain(14, core: "c") { "pageInfo {x} \(spreads($0, key: "a"))" }, "parsed, 64 connections"),
    (chain(14, core: "c") { "pageInfo {x} nodes {...\($0)} edges {...\($0)}" }, "parsed, 2 connections"),
    // One branch of several leads somewhere.
    (chain(14, core: "c {pageInfo {x}}") { "a {...\($0)} b {c {d}}" }, "parsed, 1 connections"),
  ])
  func fragmentsSpreadManyTimesCostNoMoreThanTheirText(source: String, expected: String) {
    #expect(onSmallStack(of: Self.stack) { Self.exercise(source) } == expected)
  }

  @Test func choosingAConnectionInAHostileDocumentEndsToo() {
    let source = Self.chain(14, core: "c {pageInfo {x}}") { "a {...\($0)} b {...\($0)}" }
    let path = (0..<14).map { $0.isMultiple(of: 2) ? "a" : "b" } + ["c"]
    #expect(onSmallStack(of: Self.stack) { Self.choice(source, nil) } == "ambiguousConnection")
    #expect(onSmallStack(of: Self.stack) { Self.choice(source, path) } == path.joined(separator: "/"))
    #expect(onSmallStack(of: Self.stack) { Self.choice(source, path + ["c"]) } == "unknownConnection")
  }

  /// The path of the connection that is chosen, or the reason why none is.
  @Sendable static func choice(_ source: String, _ path: [String]?) -> String {
    do {
      let operation = try ExecutableDocument(parsing: source).operation(named: nil)
      return try ConnectionFinder.connection(in: operation, at: path).responsePath.joined(separator: "/")
    } catch let error as GraphQLDocumentError {
      return "\(error.reason)"
    } catch {
      return "\(error)"
    }
  }
}
