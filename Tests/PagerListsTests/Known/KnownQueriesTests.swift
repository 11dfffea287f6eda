import PagerJSON
import PagerState
import PagerSyntax
import Testing

@testable import PagerLists

/// A plan from what is known says the same as one from the text alone: its requests, its tokens, its errors.
struct KnownQueriesTests {
  private static let shop = """
    query Shop($n: Int = 2, $a: String, $b: String, $all: Boolean = true, $where: Where) {
      shop(where: $where) {
        products(first: $n, after: $a, before: $b) @include(if: $all) {
          totalCount nodes { id tags(first: 3) { nodes pageInfo { hasNextPage endCursor } } }
          pageInfo { hasNextPage endCursor }
        }
        old: products(first: $n, after: $a) @skip(if: $all) { edges { node { id } } pageInfo { hasNextPage endCursor } }
      }
    }
    query Second { shop { id } }
    """
  private static let offsets = "query ($skip: Int, $take: Int!) { books(skip: $skip, take: $take) { id } }"
  private static let keys = "query ($where: W) { rows(where: $where) { id at } }"
  private static let time = SinceRule(path: .path("at"), type: .time, order: .filtered)

  /// What a pager's plan is made of.
  private struct Wish {
    var document: PagedDocument
    var further: PagedDocument?
    var rules = ListRules()
    var nested = NestedRule.report
    var since: SinceSettings?
    var kept: JSONValue?

    init(
      _ query: String = shop, _ variables: [String: JSONValue] = [:], _ operation: String? = "Shop",
      rules: ListRules = ListRules(), nested: NestedRule = .report, since: SinceSettings? = nil,
      further: PagedDocument? = nil, _ change: (inout DocumentPagination) -> Void = { _ in }
    ) {
      document = paged(query, operationName: operation, variables: variables, change)
      (self.rules, self.nested, self.since, self.further) = (rules, nested, since, further)
    }

    /// Everything that a plan says, or the error.
    func said(_ queries: KnownQueries) -> String {
      do throws(DocumentPlanError) {
        let plan = try CurrentPlan.make(
          document, further: further, rules, nested: nested, since: since, kept: kept, queries)
        return Self.text(plan)
      } catch {
        return "\(error)"
      }
    }

    private static func text(_ body: [UInt8]?) -> String { String(decoding: body ?? [], as: UTF8.self) }

    /// The words of a description in one order: each dictionary has another one.
    private static func words(_ description: String) -> String {
      description.split { "[](){},: ".contains($0) }.sorted().joined(separator: " ")
    }

