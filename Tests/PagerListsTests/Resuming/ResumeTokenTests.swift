import PagerBytes
import PagerJSON
import PagerState
import TestSupport
import Testing

@testable import PagerEngine
@testable import PagerLists

private let listEndpoint = "http://127.0.0.1/graphql"

/// A list with variables that make it.
private let filteredQuery = """
  query Q($filter: Filter, $owner: String, $after: String) {
    items(filter: $filter, owner: $owner, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }
  }
  """

@Suite("A resume token of a document's list")
struct ResumeTokenTests {
  private func request(_ plan: DocumentPlan, _ cursor: String) throws -> PageRequest {
    let json = try JSONValue(parsing: cursor)
    let token = try plan.resumeToken(for: .beginning, at: listEndpoint)
    #expect(try plan.position(of: .string(token), at: listEndpoint) == .beginning)
    return PageRequest(toward: .next, [.init("after", VariableValue(integer: json.integer ?? 0))])
  }

  private func position(after request: PageRequest, fingerprints: [UInt64]) -> ListPosition {
    ListPosition(
      next: .open(request), previous: .closed, pageCount: fingerprints.count, itemCount: 7, fingerprints: fingerprints)
  }

  @Test func comesBackAsItWas() throws {
    let plan = try plan(shopQuery, variables: ["first": 2])
    let position = position(after: try request(plan, "17"), fingerprints: [3, .max, 0])
    let token = try plan.resumeToken(for: position, at: listEndpoint)
    #expect(try plan.position(of: .string(token), at: listEndpoint) == position)
    #expect(try plan.position(of: JSONValue(parsing: token), at: listEndpoint) == position)
    // Put together by hand, and still what the JSON library makes of it.
    #expect(try JSONValue(parsing: token).text() == token)
  }

  @Test("Every way in which a list ends", arguments: IncompleteReason.allCases)
  func brokenEnds(reason: IncompleteReason) throws {
    let plan = try plan(shopQuery, variables: ["first": 2])
    for next in [Frontier.broken(reason), .closed, .unresolved] {
      let position = ListPosition(
        next: next, previous: .closed, pageCount: 3, itemCount: 6, fingerprints: [1, 2, 3])
      let token = try plan.resumeToken(for: position, at: listEndpoint)
      #expect(try plan.position(of: .string(token), at: listEndpoint) == position)
    }
  }

  @Test(
    "The newest fingerprints are all there, and of the older ones every n-th", arguments: [900, 1_100, 5_000, 100_000])
  func thinned(count: Int) throws {
    let plan = try plan(shopQuery, variables: ["first": 2])
    let all = (1...UInt64(count)).map { $0 }
    let position = position(after: try request(plan, "17"), fingerprints: all)
    let token = try plan.resumeToken(for: position, at: listEndpoint)
    #expect(token.utf8.count <= 16_000)
    let kept = try plan.position(of: .string(token), at: listEndpoint)
    #expect(kept.pageCount == count)
    #expect(kept.fingerprints == kept.fingerprints.sorted())
    #expect(kept.fingerprints.suffix(400) == all.suffix(400)[...])
    #expect(kept.fingerprints.first == 1)
    #expect(kept.fingerprints.count > 600)
    let gaps = zip(kept.fingerprints, kept.fingerprints.dropFirst()).map { $1 - $0 }
    #expect(Int(gaps.max() ?? 0) <= max(2, count / 170))
  }

  @Test func doesNotHoldACursorThatIsTooLong() throws {
    let plan = try plan(shopQuery, variables: ["first": 2])
    let transport = ListScene(plan)
    try transport.start(.fetch)
    let cursor = String(repeating: "x", count: 20_000)
    transport.transport.answer(
      #"{"data":{"shop":{"products":{"nodes":[1],"pageInfo":{"hasNextPage":true,"endCursor":"\#(cursor)"}}}}}"#)
    let position = transport.engine.read { $0.finishedPosition }
    #expect(throws: ResumeTokenError.tooLong) { try plan.resumeToken(for: position, at: listEndpoint) }
  }

  @Test func isOfTheListWhateverItsSizeAndCursorAre() throws {
    let token = try plan(shopQuery, variables: ["first": 2]).resumeToken(for: .beginning, at: listEndpoint)
    let same = try plan(shopQuery, variables: ["first": 3, "after": "K"])
    #expect(try same.position(of: .string(token), at: "http://me:secret@127.0.0.1/graphql") == .beginning)
    #expect(throws: ResumeTokenError.self) {
      try plan(shopQuery, variables: ["first": 2]).position(of: .string(token), at: listEndpoint + "/2")
    }
  }

  private func filtered(_ filter: String, owner: String = "me", query: String = filteredQuery) throws -> DocumentPlan {
    var variables: [String: RawJSON] = [:]
    variables["filter"] = try JSONReader().read(ReceivedBytes.copying(filter.utf8)) { RawJSON($0) }
    variables["owner"] = try RawJSON(JSONValue.string(owner))
    return try DocumentPlan(PagedDocument(query: query, variables: variables))
  }

