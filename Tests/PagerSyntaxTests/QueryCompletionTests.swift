import PagerSyntax
import Testing

@Suite("A query gets what its one list needs")
struct QueryCompletionTests {
  private static let pageInfo = "pageInfo { hasNextPage endCursor }"

  private func expect(_ text: String, becomes expected: String, operation name: String? = nil) throws {
    let completed = try #require(try CompletionChecks.completed(text, operation: name))
    #expect(completed.text == expected)
    #expect(try CompletionChecks.fault(of: completed, from: text, operation: name) == nil)
  }

  @Test(
    "The variable is declared",
    arguments: [
      ("{ p { nodes { id } } }", "query ($after: String) { p(after: $after) { nodes { id } ", " } }"),
      ("{ q : p { nodes { id } } }", "query ($after: String) { q : p(after: $after) { nodes { id } ", " } }"),
      ("{p{nodes{id}}}", "query ($after: String) {p(after: $after){nodes{id} ", "}}"),
      ("# a {\n{ p { nodes { id } } }", "# a {\nquery ($after: String) { p(after: $after) { nodes { id } ", " } }"),
      ("\u{FEFF}{ p { nodes { id } } }", "\u{FEFF}query ($after: String) { p(after: $after) { nodes { id } ", " } }"),
      ("query { p { nodes { id } } }", "query ($after: String) { p(after: $after) { nodes { id } ", " } }"),
      ("query{p{nodes{id}}}", "query ($after: String){p(after: $after){nodes{id} ", "}}"),
      ("query Q { p { nodes { id } } }", "query Q($after: String) { p(after: $after) { nodes { id } ", " } }"),
      ("query query{p{nodes{id}}}", "query query($after: String){p(after: $after){nodes{id} ", "}}"),
      ("query Q @live {p{nodes{id}}}", "query Q($after: String) @live {p(after: $after){nodes{id} ", "}}"),
      ("query Q # é{\n{p{nodes{id}}}", "query Q($after: String) # é{\n{p(after: $after){nodes{id} ", "}}"),
      (
        "query Q($n: Int) { p(first: $n) { nodes { id } } }",
        "query Q($n: Int, $after: String) { p(first: $n, after: $after) { nodes { id } ", " } }"
      ),
      (
        "query (\n  $n: Int, # ) $x: Int\n\n) { p(first: $n,\r\n) { nodes { id } } }",
        "query (\n  $n: Int, $after: String, # ) $x: Int\n\n) { p(first: $n, after: $after,\r\n) { nodes { id } ",
        " } }"
      ),
      (
        "query ($f: F = {a: [\")\"]} @d(x: \"\"\"(\"\"\")) { p(by: $f) { nodes { id } } }",
        "query ($f: F = {a: [\")\"]} @d(x: \"\"\"(\"\"\"), $after: String) { p(by: $f, after: $after) { nodes { id } ",
        " } }"
      ),
    ])
  func declared(text: String, head: String, tail: String) throws {
    try expect(text, becomes: head + Self.pageInfo + tail)
  }

  @Test(
    "The variable has a free name",
    arguments: [
      ("query ($after: Int) { x(y: $after) p { nodes { id } } }", "$after_2"),
      ("query ($after: Int, $after_2: Int) { x(y: $after, z: $after_2) p { nodes { id } } }", "$after_3"),
      ("query A { p { nodes { id } } } query B($after: ID) { x(y: $after) }", "$after_2"),
      ("query A { p { nodes { id } } } query B($after: ID) { x }", "$after_2"),
      ("{ p { nodes { id } } } fragment F on T { x(y: {z: [$after]}) }", "$after_2"),
      ("query ($after: ID) { x(y: $after) p { nodes { id } } }", "$after_2"),
      ("query ($after: String = \"x\") { p { nodes { id } } }", "$after_2"),
      ("query ($after: [ID]) { p { nodes { id } } }", "$after_2"),
      ("query ($after: Boolean) { p { nodes { id } } }", "$after_2"),
      // What a string says is not a variable.
      ("{ x(y: \"$after\") p { nodes { id } } }", "$after"),
    ])
  func freeName(text: String, variable: String) throws {
    let name = text.hasPrefix("query A") ? "A" : nil
    let completed = try #require(try CompletionChecks.completed(text, operation: name))
    #expect(completed.added == ["\(variable): String", "after: \(variable)", Self.pageInfo])
    #expect(try CompletionChecks.fault(of: completed, from: text, operation: name) == nil)
  }

