import PagerJSON
import PagerState
import Testing

@testable import PagerABI
@testable import PagerLists

/// The pagers of one client say the same as pagers of new ones, whichever configs came before.
struct KnownConfigsTests {
  private static let query =
    "query Q($first: Int, $after: String, $s: String) { shop(s: $s) { products(first: $first, after: $after) "
    + "{ nodes { id at } pageInfo { hasNextPage endCursor } } } }"

  /// What a config says, or the error.
  private static func said(_ config: String, _ query: String?, _ known: KnownConfigs) -> String {
    do throws(ErrorReport) {
      let config = try PagerConfig(config, query: query, endpoint: "http://x/", known: known)
      let plan = config.plan.opening.plan
      let body = (try? plan.first.requests.body(of: plan.initialRequest)) ?? []
      return [
        String(decoding: body, as: UTF8.self), "\(config.retention) \(config.walk) \(config.policies)",
        "\(config.document.variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })",
        "\(plan.identity.signature(at: "http://x/").hash) \(plan.nested) \(plan.errorRule) \(plan.first.shape)",
        "\(plan.since?.rule.path.description ?? "-") \(plan.since.map { "\($0.mark as Any)" } ?? "-")",
        "\(config.position.map { "\($0)" } ?? "begins")",
      ].joined(separator: "\n")
    } catch {
      return error.json
    }
  }

  private static func configs() throws -> [(text: String, query: String?)] {
    let plan = try DocumentPlan(PagedDocument(query: query, variables: ["s": RawJSON(.string("a"))]))
    let token = try JSONValue.string(plan.resumeToken(for: .beginning, at: "http://x/")).text()
    let nested = { (value: String) in
      #"{"nested": {"mode": "drain", "queries": {"/shop/products/nodes/tags": {"query": "{ a }", "# + "\n"
        + #""variables": {"v": "\#(value)"}}}}}"#
    }
    return [
      ("{}", query), (#"{"variables": {"s": "a"}}"#, query), (#"{"variables": {"s": "secret é"}}"#, query),
      (#"{"variables":{"s":null,"first":3},"retain":"last"}"#, query),
      (#"{"variables":{"s":"b","first":"no"}, "retain": "last" }"#, query),
      (#"{"retain": "none", "load_all": {"max_pages": 3, "emit": "end"}, "strict": true, "errors": "keep"}"#, query),
      (#"{"variables": {"after": "c"}, "pagination": {"check_total": false, "identity": "/id"}}"#, query),
      (#"{"variables": {"after": "d"}, "pagination": {"check_total": false, "identity": "/id"}}"#, query),
      // The query is in the config, or beside it, or both, or elsewhere.
      (#"{"query": "\#(query)", "operation_name": "Q"}"#, nil), (#"{"query": "\#(query)"}"#, query), ("{}", nil),
      (#"{"query": "\#(query)", "operation_name": "R"}"#, nil), (#"{"query": 1}"#, nil),
      // A resume token, and one of another list.
      (#"{"variables": {"s": "a"}, "resume": \#(token)}"#, query),
      (#"{"variables": {"s": "b"}, "resume": \#(token)}"#, query), (#"{"resume": "x"}"#, query),
      // Since a mark, and since another one.
      (#"{"since": {"path": "/at", "order": "descending"}}"#, query),
      (#"{"since": {"path": "/at", "order": "descending", "value": "2026-01-01T00:00:00Z"}}"#, query),
      (#"{"since": {"path": "/at", "order": "descending", "value": "2026-02-01T00:00:00Z"}}"#, query),
      (#"{"checkpoint": "x", "since": {"path": "/at", "order": "descending"}}"#, query),
      // Queries of its own, with variables.
      (nested("one"), query), (nested("two"), query), (#"{"nested": "error"}"#, query),
      // Two queries.
      (#"{"variables": {"s": "a"}, "next_query": {"query": "\#(query)", "variables": {"s": "n"}}}"#, query),
      (#"{"next_query": {"variables": {"s": "m"}, "query": "\#(query)"}, "variables": {"s": "é"}}"#, query),
      (#"{"next_query": {"variables": {"s": "o"}, "query": "\#(query)"}, "variables": {"s": "a"}}"#, query),
      // Configs that are refused.
      (#"{"variables": 1}"#, query), (#"{"variables": {"s": 1, "s": 2}}"#, query), ("{", query), ("[]", query),
      (#"{"unknown": 1}"#, query), (#"{"variables": {}, "variables": {}}"#, query), (#"{"retain": "l ast"}"#, query),
      (#"{"variables": {"none": 1}}"#, query),
    ]
  }

  @Test("a known config says what it says to a new client")
  func aKnownConfigSaysWhatItSaysToANewClient() throws {
    let known = KnownConfigs()
    for round in 1...2 {
      for (index, config) in try Self.configs().enumerated() {
        let (text, query) = (config.text, config.query)
        #expect(Self.said(text, query, known) == Self.said(text, query, KnownConfigs()), "\(round), \(index): \(text)")
      }
    }
  }

  @Test("settings with tokens, marks or values of variables are not kept")
  func settingsWithTokensMarksOrValuesOfVariablesAreNotKept() throws {
    for (text, query) in try Self.configs() {
      let known = KnownConfigs()
      _ = Self.said(text, query, known)
      let isRefused =
        Self.said(text, query, known).hasPrefix("{\"")
        && Self.said(text, query, known).contains("\"message\"")
      let hasOwn = ["\"resume\"", "\"value\"", "\"checkpoint\"", "\"queries\""].contains { text.contains($0) }
      #expect(known.count == (isRefused || hasOwn ? 0 : 1), "\(text)")
    }
  }

  @Test("the variables of a config do not make another one")
  func theVariablesOfAConfigDoNotMakeAnotherOne() {
    let known = KnownConfigs()
    for value in ["1", "\"a longer value, with é\"", "null", "[\n1\n]"] {
      _ = Self.said("{\"variables\": {\"s\": \(value)}}", Self.query, known)
      _ = Self.said("{ \"variables\":{} }", Self.query, known)
    }
    #expect(known.count == 1)
    _ = Self.said("{\"variables\": {}, \"retain\": \"last\"}", Self.query, known)
    #expect(known.count == 2)
    #expect(known.queries.extent.count == 1)
  }
}
