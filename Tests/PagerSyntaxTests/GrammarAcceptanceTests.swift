import PagerSyntax
import Testing

/// The grammar's productions, each parsed and printed in canonical form.
@Suite struct GrammarAcceptanceTests {
  static let documents: [(source: String, canonical: String)] = [
    // Operations
    ("{a}", "query {a}"),
    ("query{a}", "query {a}"),
    ("query Q { a }", "query Q {a}"),
    ("mutation M { a }", "mutation M {a}"),
    ("subscription S { a }", "subscription S {a}"),
    ("query query { query }", "query query {query}"),
    ("query @d { a }", "query @d {a}"),
    ("query Q($a: Int) @d(x: $a) @e { a }", "query Q($a:Int) @d(x:$a) @e {a}"),
    ("query A { a } query B { b }", "query A {a}\nquery B {b}"),
    // Variable definitions
    ("query($a: Int){a}", "query($a:Int) {a}"),
    ("query($a: Int, $b: String! $c: [ID]){a}", "query($a:Int $b:String! $c:[ID]) {a}"),
    ("query($a: [[Int!]!]!){a}", "query($a:[[Int!]!]!) {a}"),
    ("query($a: Int = 1){a}", "query($a:Int=1) {a}"),
    ("query($a: In = {x: [1, null], y: {}} @d(z: 2)){a}", "query($a:In={x:[1 null] y:{}} @d(z:2)) {a}"),
    ("query($on: on, $fragment: type){a}", "query($on:on $fragment:type) {a}"),
    // Selections
    ("{a b,c\nd}", "query {a b c d}"),
    ("{x: a}", "query {x:a}"),
    ("{x:a(i:1)@d{b}}", "query {x:a(i:1) @d {b}}"),
    ("{a{b{c}}}", "query {a {b {c}}}"),
    ("{on fragment query true null type}", "query {on fragment query true null type}"),
    ("{_ __typename _1 A9}", "query {_ __typename _1 A9}"),
    // Fragments
    ("{...F}", "query {...F}"),
    ("{... F @d}", "query {...F @d}"),
    ("{...onward}", "query {...onward}"),
    ("{... on T {a}}", "query {...on T {a}}"),
    ("{... on on {a}}", "query {...on on {a}}"),
    ("{... on T @d {a}}", "query {...on T @d {a}}"),
    ("{... {a}}", "query {... {a}}"),
    ("{... @include(if: $b) {a}}", "query {... @include(if:$b) {a}}"),
    ("fragment F on T {a}", "fragment F on T {a}"),
    ("fragment fragment on on @d {a} {b}", "query {b}\nfragment fragment on on @d {a}"),
    // Values
    ("{a(v: $v)}", "query {a(v:$v)}"),
    ("{a(v: 0, w: -0, x: 12, y: -12)}", "query {a(v:0 w:-0 x:12 y:-12)}"),
    ("{a(v: 99999999999999999999999999)}", "query {a(v:99999999999999999999999999)}"),
    (
      "{a(v: 0.0 w: -1.5 x: 1e9 y: 1E+9 z: 6.02e-23)}",
      "query {a(v:0.0 w:-1.5 x:1e9 y:1E+9 z:6.02e-23)}"
    ),
    ("{a(v: true, w: false, x: null, y: RED, z: nullable)}", "query {a(v:true w:false x:null y:RED z:nullable)}"),
    ("{a(v: [], w: [1 $x \"s\"], x: [[1],[2]])}", "query {a(v:[] w:[1 $x \"s\"] x:[[1] [2]])}"),
    ("{a(v: {}, w: {x: 1, y: {z: $v}})}", "query {a(v:{} w:{x:1 y:{z:$v}})}"),
    ("{a(v: [1\"s\"2])}", "query {a(v:[1 \"s\" 2])}"),
    ("{a(v:\"\")}", "query {a(v:\"\")}"),
    ("{a(v:\"\"\"\"\"\")}", "query {a(v:\"\")}"),
    // What is ignored
    ("# before\r\n{ # {{{ \"\n a # after\n}# last", "query {a}"),
    ("#\n{a}", "query {a}"),
    ("# every character: é 漢 😀 \t\n{a}", "query {a}"),
    (",,,{,a,,b,},,", "query {a b}"),
    ("{\ta\r\rb\n\n}", "query {a b}"),
    ("\u{FEFF}{a}", "query {a}"),
    ("{a\u{FEFF}b}", "query {a b}"),
  ]

  @Test(arguments: documents)
  func parses(source: String, canonical: String) throws {
    let document = try ExecutableDocument(parsing: source)
    #expect(DocumentPrinter.text(document) == canonical)
  }

  @Test(arguments: documents)
  func whatIsPrintedParsesToTheSame(source: String, canonical: String) throws {
    #expect(DocumentPrinter.text(try ExecutableDocument(parsing: canonical)) == canonical)
  }

  @Test func everyNodeKnowsItsPosition() throws {
    let document = try ExecutableDocument(
      parsing: """
        query Q(
          $first: [Int!]! = [1] @d
        ) @live {
          all: products(first: $first, by: {name: ASC}) @d {
            ...F
            ... on T { id }
          }
        }
        fragment F on T { id }
        """)
    func at(_ line: Int, _ column: Int) -> SourcePosition { SourcePosition(line: line, column: column) }

    let operation = try #require(document.operations.first)
    #expect(operation.position == at(1, 1))
    #expect(operation.directives.map(\.position) == [at(3, 3)])
    #expect(operation.selectionSet.position == at(3, 9))

    let variable = try #require(operation.variables.first)
    #expect(variable.position == at(2, 3))
    #expect(variable.type.position == at(2, 11))
    #expect(variable.defaultValue?.position == at(2, 21))
    #expect(variable.directives.map(\.position) == [at(2, 25)])

    guard case .field(let field) = operation.selectionSet.selections.first else {
      Issue.record("the first selection is not a field")
      return
    }
    #expect(field.position == at(4, 3))
    #expect(field.responseKey == "all")
    #expect(field.arguments.map(\.position) == [at(4, 17), at(4, 32)])
    #expect(field.arguments.map(\.value.position) == [at(4, 24), at(4, 36)])
    guard case .object(let fields) = field.arguments[1].value.kind else {
      Issue.record("the second argument is not an object")
      return
    }
    #expect(fields.map(\.position) == [at(4, 37)])
    #expect(fields.map(\.value.position) == [at(4, 43)])

    let inner = try #require(field.selectionSet?.selections)
    guard case .fragmentSpread(let spread) = inner[0], case .inlineFragment(let inline) = inner[1] else {
      Issue.record("the inner selections are not a spread and an inline fragment")
      return
    }
    #expect(spread.position == at(5, 5))
    #expect(inline.position == at(6, 5))
    #expect(document.fragments.map(\.position) == [at(9, 1)])
  }
}
