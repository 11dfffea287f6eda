import PagerEngine
import PagerJSON
import PagerState
import Testing

@testable import PagerLists

private let listEndpoint = "http://127.0.0.1/graphql"

/// A walk over a plain list, and the token of it after each page.
private struct GrowingList {
  let plan: DocumentPlan
  let frame: TokenFrame
  private(set) var growing = GrowingToken()
  private(set) var state: PagerState
  private var pages: UInt64 = 0

  init() throws {
    plan = try PagerListsTests.plan(shopQuery, variables: ["first": 2])
    frame = try plan.tokenFrame(at: listEndpoint)
    state = PagerState(initialRequest: Self.request("first"), retention: .none)
    var actions: [PagerAction] = []
    try state.start(OperationID(1), .loadAll(Walk(emitsEachPage: true)), into: &actions)
  }

  static func request(_ cursor: String) -> PageRequest {
    let value = VariableValue(json: RawJSON(validated: Array("\"\(cursor)\"".utf8)), comparedAs: nil)
    return PageRequest(toward: .next, [.init("after", value)])
  }

  /// The token after one more page, which names a cursor.
  mutating func token(after cursor: String) throws(ResumeTokenError) -> String {
    pages += 1
    let facts = PageFacts(
      hasData: true, itemCount: 1, next: .open(Self.request(cursor)), previous: .closed)
    var actions: [PagerAction] = []
    _ = state.receive(ListPage(), facts, of: LoadID(pages), into: &actions)
    return try growing.write(state.finishedPosition(after: growing.mark), frame, PageRequest.write) {
      String(decoding: $0, as: UTF8.self)
    }
  }

  func position(of token: String) throws -> ListPosition {
    try plan.position(of: .string(token), at: listEndpoint)
  }
}

@Suite("A token after each page")
struct GrowingTokenTests {
  @Test("Each token is whole by itself, and of the position at which it was written")
  func wholeByItself() throws {
    var list = try GrowingList()
    let cursors = (1...2_500).map { "c\($0)" }
    let tokens = try cursors.map { cursor throws(ResumeTokenError) in try list.token(after: cursor) }
    let all = (["first"] + cursors).map { GrowingList.request($0).fingerprint }
    for (index, token) in tokens.enumerated() {
      #expect(token.utf8.count <= ListToken.longest)
      // Reading takes long: all of the small ones, and then some.
      guard index < 50 || index % 97 == 0 || index == cursors.count - 1 else { continue }
      let position = try list.position(of: token)
      #expect(position.pageCount == index + 1 && position.next == .open(GrowingList.request(cursors[index])))
      let answered = all.prefix(index + 1)
      let kept = Set(position.fingerprints)
      #expect(kept.count == position.fingerprints.count && answered.filter(kept.contains) == position.fingerprints)
      #expect(position.fingerprints.first == all[0] && position.fingerprints.suffix(400) == answered.suffix(400))
      #expect(position.fingerprints.count >= min(index + 1, 600))
    }
  }

  @Test("A walk that continues notices a cycle at the next page whose fingerprint the token has")
  func cycle() throws {
    var list = try GrowingList()
    var token = ""
    for number in 1...2_500 { token = try list.token(after: "c\(number)") }
    let position = try list.position(of: token)
    for page in [1, 2, 100, 777, 1_500, 1_999, 2_400] {
      var second = PagerState(
        initialRequest: GrowingList.request("first"), retention: .none, resumingAt: position)
      var actions: [PagerAction] = []
      try second.start(OperationID(1), .loadAll(Walk(emitsEachPage: true)), into: &actions)
      var pages = 0
      while case .open? = second.frontier(at: .next), pages < 100 {
        let facts = PageFacts(
          hasData: true, itemCount: 1, next: .open(GrowingList.request("c\(page + pages)")), previous: .closed)
        pages += 1
        _ = second.receive(ListPage(), facts, of: LoadID(UInt64(pages)), into: &actions)
      }
      #expect(second.frontier(at: .next) == .broken(.cursorCycle))
      #expect(page > 2_050 ? pages == 1 : pages <= 8, "a cycle back to page \(page)")
    }
  }

  @Test("A token fits its bytes, whatever its cursors take of the room")
  func room() throws {
    var list = try GrowingList()
    var largest = 0
    for number in 1...1_500 {
      let length = number % 300 == 299 ? 15_000 : number % 50 == 49 ? 4_000 : number % 7
      let token = try list.token(after: "\(number)" + String(repeating: "x", count: length))
      largest = max(largest, token.utf8.count)
      #expect(token.utf8.count <= ListToken.longest)
      if (number + 1) % 50 < 2 { #expect(try list.position(of: token).pageCount == number) }
    }
    #expect(largest > 15_000)
  }

  @Test("A cursor that is too long has no token, and the next page has one with all fingerprints")
  func tooLong() throws {
    var list = try GrowingList()
    for number in 1...20 {
      guard number.isMultiple(of: 4) else {
        let token = try list.token(after: "\(number)")
        #expect(try list.position(of: token).fingerprints == list.state.finishedPosition.fingerprints)
        continue
      }
      #expect(throws: ResumeTokenError.tooLong) {
        try list.token(after: String(repeating: "x", count: 16_000) + "\(number)")
      }
    }
  }

  @Test("After a reset, a token has only what the new list has, however many pages that has", arguments: [1, 2, 3, 5])
  func reset(pages: Int) throws {
    let plan = CurrentPlan(try plan(shopQuery, variables: ["first": 2]))
    let tokens = ResumeTokens()
    let scene = ListScene(plan.opening.plan)
    for (first, count) in [(10, 3), (20, pages)] {
      try scene.walk(answers: (first..<first + count).map { shopPage($0) })
      let token = try tokens.write(
        of: plan, at: listEndpoint, { mark in scene.engine.read { $0.finishedPosition(after: mark) } },
        { String(decoding: $0, as: UTF8.self) })
      let position = try plan.opening.plan.position(of: .string(token), at: listEndpoint)
      #expect(position == scene.engine.read { $0.finishedPosition })
      scene.engine.reset()
    }
  }

  private func shopPage(_ number: Int) -> String {
    let info = #"{"hasNextPage":true,"endCursor":"\#(number)"}"#
    return #"{"data":{"shop":{"products":{"nodes":[\#(number)],"pageInfo":\#(info)}}}}"#
  }

  @Test("It keeps its members in the order in which the JSON library writes them")
  func order() throws {
    let plan = try plan(shopQuery, variables: ["first": 2])
    let request = PageRequest(toward: .next, [.init("after", VariableValue(integer: 17))])
    var position = ListPosition(
      next: .open(request), previous: .broken(.pageLimit), pageCount: 3, itemCount: 7, gapCount: 1,
      fingerprints: [3, .max, 0],
      partialData: PartialData(pages: 2, errors: 3, first: .init(page: 1, message: "no", path: "/list/0")))
    position.totals = ToldTotals(least: 3, greatest: 4, countPages: true)
    (position.omittedCount, position.doubts) = (2, [.brokenPromise, .moreThanTotal])
    position.beginsInMiddle = true
    let token = try plan.resumeToken(for: position, at: listEndpoint)
    #expect(try plan.position(of: .string(token), at: listEndpoint) == position)
    var fields = try #require(try JSONValue(parsing: token).object)
    let text = token.replacing(#""fingerprints":"\#(Fingerprints.text([3, .max, 0]))","#, with: "")
    fields["fingerprints"] = nil
    #expect(try JSONValue.object(fields).text() == text)
  }
}
