import PagerSyntax
import TestSupport
import Testing

@Suite("Documents made to take for ever, or to overflow the stack, are completed or left")
struct HostileCompletionTests {
  @Sendable private static func complete(_ text: String) -> String {
    guard let document = try? ExecutableDocument(parsing: text), let operation = try? document.operation(named: nil)
    else { return "refused" }
    guard let completed = CompletedDocument(text, operation, asksByNumber: { _ in false }) else { return "left" }
    return (try? ExecutableDocument(parsing: completed.text).operation(named: nil)) == nil ? "broken" : "completed"
  }

  private static func chain(_ count: Int, core: String, _ body: (_ next: String) -> String) -> String {
    let links = (0..<count).map { "fragment F\($0) on T {\(body("F\($0 + 1)"))}" }
    return "{...F0} " + links.joined(separator: " ") + " fragment F\(count) on T {\(core)}"
  }

  private static func nested(_ count: Int, _ core: String) -> String {
    String(repeating: "{a", count: count) + core + String(repeating: "}", count: count)
  }

  private static let documents: [(text: String, expected: String)] = [
    (chain(28, core: "c {nodes {x}}") { "...\($0) ...\($0) ...\($0)" }, "completed"),
    (chain(14, core: "c {nodes {x}}") { "...\($0) @include(if: true) ... {...\($0)} ...\($0)" }, "completed"),
    (chain(14, core: "c {nodes {x}}") { next in String(repeating: "a {...\(next)} ", count: 8) }, "completed"),
    (chain(14, core: "c {nodes {x}}") { "a {...\($0)} b {...\($0)} c {...\($0)}" }, "left"),
    // What only looks like lists, at 3¹⁴ places.
    (chain(14, core: "c {edges {x}}") { "a {...\($0)} b {...\($0)} c {...\($0)}" }, "left"),
    (nested(NestingLimit.levels - 2, "{nodes {x}}"), "completed"),
    (nested(NestingLimit.levels - 1, "{nodes}"), "left"),
    ("{" + String(repeating: "a {nodes {b}} ", count: 20_000) + "}", "completed"),
    ("{" + String(repeating: "... @skip(if: false) {a {nodes {b}}} ", count: 20_000) + "}", "completed"),
    ("{a(" + (0..<20_000).map { "x\($0): {y: 1} " }.joined() + ") {nodes {b}}}", "completed"),
  ]

  @Test(arguments: documents)
  func comesToAnEnd(text: String, expected: String) {
    #expect(onSmallStack(of: 160 << 10) { Self.complete(text) } == expected)
  }

  @Test func comesToAnEndInOtherOperations() throws {
    let links = (0..<14).map { "fragment F\($0) on T {a {...F\($0 + 1)} b {...F\($0 + 1)}}" }.joined(separator: " ")
    let text = "query A {...F14} query B {...F0} \(links) fragment F14 on T {c {nodes {x}}}"
    #expect(try CompletionChecks.completed(text, operation: "A") == nil)
  }
}