    private static func text(_ current: CurrentPlan) -> String {
      let plan = current.opening.plan
      var lines: [String] = []
      for (role, query) in [(QueryRole.first, plan.first), (.further, plan.further ?? plan.first)] {
        for end in ListEnd.allCases {
          let requests = [
            PageRequest(role, toward: end),
            PageRequest(role, toward: end, .init(query.variables.places.map { .init($0, VariableValue(integer: 7)) })),
          ]
          for request in requests {
            lines.append(text(try? query.requests.body(of: request)))
            lines.append(text(try? query.requests.body(of: request, halvings: 1)))
          }
        }
        lines.append(words("\(query.shape) \(query.variables) \(query.kind.list.names(query.variables))"))
        lines.append(words("\(query.drain.map { $0.queries.mapValues { $0 } } ?? [:])"))
      }
      let first = plan.initialRequest
      lines.append("\(first.settings) \(first.place) \(first.fingerprint) \(plan.opensInMiddle) \(plan.totalRule)")
      lines.append(words("\(plan.identity.signature(at: "http://x/")) \(plan.words.signposts)"))
      lines.append("\(plan.nested) \(plan.concurrency) \(plan.since?.identity.description ?? "-")")
      lines.append("\(current.requiresTotal) \(current.comparesTotal) \(current.isPending(.first))")
      return lines.joined(separator: "\n")
    }
  }

  private static func since(_ value: String, _ variable: String, _ rule: SinceRule = time) throws -> SinceSettings {
    SinceSettings(
      rule, from: SinceStart(mark: SinceValue(.string(value), as: rule.type)),
      variable: try SinceVariable(variable, template: nil))
  }

  private static func rules(_ change: (inout ListRules) -> Void) -> ListRules {
    var rules = ListRules()
    change(&rules)
    return rules
  }

  /// Pagers of one client, in this order.
  private static func wishes() throws -> [Wish] {
    let filtered: [String: JSONValue] = ["where": ["at": ["_gt": "2026-01-01T00:00:00Z"], "x": 1]]
    let own = OwnDrainQuery(
      connection: .path("shop", "products", "nodes", "tags"),
      query: "query ($i: ID!, $c: String, $s: String) { tags(of: $i, after: $c, s: $s) { nodes "
        + "pageInfo { hasNextPage endCursor } } }",
      variables: ["s": RawJSON(validated: Array("\"one\"".utf8))], from: ["i": .path("id")])
    var other = own
    other.variables = ["s": RawJSON(validated: Array("\"two\"".utf8))]
    var (first, second) = (DrainRules(), DrainRules())
    (first.queries, second.queries) = ([own], [other])
    let values: [Wish] = [
      // Values of other types, null, and none.
      Wish(), Wish(shop, ["n": 5]), Wish(shop, ["n": .null]), Wish(shop, ["n": "5"]), Wish(shop, ["n": 1]),
      Wish(shop, ["where": ["b": 1, "a": [1.0, .null]]]), Wish(shop, ["where": ["a": [1, .null], "b": 1]]),
      // A cursor: the list is opened in its middle.
      Wish(shop, ["a": "c1"]), Wish(shop, ["a": "c2"]), Wish(shop, ["a": .null]), Wish(shop, ["a": 3]),
      Wish(shop, ["b": "other end"]), Wish(shop, ["a": "x", "b": "y"]),
      // The boolean chooses the connection; a server refuses a text or null, and both connections count.
      Wish(shop, ["all": true]), Wish(shop, ["all": false]), Wish(shop, ["all": .null]), Wish(shop, ["all": "no"]),
      Wish(shop, ["all": false, "n": 9]), Wish(shop, ["all": true, "n": 9]),
    ]
    let refused: [Wish] = [
      Wish(shop, ["unknown": 1]), Wish(shop, [:], nil), Wish(shop, [:], "Third"), Wish(shop, [:], "Second"),
      Wish(shop, [:], "Shop") { $0.connection = .path("shop", "none") }, Wish("query {"), Wish("query {", [:], nil),
      Wish("mutation { a { pageInfo { hasNextPage } } }", [:], nil),
    ]
    let paginations: [Wish] = [
      Wish(shop, [:], "Shop") { $0.connection = .path("shop", "products") },
      Wish(shop, ["all": "no"], "Shop") { $0.connection = .path("shop", "old") },
      Wish(shop, [:], "Shop") { $0.items = .path("edges") }, Wish(shop, [:], "Shop") { $0.absent = ["total"] },
      Wish(shop, [:], "Shop") { $0.total = .path("count") }, Wish(shop, [:], "Shop") { $0.first = "none" },
      Wish(shop, [:], "Shop", rules: rules { $0.direction = .reverse }),
      Wish(shop, [:], "Shop", rules: rules { $0.checksTotal = false }),
      Wish(shop, [:], "Shop", rules: rules { $0.identity = .path("id") }),
      Wish(shop, [:], "Shop", rules: rules { $0.ending = .nullCursor }),
    ]
    // Lists inside the items, and a place inside a variable.
    let inner: [Wish] = [
      Wish(shop, [:], "Shop", nested: .error), Wish(shop, [:], "Shop", nested: .drain(DrainRules())),
      Wish(shop, [:], "Shop", nested: .drain(first)), Wish(shop, [:], "Shop", nested: .drain(second)),
      Wish(shop, ["where": ["page": ["after": "c"], "x": 1]], "Shop") { $0.after = "/where/page/after" },
      Wish(shop, ["where": ["page": ["after": .null], "x": 2]], "Shop") { $0.after = "/where/page/after" },
      Wish(shop, ["where": "text"], "Shop") { $0.after = "/where/page/after" },
    ]
    // Lists that the words of servers show.
    let found: [Wish] = [
      Wish(offsets, ["take": 3], nil), Wish(offsets, ["take": 4], nil), Wish(offsets, [:], nil),
      Wish(offsets, ["take": 4, "skip": 8], nil), Wish(offsets, ["take": 4, "skip": "x"], nil),
      Wish(offsets, ["take": 4], nil, rules: rules { $0.ending = .shortPage }),
      Wish(offsets, ["take": 4], nil, rules: rules { $0.finds = false }),
      Wish("query { shop { items { id } pageInfo { hasNextPage } } }", [:], nil),
      Wish("query { shop(after: null) { nodes { id } pageInfo { hasNextPage endCursor } } }", [:], nil),
    ]
    let keysets: [Wish] = [
      Wish(keys, filtered, nil) { ($0.connection, $0.key, $0.after) = (.path("rows"), [.path("id")], "/where/id/_gt") },
      Wish(keys, ["where": ["id": ["_gt": 4]]], nil) {
        ($0.connection, $0.key, $0.after) = (.path("rows"), [.path("id")], "/where/id/_gt")
      },
      Wish(keys, [:], nil) { ($0.connection, $0.key, $0.after) = (.path("rows"), [.path("no")], "/where/id/_gt") },
    ]
    // A value since which the list is read, and two queries.
    let others: [Wish] = [
      Wish(shop, filtered, "Shop", since: try since("2026-01-02T00:00:00Z", "/where/at/_gt")),
      Wish(shop, filtered, "Shop", since: try since("2026-02-02T00:00:00Z", "/where/at/_gt")),
      Wish(shop, filtered, "Shop", since: try since("2026-02-02T00:00:00Z", "missing")),
      Wish(shop, ["n": 1], "Shop", further: paged(shop, operationName: "Shop", variables: ["n": 8])),
      Wish(shop, ["n": 1], "Shop", further: paged(shop, operationName: "Second")),
    ]
    return values + refused + paginations + inner + found + keysets + others
  }

  @Test("a pager of a known query asks and refuses as the first one does")
  func aPagerOfAKnownQueryAsksAndRefusesAsTheFirstOneDoes() throws {
    let queries = KnownQueries()
    for round in 1...2 {
      for (index, wish) in try Self.wishes().enumerated() {
        #expect(wish.said(queries) == wish.said(KnownQueries()), "round \(round), pager \(index)")
      }
    }
  }

  @Test(
    "a query that is refused is not kept", arguments: ["query {", "query { a }", "mutation { a { pageInfo { x } } }"])
  func aQueryThatIsRefusedIsNotKept(_ query: String) {
    let queries = KnownQueries()
    let refusal = Wish(query, [:], nil).said(queries)
    #expect(refusal == Wish(query, [:], nil).said(KnownQueries()))
    #expect(queries.extent.count == 0)
  }

  @Test("threads share what is known")
  func threadsShareWhatIsKnown() async throws {
    let wishes = try Self.wishes()
    let expected = wishes.map { $0.said(KnownQueries()) }
    let queries = KnownQueries()
    await withTaskGroup(of: [String].self) { group in
      for start in [0, wishes.count / 2] {
        group.addTask {
          guard let wishes = try? Self.wishes() else { return [] }
          let said = wishes.indices.map { wishes[($0 + start) % wishes.count].said(queries) }
          return wishes.indices.map { said[($0 + wishes.count - start) % wishes.count] }
        }
      }
      for await said in group { #expect(said == expected) }
    }
  }

  @Test("the 64 queries that were used last are kept")
  func the64QueriesThatWereUsedLastAreKept() throws {
    let queries = KnownQueries()
    let wish = { (number: Int) in
      Wish(
        "query Q\(number)($a: String) { l(after: $a) { nodes { id } pageInfo { hasNextPage endCursor } } }", [:], nil)
    }
    for number in 1...65 {
      #expect(wish(number).said(queries) == wish(number).said(KnownQueries()))
      #expect(queries.extent.count == min(number, KnownQueries.most))
    }
    let known = try queries.query(wish(65).document.query, nil, at: .first)
    #expect(try queries.query(wish(65).document.query, nil, at: .first) === known)
    let forgotten = try queries.query(wish(1).document.query, nil, at: .first)
    #expect(try queries.query(wish(1).document.query, nil, at: .first) !== forgotten)
    #expect(queries.extent.size <= KnownQueries.greatestSize)
  }

  @Test("a long query is not kept")
  func aLongQueryIsNotKept() {
    let fields = (0..<2000).map { "field\($0)" }.joined(separator: " ")
    let query = "query ($a: String) { l(after: $a) { nodes { \(fields) } pageInfo { hasNextPage endCursor } } }"
    let queries = KnownQueries()
    #expect(Wish(query, [:], nil).said(queries) == Wish(query, [:], nil).said(KnownQueries()))
    #expect(queries.extent.count == 0)
  }
}