  @Test(
    "Layout, and the order of members, make no other list",
    arguments: [
      (#"{"a":1,"b":["x",2.0]}"#, filteredQuery),
      (#"{"b" : ["\u0078", 2], "a" : 1.0}"#, filteredQuery),
      (#"{"a":1,"b":["x",2.0]}"#, "# a comment\n" + filteredQuery.replacing(",", with: "\n")),
    ])
  func meaning(filter: String, query: String) throws {
    let token = try filtered(#"{"a":1,"b":["x",2.0]}"#).resumeToken(for: .beginning, at: listEndpoint)
    #expect(try filtered(filter, query: query).position(of: .string(token), at: listEndpoint) == .beginning)
  }

  @Test(
    "Another key in the endpoint's query makes no other list, and all other values do",
    arguments: [
      ("?key=first-secret", "?key=other-secret", true), ("?key=first-secret", "?key=", true),
      ("?a=1&API_KEY=first-secret", "?a=1&API_KEY=other-secret", true), ("?key=main", "?key=test", false),
      ("?shop=first-shop", "?shop=other-shop", false), ("?key=first-secret", "?token=first-secret", false),
      ("?key=first-secret&shop=a", "?key=first-secret&shop=b", false), ("?key=first-secret", "", false),
      ("?sig=first-secret&sig=second-secret", "?sig=third-secret&sig=fourth-secret", true),
      ("?monkey=first-secret", "?monkey=other-secret", false),
    ])
  func secrets(first: String, other: String, fits: Bool) throws {
    let plan = try filtered(#"{"a":1}"#)
    let token = try plan.resumeToken(for: .beginning, at: listEndpoint + first)
    #expect((try? plan.position(of: .string(token), at: listEndpoint + other)) == (fits ? .beginning : nil))
    #expect(try plan.position(of: .string(token), at: listEndpoint + first) == .beginning)
  }

  @Test func aTokenOfAnAddressWithItsKeyGoesOn() throws {
    // Written when a key in the address made another list.
    let token = """
      {"checksum":"7a21600c3b888888","fingerprints":"","items":0,"list":"118bc7ef45b0f7d4","next":null,"pages":0,\
      "parts":{"$filter":"786c","$owner":"094c","endpoint":"3f30","pagination":"5ae8","query":"4000"},\
      "previous":null,"version":1}
      """
    let plan = try filtered(#"{"a":1}"#)
    #expect(try plan.position(of: .string(token), at: listEndpoint + "?shop=a&key=old-secret") == .beginning)
    #expect(throws: ResumeTokenError.self) {
      try plan.position(of: .string(token), at: listEndpoint + "?shop=a&key=new-secret")
    }
  }

  @Test(
    "A refusal says what differs",
    arguments: [
      (#"{"a":2}"#, "me", filteredQuery, listEndpoint, "the variable `$filter` is different"),
      (
        #"{"a":[2,1]}"#, "you", filteredQuery, listEndpoint,
        "the variable `$filter` and the variable `$owner` are different"
      ),
      (
        #"{"a":1}"#, "me", filteredQuery.replacing("id }", with: "id name }"), listEndpoint,
        "the query is different"
      ),
      (#"{"a":1}"#, "me", filteredQuery, "http://other/", "the endpoint is different"),
    ])
  func refusal(filter: String, owner: String, query: String, endpoint: String, words: String) throws {
    let token = try filtered(#"{"a":1}"#).resumeToken(for: .beginning, at: listEndpoint)
    let error = #expect(throws: ResumeTokenError.self) {
      try filtered(filter, owner: owner, query: query).position(of: .string(token), at: endpoint)
    }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "no error")")
  }

  @Test("A list whose further pages have a query of their own is another list")
  func otherQuery() throws {
    let token = try plan(shopQuery, variables: ["first": 2]).resumeToken(for: .beginning, at: listEndpoint)
    let other = try plan(
      shopQuery, variables: ["first": 2], further: paged(shopQuery, variables: ["first": 3]))
    #expect(throws: ResumeTokenError.self) { try other.position(of: .string(token), at: listEndpoint) }
  }

  @Test func aTokenOfAnEarlierVersionGoesOn() throws {
    // Written before tokens said of what parts their list is.
    let token = """
      {"checksum":"3c4f9529f7386d16","fingerprints":"","items":0,"list":"4f708b7771077af4","next":null,"pages":0,\
      "previous":null,"version":1}
      """
    let plan = try filtered(#"{"a":1}"#)
    #expect(try plan.position(of: .string(token), at: listEndpoint) == .beginning)
    let error = #expect(throws: ResumeTokenError.self) {
      try filtered(#"{"a":2}"#).position(of: .string(token), at: listEndpoint)
    }
    #expect(error?.message.contains("belongs to another list: the query, the variables") == true)
  }

  @Test func theGapsOfAListComeBack() throws {
    let plan = try plan(shopQuery, variables: ["first": 2])
    var position = position(after: try request(plan, "17"), fingerprints: [3])
    position.gapCount = 2
    let token = try plan.resumeToken(for: position, at: listEndpoint)
    #expect(try plan.position(of: .string(token), at: listEndpoint) == position)
  }

  @Test func aCycleBackToAPageOfAnotherProcessEndsTheWalk() throws {
    let plan = try plan(shopQuery, variables: ["first": 2])
    let first = ListScene(plan)
    func answer(_ node: Int, _ cursor: String) -> String {
      #"{"data":{"shop":{"products":{"nodes":[\#(node)],"pageInfo":{"hasNextPage":true,"endCursor":"\#(cursor)"}}}}}"#
    }
    try first.walk(answers: answer(1, "A"), answer(2, "B"))
    let token = try plan.resumeToken(for: first.engine.read { $0.finishedPosition }, at: listEndpoint)
    let second = PagerState(
      initialRequest: plan.initialRequest, retention: .all,
      resumingAt: try plan.position(of: .string(token), at: listEndpoint))
    let again = second.finishedPosition
    #expect(again == first.engine.read { $0.finishedPosition })
    // The same in every process: this token was written by another one.
    #expect(again.fingerprints.count == 2)
    #expect(plan.initialRequest.fingerprint == again.fingerprints.first)
  }
}