  @Test("A declared variable that nothing uses is the cursor's")
  func declaredVariable() throws {
    try expect(
      "query ($after: Cursor) { p { nodes { id } } }",
      becomes: "query ($after: Cursor) { p(after: $after) { nodes { id } \(Self.pageInfo) } }")
    try expect(
      "query A($after: ID) { ...F } query B { ...F } fragment F on Q { p { nodes { id } } }",
      becomes: "query A($after: ID) { ...F } query B($after: String) { ...F } "
        + "fragment F on Q { p(after: $after) { nodes { id } \(Self.pageInfo) } }",
      operation: "A")
  }

  @Test(
    "The page info gets what it lacks",
    arguments: [
      ("nodes { id } pageInfo { hasNextPage }", "nodes { id } pageInfo { hasNextPage endCursor }"),
      ("nodes { id } pageInfo { endCursor }", "nodes { id } pageInfo { endCursor hasNextPage }"),
      ("nodes { id } pageInfo { total }", "nodes { id } pageInfo { total hasNextPage endCursor }"),
      ("edges { node { id } }", "edges { node { id } } pageInfo { hasNextPage endCursor }"),
      ("nodes { id } i: pageInfo { m: hasNextPage } x", "nodes { id } i: pageInfo { m: hasNextPage endCursor } x"),
      ("nodes { id } # {\n", "nodes { id } pageInfo { hasNextPage endCursor } # {\n"),
      ("nodes(x: \"}\") { id }, ", "nodes(x: \"}\") { id } pageInfo { hasNextPage endCursor }, "),
      // Two page infos merge.
      (
        "pageInfo { hasNextPage } nodes { id } pageInfo { total }",
        "pageInfo { hasNextPage endCursor } nodes { id } pageInfo { total }"
      ),
      // Keys that other fields have.
      ("nodes { id } pageInfo: total", "nodes { id } pageInfo: total pageInfo_2: pageInfo { hasNextPage endCursor }"),
      (
        "nodes { endCursor: id hasNextPage(x: 1) }",
        "nodes { endCursor: id hasNextPage(x: 1) } pageInfo { hasNextPage_2: hasNextPage endCursor_2: endCursor }"
      ),
      (
        "nodes { ... on N { endCursor: id } }",
        "nodes { ... on N { endCursor: id } } pageInfo { hasNextPage endCursor_2: endCursor }"
      ),
      (
        "nodes { id } pageInfo { endCursor: startCursor hasNextPage }",
        "nodes { id } pageInfo { endCursor: startCursor hasNextPage endCursor_2: endCursor }"
      ),
    ])
  func pageInfo(selection: String, expected: String) throws {
    try expect(
      "query ($c: ID) { s { p: list(after: $c) { \(selection) } } }",
      becomes: "query ($c: ID) { s { p: list(after: $c) { \(expected) } } }")
  }

  @Test(
    "The page info comes whenever items come",
    arguments: [
      // Once, where items always come.
      (
        "nodes { id } ... @include(if: $x) { edges { node { id } } }",
        "nodes { id } ... @include(if: $x) { edges { node { id } } } #"
      ),
      (
        "... @include(if: $x) { edges { node { id } } } nodes { id }",
        "... @include(if: $x) { edges { node { id } } } nodes { id } #"
      ),
      ("... { nodes { id } } edges { node { id } }", "... { nodes { id } # } edges { node { id } }"),
      ("nodes { id } edges { node { id } }", "nodes { id } edges { node { id } } #"),
      // A single type is the one that the field has.
      (
        "... on C { nodes { id } } ... on C { edges { node { id } } }",
        "... on C { nodes { id } # } ... on C { edges { node { id } } }"
      ),
      // Under each condition that items have.
      ("... @include(if: $x) { nodes { id } }", "... @include(if: $x) { nodes { id } # }"),
      (
        "... @include(if: $x) { nodes { id } edges { node { x } } }",
        "... @include(if: $x) { nodes { id } edges { node { x } } # }"
      ),
      (
        "... @include(if: $x) { nodes { id } } ... @skip(if: $x) { edges { node { id } } }",
        "... @include(if: $x) { nodes { id } # } ... @skip(if: $x) { edges { node { id } } # }"
      ),
      ("... on A { nodes { id } } ... on B { nodes { x } }", "... on A { nodes { id } # } ... on B { nodes { x } # }"),
      // A field's own condition takes nothing from its selection.
      (
        "nodes @include(if: $x) { id } edges @skip(if: $x) { node { x } }",
        "nodes @include(if: $x) { id } edges @skip(if: $x) { node { x } } #"
      ),
      // Beside page info under another condition.
      (
        "... @skip(if: $x) { nodes { id } } ... @include(if: $x) { nodes { id } i: pageInfo { hasNextPage } }",
        "... @skip(if: $x) { nodes { id } i: # } ... @include(if: $x) { nodes { id } i: # }"
      ),
      (
        "nodes { id } ... @include(if: $x) { pageInfo { m: endCursor } }",
        "nodes { id } ... @include(if: $x) { pageInfo { m: endCursor } } pageInfo { hasNextPage m: endCursor }"
      ),
    ])
  func conditions(selection: String, expected: String) throws {
    let expected = expected.split(separator: "#", omittingEmptySubsequences: false).joined(separator: Self.pageInfo)
    try expect(
      "query ($x: Boolean!, $c: ID) { p(after: $c) { \(selection) } }",
      becomes: "query ($x: Boolean!, $c: ID) { p(after: $c) { \(expected) } }")
  }

