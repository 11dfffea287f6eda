import PagerSyntax
import TestSupport
import Testing

@Suite("Drawn documents are completed so that they can be paged, or left", .timeLimit(.minutes(2)))
struct DrawnCompletionTests {
  @Test(arguments: 1...4)
  func drawn(seed: UInt64) throws {
    var drawing = DocumentDrawing(seed: seed)
    var (completed, left) = (0, 0)
    for _ in 0..<500 {
      let text = drawing.document()
      let document = try ExecutableDocument(parsing: text)
      // A server refuses these anyway.
      guard (try? document.operation(named: "A")) != nil, MergeConflict.first(in: document) == nil else { continue }
      guard let result = try CompletionChecks.completed(text, operation: "A") else {
        left += 1
        continue
      }
      completed += 1
      if let fault = try CompletionChecks.fault(of: result, from: text, operation: "A") {
        Issue.record("\(fault): \(text) became \(result.text)")
      }
      if try CompletionChecks.completed(text, operation: "A") != result { Issue.record("\(text) differs again") }
    }
    #expect(completed > 50 && left > 50, "\(completed) completed, \(left) left")
  }
}

/// Draws documents whose fields often merge, in fragments that several operations share.
private struct DocumentDrawing {
  private var generator: SeededGenerator
  private static let spaces = [" ", "  ", ", ", "\n", " # } ) {\n", "\r\n\t"]

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func document() -> String {
    var parts = ["query A\(variables())\(root("F"))"]
    if generator.chance(1, of: 2) { parts.append("\(pick(["query", "mutation"])) B\(variables())\(root("F"))") }
    parts.append("fragment F on \(pick(["Query", "Root"]))\(root("G"))")
    parts.append("fragment G on Query\(root("H"))")
    parts.append("fragment H on List\(list())")
    return parts.joined(separator: space())
  }

  /// Selections of the root or of a field `s`, which may spread one fragment.
  private mutating func root(_ fragment: String, depth: Int = 0) -> String {
    selections { drawing in
      switch Int.random(in: 0..<8, using: &drawing.generator) {
      case 0...1: drawing.list("p", drawing.list())
      case 2 where fragment != "H": drawing.spread(fragment)
      case 3 where depth < 2: drawing.list("s", drawing.root(fragment, depth: depth + 1))
      case 4 where depth < 2: "...\(drawing.condition())\(drawing.root(fragment, depth: depth + 1))"
      case 5 where drawing.generator.chance(1, of: 3): drawing.list("q", drawing.list())
      default: drawing.pick(["id", "after: name", "x(s: \"{ p { $after\")"])
      }
    }
  }

  private mutating func list(_ name: String, _ selection: String) -> String {
    let arguments = ["s": "", "p": "(first: 3)", "q": "(by: [{p: 1}])"][name] ?? ""
    return "\(name)\(arguments)\(generator.chance(1, of: 6) ? " @include(if: true)" : "")\(selection)"
  }

  /// Selections of a list.
  private mutating func list(depth: Int = 0) -> String {
    selections { drawing in
      switch Int.random(in: 0..<10, using: &drawing.generator) {
      case 0...2: "nodes { id }"
      case 3: "edges { node { id } }"
      case 4: "edges { cursor }"
      case 5: drawing.pick(["pageInfo { hasNextPage }", "pageInfo { endCursor }", "info: pageInfo { endCursor }"])
      case 6 where depth < 2: "...\(drawing.condition())\(drawing.list(depth: depth + 1))"
      case 7: drawing.pick(["nodes { q(by: [{p: 1}]) { nodes { id } } }", "nodes { s { id } }"])
      default: drawing.pick(["total", "pageInfo_2: total", "count(s: \"\"\"}\"\"\")"])
      }
    }
  }

  private mutating func selections(_ selection: (inout DocumentDrawing) -> String) -> String {
    let count = Int.random(in: 1...3, using: &generator)
    return " {\(space())\((0..<count).map { _ in selection(&self) + space() }.joined())}"
  }

  private mutating func spread(_ fragment: String) -> String {
    "...\(fragment)\(generator.chance(1, of: 4) ? " @skip(if: false)" : "")"
  }

  private mutating func condition() -> String {
    pick(["", " on Query", " on Other", " @include(if: true)", " on Query @skip(if: false)"])
  }

  private mutating func variables() -> String {
    pick(["", "", "(\(space())$n: Int\(space()))", "($after: Int)", "($n: [Int!]! = [1],)"])
  }

  private mutating func space() -> String { pick(Self.spaces) }

  private mutating func pick(_ words: [String]) -> String { words.randomElement(using: &generator) ?? "" }
}
