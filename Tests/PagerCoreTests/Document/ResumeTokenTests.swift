import PagerCore
import PagerJSON
import PagerState
import TestSupport
import Testing

@Suite("A resume token of a document's list")
struct ResumeTokenTests {
  private static let endpoint = "http://127.0.0.1/graphql"

  private func request(_ plan: DocumentPlan, _ cursor: String) throws -> PageRequest {
    let json = try JSONValue(parsing: cursor)
    let token = try plan.resumeToken(for: .beginning, at: Self.endpoint)
    #expect(try plan.position(of: .string(token), at: Self.endpoint) == .beginning)
    return PageRequest(toward: .next, [.init("after", VariableValue(integer: json.integer ?? 0))])
  }

  private func position(after request: PageRequest, fingerprints: [UInt64]) -> ListPosition<PageRequest> {
    ListPosition(
      next: .open(request), previous: .closed, pageCount: fingerprints.count, itemCount: 7, fingerprints: fingerprints)
  }

  @Test func comesBackAsItWas() throws {
    let plan = try plan(shopQuery, variables: ["first": 2])
    let position = position(after: try request(plan, "17"), fingerprints: [3, .max, 0])
    let token = try plan.resumeToken(for: position, at: Self.endpoint)
    #expect(try plan.position(of: .string(token), at: Self.endpoint) == position)
    #expect(try plan.position(of: JSONValue(parsing: token), at: Self.endpoint) == position)
    // Put together by hand, and still what the JSON library makes of it.
    #expect(try JSONValue(parsing: token).text() == token)
  }

  @Test("Every way in which a list ends", arguments: IncompleteReason.allCases)
  func brokenEnds(reason: IncompleteReason) throws {
    let plan = try plan(shopQuery, variables: ["first": 2])
    for next in [Turn<PageRequest>.broken(reason), .closed, .unresolved] {
      let position = ListPosition<PageRequest>(
        next: next, previous: .closed, pageCount: 3, itemCount: 6, fingerprints: [1, 2, 3])
      let token = try plan.resumeToken(for: position, at: Self.endpoint)
      #expect(try plan.position(of: .string(token), at: Self.endpoint) == position)
    }
  }

  @Test(
    "The newest fingerprints are all there, and of the older ones every n-th", arguments: [900, 1_100, 5_000, 100_000])
  func thinned(count: Int) throws {
    let plan = try plan(shopQuery, variables: ["first": 2])
    let all = (1...UInt64(count)).map { $0 }
    let position = position(after: try request(plan, "17"), fingerprints: all)
    let token = try plan.resumeToken(for: position, at: Self.endpoint)
    #expect(token.utf8.count <= 16_000)
    let kept = try plan.position(of: .string(token), at: Self.endpoint)
    #expect(kept.pageCount == count)
    #expect(kept.fingerprints == kept.fingerprints.sorted())
    #expect(kept.fingerprints.suffix(400) == all.suffix(400)[...])
    #expect(kept.fingerprints.first == 1)
    #expect(kept.fingerprints.count > 700)
    let gaps = zip(kept.fingerprints, kept.fingerprints.dropFirst()).map { $1 - $0 }
    #expect(Int(gaps.max() ?? 0) <= max(2, count / 400))
  }

  @Test func doesNotHoldACursorThatIsTooLong() throws {
    let plan = try plan(shopQuery, variables: ["first": 2])
    let transport = ListScene(plan)
    try transport.start(.fetch)
    let cursor = String(repeating: "x", count: 20_000)
    transport.transport.answer(
      #"{"data":{"shop":{"products":{"nodes":[1],"pageInfo":{"hasNextPage":true,"endCursor":"\#(cursor)"}}}}}"#)
    let position = transport.engine.read { $0.finishedPosition }
    #expect(throws: ResumeTokenError.tooLong) { try plan.resumeToken(for: position, at: Self.endpoint) }
  }

  @Test func isOfTheListWhateverItsSizeAndCursorAre() throws {
    let token = try plan(shopQuery, variables: ["first": 2]).resumeToken(for: .beginning, at: Self.endpoint)
    let same = try plan(shopQuery, variables: ["first": 3, "after": "K"])
    #expect(try same.position(of: .string(token), at: "http://me:secret@127.0.0.1/graphql") == .beginning)
    for (other, endpoint) in [(shopQuery, Self.endpoint + "/2"), (shopQuery + "\n", Self.endpoint)] {
      #expect(throws: ResumeTokenError.self) {
        try plan(other, variables: ["first": 2]).position(of: .string(token), at: endpoint)
      }
    }
  }

  @Test func aCycleBackToAPageOfAnotherProcessEndsTheWalk() throws {
    let plan = try plan(shopQuery, variables: ["first": 2])
    let first = ListScene(plan)
    func answer(_ node: Int, _ cursor: String) -> String {
      #"{"data":{"shop":{"products":{"nodes":[\#(node)],"pageInfo":{"hasNextPage":true,"endCursor":"\#(cursor)"}}}}}"#
    }
    try first.walk(answers: answer(1, "A"), answer(2, "B"))
    let token = try plan.resumeToken(for: first.engine.read { $0.finishedPosition }, at: Self.endpoint)
    let second = PagerState<DocumentPagerTypes>(
      initialRequest: plan.initialRequest, retention: .all,
      resumingAt: try plan.position(of: .string(token), at: Self.endpoint))
    let again = second.finishedPosition
    #expect(again == first.engine.read { $0.finishedPosition })
    // The same in every process: this token was written by another one.
    #expect(again.fingerprints.count == 2)
    #expect(DocumentPagerTypes.fingerprint(of: plan.initialRequest) == again.fingerprints.first)
  }
}
