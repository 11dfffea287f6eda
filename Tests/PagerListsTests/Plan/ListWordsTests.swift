import PagerBytes
import PagerClient
import PagerJSON
import PagerLists
import PagerState
import TestSupport
import Testing

@Suite("What a plan says of a list that its config describes")
struct ListWordsTests {
  /// The plan of a list of each kind.
  private static func plan(of kind: String) throws -> DocumentPlan {
    var rules = ListRules()
    func list(
      _ query: String, _ variables: [String: JSONValue] = [:], _ change: (inout DocumentPagination) -> Void
    ) throws -> DocumentPlan {
      try PagerListsTests.plan(query, variables: variables, rules: rules) {
        $0.connection = .path("list")
        change(&$0)
      }
    }
    switch kind {
    case "forward": return try PagerListsTests.plan(shopQuery, variables: ["first": 2])
    case "both ways": return try PagerListsTests.plan(bothWaysQuery, variables: ["first": 2])
    case "null cursor":
      rules.ending = .nullCursor
      return try list("query ($c: ID) { list(token: $c) { items { id } next } }") {
        ($0.after, $0.endCursor) = ("c", .path("next"))
      }
    case "flag":
      return try list("query ($p: Int) { list(page: $p) { items { id } more } }") { $0.hasMore = .path("more") }
    case "whole":
      rules.ending = .firstPage
      return try list("query ($limit: Int) { list(limit: $limit) { id } }", ["limit": 9]) { _ in }
    case "keyset":
      return try list("query ($a: ID, $n: Int) { list(after: $a, first: $n) { id } }") {
        ($0.key, $0.after) = ([.path("id")], "a")
      }
    case "inclusive":
      (rules.isInclusive, rules.identity) = (true, .path("id"))
      return try list("query ($a: ID, $n: Int) { list(after: $a, limit: $n) { id at } }", ["n": 9]) {
        ($0.key, $0.after) = ([.path("at")], "a")
      }
    default:
      return try list("query ($a: ID, $b: W) { list(after: $a, where: $b) { items { id at } more } }") {
        ($0.key, $0.hasMore) = ([.path("at"), .path("id")], .path("more"))
        ($0.afterPlaces, $0.beforePlaces) = (["a", "/b/gt"], ["/b/lt/at", "/b/lt/id"])
      }
    }
  }

  @Test(
    "Why a list cannot be completed, and what helps",
    arguments: [
      ("forward", .pageLimit, "reached its max_pages or max_items"),
      ("both ways", .nullCursor, "at /data/list/pageInfo/endCursor or /data/list/pageInfo/startCursor is null"),
      ("null cursor", .missingPageInfo, "no true or false at /data/list/next"),
      ("flag", .missingPageInfo, "nothing usable at /data/list/more"),
      ("whole", .missingPageInfo, "as many items as the request asks for, so the list may be longer: ask for more"),
      ("keyset", .cursorStuck, "the server ignores the key, or its filter includes the key (>=)"),
      ("keyset", .cursorCycle, "leads back to an earlier one: it ends with the key of an earlier request"),
      ("keyset", .duplicateKey(nil), "Add a second key that tells such items apart, or set \"inclusive\": true"),
      ("keys", .cursorStuck, "the page has no items and says there is more, or its last item"),
      ("keys", .missingPageInfo, "nothing usable at /data/list/more"),
      ("inclusive", .cursorStuck, "larger than the largest number of items with one key"),
    ] as [(String, IncompleteReason, String)])
  func words(kind: String, reason: IncompleteReason, words: String) throws {
    let message = try Self.plan(of: kind).words.message(for: reason)
    #expect(message.contains(words), "\(message)")
  }

  @Test(
    "What helps after an error of the server",
    arguments: [
      ("flag", "The value of the `skip` argument must be between 0 and 5000, but is 5100", "docs/keyset-lists.md"),
      ("flag", "Result window is too large, from + size must be at most 10000", "docs/keyset-lists.md"),
      ("flag", "Unknown argument \"skip\" on field \"Query.list\"", nil),
      ("flag", "The page size must be less than 200", nil),
      ("forward", "The value of the `skip` argument must be between 0 and 5000", nil),
      ("forward", "Query too complex: 12000", "\"shrink_messages\" in the client's \"retry\""),
      ("whole", "Something went wrong while executing your query.", "\"shrink_messages\""),
      ("keyset", "You must log in", nil),
    ] as [(String, String, String?)])
  func advice(kind: String, message: String, advice: String?) throws {
    let text = try JSONValue.array([["message": .string(message)]]).text()
    let errors = try JSONReader().read(ReceivedBytes.copying(text.utf8)) { GraphQLErrorList($0) }
    let told = try Self.plan(of: kind).words.advice(after: errors)
    #expect(advice.map(told.contains) ?? told.isEmpty, "\(told)")
  }
}
