import PagerSyntax
import Testing

/// Random damage to documents: the parser and everything behind it answers, and never traps.
@Suite(.timeLimit(.minutes(2))) struct FuzzTests {
  static let seeds = [
    """
    query Products($first: Int! = 10 @d(x: [1, {y: "z"}]), $after: String) @live {
      shop { all: products(first: $first, after: $after, by: {name: ASC, tags: ["a", null, true, -1.5e3]}) {
        ...Page @include(if: true)
        edges { node { id ... on Book { title } ... @skip(if: false) { price } } }
      } }
    }
    fragment Page on ProductConnection { pageInfo { hasNextPage endCursor } totalCount }
    """,
    "{ a(s: \"é\\u0041\\uD83D\\uDE00\\n\", b: \"\"\"\n  block \\\"\"\"\n    string\n\"\"\") # comment\n b, c }",
    "mutation M { m } subscription S { s } query Q($a: [[ID!]!]!) { ...F } fragment F on T { x(y: $a) ...G }"
      + " fragment G on T { z { pageInfo { endCursor } nodes { ...H } } } fragment H on T { w { pageInfo } }",
  ]

  /// Pieces that mean something to the grammar, and some that must not.
  static let pieces = [
    "{", "}", "(", ")", "[", "]", "...", "..", ":", "=", "!", "$", "@", "&", "|", "#", "\n", "\r", "\r\n", ",", " ",
    "\"", "\"\"\"", "\\", "\\u", "\\uD83D", "\\\"\"\"", "0", "1.5", "-", "e", ".", "true", "null",
    "on", "fragment F on T", "query", "type", "pageInfo", "$first", "...Page", "\u{FEFF}", "\u{0}", "é", "😀",
  ]

  /// SplitMix64: the same damage on every run.
  struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private func damaged(_ seed: String, by generator: inout Generator) -> String {
    var bytes = Array(seed.utf8)
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let start = Int.random(in: 0...bytes.count, using: &generator)
      let end = min(bytes.count, start + Int.random(in: 0...12, using: &generator))
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(contentsOf: Self.pieces.randomElement(using: &generator)?.utf8 ?? "".utf8, at: start)
      case 2: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0...bytes.count, using: &generator))
      default: if start < end { bytes[start] = UInt8.random(in: 0...255, using: &generator) }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: 1...4)
  func damagedDocumentsAreParsedOrRefusedWithAPlace(seed: UInt64) throws {
    var generator = Generator(state: seed)
    var accepted = 0
    var paged = 0
    for index in 0..<5_000 {
      let source = damaged(Self.seeds[index % Self.seeds.count], by: &generator)
      do throws(GraphQLSyntaxError) {
        let document = try ExecutableDocument(parsing: source)
        accepted += 1
        if !survivesPrinting(document) { Issue.record("printing changed \(source)") }
        if pages(document) { paged += 1 }
      } catch {
        let scalars = source.unicodeScalars.count
        if error.line < 1 || error.column < 1 || error.line + error.column > scalars + 2 || error.message.isEmpty {
          Issue.record("the error \"\(error)\" is outside of \(source)")
        }
      }
    }
    // Damage that always or never breaks the document would test nothing behind the parser.
    #expect((250..<4_750).contains(accepted), "\(accepted) accepted")
    #expect(paged > 50, "\(paged) paged")
  }

  /// Whether the document, printed and parsed again, is the same.
  private func survivesPrinting(_ document: ExecutableDocument) -> Bool {
    let printed = DocumentPrinter.text(document)
    do throws(GraphQLSyntaxError) {
      return DocumentPrinter.text(try ExecutableDocument(parsing: printed)) == printed
    } catch {
      return false
    }
  }

  /// Whether a connection is chosen in one of the operations; all the others are asked too.
  private func pages(_ document: ExecutableDocument) -> Bool {
    var found = false
    for operation in document.operations {
      do throws(GraphQLDocumentError) {
        let chosen = try document.operation(named: operation.name)
        _ = try ConnectionFinder.connection(in: chosen)
        found = true
      } catch {
        if error.message.isEmpty { Issue.record("an error says nothing") }
      }
    }
    return found
  }

  /// Every prefix of a document is parsed or refused, also those that end inside a token.
  @Test(arguments: seeds)
  func everyPrefixIsParsedOrRefused(source: String) {
    var refused = 0
    for end in source.unicodeScalars.indices {
      let prefix = String(source.unicodeScalars[..<end])
      do throws(GraphQLSyntaxError) {
        _ = try ExecutableDocument(parsing: prefix)
      } catch {
        refused += 1
      }
    }
    #expect(refused > source.unicodeScalars.count / 3)
  }
}