  @Test(
    "Conditions on the way count where another selection brings the list without them",
    arguments: [
      (
        "p(after: $c) @include(if: $x) { nodes { id } } p(after: $c) { edges { node { x } } }",
        "p(after: $c) @include(if: $x) { nodes { id } } p(after: $c) { edges { node { x } } # }"
      ),
      (
        "... @include(if: $x) { p(after: $c) { nodes { id } } } p(after: $c) { edges { node { x } } }",
        "... @include(if: $x) { p(after: $c) { nodes { id } } } p(after: $c) { edges { node { x } } # }"
      ),
      (
        "... @include(if: $x) { p(after: $c) { nodes { id } ... @skip(if: $x) { edges { node { x } } } } }",
        "... @include(if: $x) { p(after: $c) { nodes { id } ... @skip(if: $x) { edges { node { x } } } # } }"
      ),
      (
        "p(after: $c) @include(if: $x) { nodes { id } } p(after: $c) @skip(if: $x) { nodes { id } }",
        "p(after: $c) @include(if: $x) { nodes { id } # } p(after: $c) @skip(if: $x) { nodes { id } # }"
      ),
    ])
  func conditionsOnTheWay(selection: String, expected: String) throws {
    let expected = expected.split(separator: "#", omittingEmptySubsequences: false).joined(separator: Self.pageInfo)
    try expect(
      "query ($x: Boolean!, $c: ID) { \(selection) }", becomes: "query ($x: Boolean!, $c: ID) { \(expected) }")
  }

  @Test("A fragment that is spread under a condition, and without it, always applies")
  func spreadTwice() throws {
    let selection = "... @include(if: $x) { ...F } ...F ... @skip(if: $x) { edges { node { id } } }"
    try expect(
      "query ($x: Boolean!, $c: ID) { p(after: $c) { \(selection) } } fragment F on C { nodes { id } }",
      becomes: "query ($x: Boolean!, $c: ID) { p(after: $c) { \(selection) } } "
        + "fragment F on C { nodes { id } \(Self.pageInfo) }")
  }

  @Test("Each selection that merges into the list has the argument, in each operation that reaches one")
  func merging() throws {
    try expect(
      "query A { p(n: 1) { nodes { id } } ...F p(n: 1) { total } } fragment F on Q { ... { p(n: 1) { x } } }",
      becomes: "query A($after: String) { p(n: 1, after: $after) { nodes { id } \(Self.pageInfo) } ...F "
        + "p(n: 1, after: $after) { total } } fragment F on Q { ... { p(n: 1, after: $after) { x } } }")
    // Through fragments of fragments; the query C reaches none of them.
    try expect(
      "query A { ...F } query B { ...G } query C { p { id } } fragment F on Q { ...G } "
        + "fragment G on Q { p { ...P } } fragment P on C { nodes { id } }",
      becomes: "query A($after: String) { ...F } query B($after: String) { ...G } query C { p { id } } "
        + "fragment F on Q { ...G } fragment G on Q { p(after: $after) { ...P } } "
        + "fragment P on C { nodes { id } \(Self.pageInfo) }", operation: "A")
  }

  @Test("What merges with the list's selection in another operation has the argument too")
  func mergingElsewhere() throws {
    try expect(
      "mutation D { ...G } query A { ...F } query B { ...F p { total } ...G } query C { s { p { x } ...H } } "
        + "fragment F on Q { p { nodes { id } } } fragment G on Q { p { y } } fragment H on S { z }",
      becomes: "mutation D($after: String) { ...G } query A($after: String) { ...F } "
        + "query B($after: String) { ...F p(after: $after) { total } ...G } query C { s { p { x } ...H } } "
        + "fragment F on Q { p(after: $after) { nodes { id } \(Self.pageInfo) } } "
        + "fragment G on Q { p(after: $after) { y } } fragment H on S { z }", operation: "A")
  }

  @Test("What a condition leaves out merges all the same")
  func leftOut() throws {
    let text = """
      query ($x: Boolean!) { p { nodes { id } } p @include(if: $x) { total } q @include(if: $x) { nodes { id } } }
      """
    let operation = try ExecutableDocument(parsing: text).operation(named: nil)
      .under(SelectionConditions(["x": false]))
    let completed = CompletedDocument(text, operation, asksByNumber: { _ in false })
    #expect(
      completed?.text == "query ($x: Boolean!, $after: String) { p(after: $after) { nodes { id } \(Self.pageInfo) } "
        + "p(after: $after) @include(if: $x) { total } q @include(if: $x) { nodes { id } } }")
  }

  @Test("Lists inside the items, and page info that is shared with them")
  func innerLists() throws {
    try expect(
      "{ p { nodes { q { nodes { id } } } } }",
      becomes: "query ($after: String) { p(after: $after) { nodes { q { nodes { id } } } \(Self.pageInfo) } }")
    try expect(
      "{ p { ...F } } fragment F on C { edges { node { q { nodes { id } pageInfo { endCursor } } } } }",
      becomes: "query ($after: String) { p(after: $after) { ...F } } "
        + "fragment F on C { edges { node { q { nodes { id } pageInfo { endCursor } } } } \(Self.pageInfo) }")
    try expect(
      "{ p { nodes { q { ...F } } ...F } } fragment F on C { edges { node { id } } }",
      becomes: "query ($after: String) { p(after: $after) { nodes { q { ...F } } ...F \(Self.pageInfo) } } "
        + "fragment F on C { edges { node { id } } }")
    try expect(
      "{ nodes { nodes { id } } }",
      becomes: "query ($after: String) { nodes(after: $after) { nodes { id } \(Self.pageInfo) } }")
  }

  @Test("A cursor inside of an object is one")
  func objects() throws {
    let text = "query ($c: ID) { p(paging: {after: $c, first: 3}) { nodes { id } } }"
    #expect(try CompletionChecks.completed(text)?.added == [Self.pageInfo])
  }

  @Test(
    "Other documents stay as they are",
    arguments: [
      // They lack nothing.
      "query ($c: ID) { p(after: $c) { nodes { id } pageInfo { hasNextPage endCursor } } }",
      "query ($c: ID) { p(after: $c) { nodes { id } i: pageInfo { m: hasNextPage } i: pageInfo { e: endCursor } } }",
      // They have no connection, or several.
      "{ p { id } }", "{ p { items { id } } }", "{ p { nodes } }", "{ p { edges { cursor } } }", "{ p: nodes { id } }",
      "{ a { edges { b { nodes { id } } } } }", "query ($c: ID) { p(after: $c) { nodes pageInfo { hasNextPage } } }",
      "{ p { items { id } pageInfo { hasNextPage } } }", "{ nodes(ids: [1]) { p { nodes { id } } } }",
      "{ p { nodes { id } } q { nodes { id } } }", "{ p { nodes { id } } q { pageInfo { endCursor } } }",
      "{ p { nodes { id } facets { nodes { id } } } }", "{ p { ...F } q { ...F } } fragment F on C { nodes { id } }",
      "{ a { ...F } b { ...F } } fragment F on S { p { nodes { id } } }",
      // They are not queries.
      "mutation { p { nodes { id } } }", "subscription { p { nodes { id } } }",
      // They ask in another way.
      "{ p(last: 3) { nodes { id } } }", "query ($b: ID) { p(before: $b) { nodes { id } } }",
      "{ p(page: 1) { nodes { id } } }", "{ p(a: 1, in: {by: {skip: 3}}) { nodes { id } } }",
      "{ p(in: {last: 3}) { nodes { id } } }", "{ p(page: 1) { nodes { id } pageInfo { hasNextPage } } }",
      "{ p(after: \"x\") { nodes { id } } }", "{ p(after: null) { nodes { id } pageInfo { hasNextPage endCursor } } }",
      "{ p(in: {after: \"x\"}) { nodes { id } } }",
      // Selections that merge disagree.
      "query ($c: ID) { p(after: $c) { nodes { id } } p { total } }",
      "query ($c: ID, $d: ID) { p(after: $c) { nodes { id } } p(after: $d) { total } }",
      "query ($c: ID) { ...F p(last: 2) { total } } fragment F on Q { p { nodes { id } } }",
      // A selection is also part of another field.
      "{ s { ...F p { nodes { id } } } t { ...F } } fragment F on S { p { total } }",
      "{ s { ...F } ...G } fragment F on S { p { nodes { id } } } fragment G on Q { s { p { nodes { s { ...F } } } } }",
      // The page info is not an object.
      "{ p { nodes { id } pageInfo } }",
    ])
  func unchanged(text: String) throws {
    #expect(try CompletionChecks.completed(text) == nil)
  }

  @Test("An operation beside it that another cursor pages is not broken")
  func conflicts() throws {
    let text = """
      query A { ...F } query B($c: ID) { ...F p(after: $c) { total } } fragment F on Q { p { nodes { id } } }
      """
    #expect(try CompletionChecks.completed(text, operation: "A") == nil)
  }
}
