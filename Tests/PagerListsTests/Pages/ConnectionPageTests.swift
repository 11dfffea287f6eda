import PagerBytes
import PagerClient
import PagerJSON
import PagerLists
import PagerState
import PagerTransport
import TestSupport
import Testing

@Suite("A page is the received bytes and where its parts are in them")
struct ConnectionPageTests {
  static let shape = ConnectionShape(
    connection: .path("shop", "products"), items: [.path("nodes"), .path("edges")])
  static let list = CursorShape(
    pageInfo: .path("pageInfo"),
    next: .init(hasMore: .path("hasNextPage"), cursor: .path("endCursor"), variable: "after"))

  private func page(
    _ text: String, _ shape: ConnectionShape = shape, _ list: CursorShape = list
  ) throws -> ConnectionPage {
    let response = TransportResponse(
      status: 200, body: ReceivedBytes.copying(text.utf8), contentType: "application/json")
    return try ResponseReader().page(in: Answer(response), to: PageRequest(toward: .next), shape: shape, list)
  }

  private func slice(_ page: ConnectionPage, _ range: Range<Int>?) -> String? {
    page.text(range)
  }

  @Test func itsPartsAreExactWhateverStandsAroundThem() throws {
    let text = #"""
       { "extensions": {"data": 1}, "errors" : [ {"message": "ü \"}"} ] ,
        "data":  { "shop": {"products": { "totalCount": 3,
          "nodes": [ {"id": "1"} , {"id": "🥄]"} ] ,
          "pageInfo": {"endCursor": "K\u00322", "hasNextPage": true} }} }  }
      """#
    let page = try page(text)
    #expect(slice(page, page.errors) == #"[ {"message": "ü \"}"} ]"#)
    #expect(slice(page, page.items) == #"[ {"id": "1"} , {"id": "🥄]"} ]"#)
    #expect(page.itemCount == 2)
    #expect(try cursor(of: page.facts.next) == #""K\u00322""#)
    let data = try #require(slice(page, page.data))
    #expect(data.hasPrefix(#"{ "shop""#) && data.hasSuffix("true} }} }"))
    #expect(slice(page, 0..<page.body.count) == text)
  }

  /// The cursor that asks for the page beyond an end, as it was written.
  private func cursor(of frontier: Frontier) throws -> String? {
    guard case .open(let open) = frontier else { return nil }
    let request = PageRequest.open(open)
    #expect(request.settings.map(\.variable) == ["after"])
    return try #require(request.settings.first).value.json.description
  }

  @Test func theItemsPlacesAreFoundWithAPageOnceSomebodyHasAskedForOne() throws {
    var shape = Self.shape
    shape = shape.with { $0.nodeKeys[.path("edges")] = ["node"] }
    let interest = ItemInterest()
    func read(_ edges: String) throws -> ConnectionPage {
      let text = #"{"data":{"shop":{"products":{"edges":\#(edges),"pageInfo":{"hasNextPage":false}}}}}"#
      let response = TransportResponse(
        status: 200, body: ReceivedBytes.copying(text.utf8), contentType: "application/json")
      return try ResponseReader().page(
        in: Answer(response), to: PageRequest(toward: .next), shape: shape, Self.list, interest: interest)
    }
    let edges = #"[{"node":{"id":"ü"}}, {"cursor":"2","node":null}, null]"#
    #expect(try read(edges).places == nil)
    interest.show()
    let page = try read(edges)
    let places = try #require(page.places)
    #expect((0..<places.count).map { slice(page, places[$0]) } == [#"{"id":"ü"}"#, "null", "null"])
    #expect(try read("null").places == nil)
    #expect(try read("[]").places?.count == 0)
  }

  @Test(
    "The page info says what follows a page",
    arguments: [
      (#"{"hasNextPage": false, "endCursor": "K2"}"#, .closed), (#"{"hasNextPage": false}"#, .closed),
      (#"{"hasNextPage": true, "endCursor": null}"#, .broken(.nullCursor)),
      (#"{"hasNextPage": true}"#, .broken(.nullCursor)),
      (#"{"hasNextPage": true, "endCursor": {"k": 2}}"#, .broken(.missingPageInfo)),
      (#"{"hasNextPage": true, "endCursor": ["K2"]}"#, .broken(.missingPageInfo)),
      (#"{"hasNextPage": true, "endCursor": true}"#, .broken(.missingPageInfo)),
      (#"{"endCursor": "K2"}"#, .broken(.missingPageInfo)),
      (#"{"hasNextPage": null, "endCursor": "K2"}"#, .broken(.missingPageInfo)),
      (#"{"hasNextPage": "true", "endCursor": "K2"}"#, .broken(.missingPageInfo)),
      (#"{"hasNextPage": 2, "endCursor": "K2"}"#, .broken(.missingPageInfo)), ("null", .broken(.missingPageInfo)),
      (#"{"hasNextPage": 0, "endCursor": "K2"}"#, .closed), (#"{"hasNextPage": 1}"#, .broken(.nullCursor)),
      ("[]", .broken(.missingPageInfo)), ("{}", .broken(.missingPageInfo)),
    ] as [(String, Frontier)])
  func following(pageInfo: String, next: Frontier) throws {
    let page = try page(#"{"data":{"shop":{"products":{"nodes":[],"pageInfo":\#(pageInfo)}}}}"#)
    #expect(page.facts.next == next)
    #expect(page.facts.previous == .closed)
    #expect(page.itemCount == 0)
  }

  @Test(
    "A cursor stays as it was written",
    arguments: [#""K2""#, #""""#, "-2.50e1", #""a\/b\u00fc==""#, "9007199254740993"])
  func cursors(text: String) throws {
    let pageInfo = #"{"hasNextPage": true, "endCursor": \#(text) }"#
    let page = try page(#"{"data":{"shop":{"products":{"nodes":[],"pageInfo":\#(pageInfo)}}}}"#)
    #expect(try cursor(of: page.facts.next) == text)
  }

  @Test func aCursorOfMegabytesIsRefused() throws {
    for (length, isTaken) in [((1 << 20) - 2, true), ((1 << 20) - 1, false)] {
      let pageInfo = #"{"hasNextPage": true, "endCursor": "\#(String(repeating: "k", count: length))"}"#
      let text = #"{"data":{"shop":{"products":{"nodes":[],"pageInfo":\#(pageInfo)}}}}"#
      if isTaken {
        #expect(throws: Never.self) { try page(text) }
      } else {
        #expect(throws: ClientError.self) { try page(text) }
      }
    }
  }

  @Test func bothEndsAreRead() throws {
    let list = CursorShape(
      pageInfo: .path("pageInfo"), next: Self.list.next,
      previous: .init(hasMore: .path("hasPreviousPage"), cursor: .path("startCursor"), variable: "before"))
    let pageInfo = #"{"hasNextPage":true,"endCursor":"K","hasPreviousPage":true,"startCursor":"K"}"#
    let facts = try page(#"{"data":{"shop":{"products":{"nodes":[],"pageInfo":\#(pageInfo)}}}}"#, Self.shape, list)
      .facts
    guard case .open(let openNext) = facts.next, case .open(let openPrevious) = facts.previous else {
      Issue.record("\(facts)")
      return
    }
    let (next, previous) = (PageRequest.open(openNext), PageRequest.open(openPrevious))
    #expect(next.settings.map(\.variable) == ["after"] && previous.settings.map(\.variable) == ["before"])
    #expect(next.settings.map(\.value) == previous.settings.map(\.value))
    #expect(next != previous, "what comes after a cursor is not what comes before it")
  }

  @Test(
    "The items are those of the first array that the response has; nulls in place of all arrays are a failure",
    arguments: [
      (#"{"nodes": [1, 2], "edges": [3]}"#, "[1, 2]", 2), (#"{"edges": [3], "nodes": [1, 2]}"#, "[1, 2]", 2),
      (#"{"edges": [3]}"#, "[3]", 1), (#"{"nodes": null, "edges": [3]}"#, "[3]", 1), (#"{"nodes": null}"#, nil, 0),
      (#"{"nodes": null, "edges": null}"#, nil, 0), (#"{"nodes": []}"#, "[]", 0),
    ] as [(String, String?, Int)])
  func items(connection: String, items: String?, count: Int) throws {
    let page = try page(#"{"data":{"shop":{"products":\#(connection)}}}"#)
    #expect(slice(page, page.items) == items)
    #expect(page.itemCount == count)
    let reason: IncompleteReason =
      connection == "null"
      ? .nullAbove(NullPlace("/data/shop/products")) : items == nil ? .nullList : .missingPageInfo
    #expect(page.facts.next == .broken(reason))
    #expect(page.data != nil)
  }

  @Test(
    "A null above the items, without an error, is named",
    arguments: [
      (#"{"shop":null}"#, "/data/shop"), (#"{"shop":{"products":null}}"#, "/data/shop/products"),
    ])
  func nullAbove(data: String, place: String) throws {
    let page = try page(#"{"data":\#(data)}"#)
    #expect(page.facts.next == .broken(.nullAbove(NullPlace(place))))
    #expect(page.facts.previous == .closed)
    #expect(page.itemCount == 0 && page.data != nil)
  }

  @Test(
    "A response that does not fit its query is refused with a pointer to what does not",
    arguments: [
      (#"{"nodes": {"0": 1}}"#, "does not fit the query: an object at /data/shop/products/nodes, not an array"),
      (#"{"nodes": "[]"}"#, "does not fit the query: a string at /data/shop/products/nodes, not an array"),
      (#"{"nodes": 7, "edges": [1]}"#, "does not fit the query: a number at /data/shop/products/nodes, not an array"),
      (#"{"edges": true}"#, "does not fit the query: true or false at /data/shop/products/edges, not an array"),
      ("{}", "has no array of items at /data/shop/products/nodes or /data/shop/products/edges"),
      ("{}", "the object at /data/shop/products is empty"),
      (
        #"{"__typename": "NotFound", "message": "no\n\"shop\""}"#,
        #"; the object at /data/shop/products has the type NotFound and the message "no\n"shop"""#
      ),
      (#"{"message": "gone"}"#, #"; the object at /data/shop/products has the message "gone""#),
      (#"{"code": 7, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1}"#, "has code, b, c, d, e, …"),
      ("[]", "does not fit the query: an array at /data/shop/products, not an object"),
      ("7", "does not fit the query: a number at /data/shop/products, not an object"),
      (#"{"nodes": [1], "nodes": []}"#, "has the key \"nodes\" twice"),
      (#"{"nodes": [], "pageInfo": {"hasNextPage": true, "hasNextPage": false}}"#, "has the key \"hasNextPage\" twice"),
      (#"{"nodes": [], "pageInfo": {"hasNextPage": true, "endCursor": "A", "endCursor": "B"}}"#, "\"endCursor\" twice"),
      (#"{"nodes": [], "pageInfo": {"hasNextPage": false}, "pageInfo": {}}"#, "\"pageInfo\" twice"),
    ])
  func misfits(connection: String, message: String) {
    let error = #expect(throws: ClientError.self) {
      try page(#"{"data":{"shop":{"products":\#(connection)}}}"#)
    }
    guard case .badResponse(let text, _)? = error else { return }
    #expect(text.contains(message), "\(text)")
  }

  @Test func anErrorAsDataAboveTheListIsShown() {
    let error = #expect(throws: ClientError.self) {
      try page(#"{"data":{"shop":{"__typename":"Closed"}}}"#)
    }
    guard case .badResponse(let text, _)? = error else { return }
    #expect(text.contains("has nothing at /data/shop/products"), "\(text)")
    #expect(text.hasSuffix("; the object at /data/shop has the type Closed"), "\(text)")
  }

  @Test(
    "Data and errors are nil where there are none",
    arguments: [
      (#"{"data":{"shop":null}}"#, #"{"shop":null}"#, nil),
      (#"{"data":{"shop":null},"errors":null}"#, #"{"shop":null}"#, nil),
      (#"{"data":{"shop":null},"errors":[]}"#, #"{"shop":null}"#, nil), (#"{"data":{},"errors":[{}]}"#, "{}", "[{}]"),
      (#"{"data":null,"errors":[{}]}"#, nil, "[{}]"), (#"{"errors":[{}]}"#, nil, "[{}]"),
    ] as [(String, String?, String?)])
  func dataAndErrors(text: String, data: String?, errors: String?) throws {
    let page = try page(text)
    #expect(slice(page, page.data) == data)
    #expect(slice(page, page.errors) == errors)
  }

  @Test("A response that leaves the list out does not fit its query", arguments: [#"{}"#, #"{"shop":{}}"#])
  func leftOut(data: String) {
    let error = #expect(throws: ClientError.self) { try page(#"{"data":\#(data)}"#) }
    guard case .badResponse(let text, _)? = error else { return }
    #expect(text.contains("nothing at /data/shop/products"), "\(text)")
  }

  @Test func pointersLeadThroughArraysAndDeeper() throws {
    let shape = ConnectionShape(
      connection: .path("lists", "1"), items: [.path("rows", "all")])
    let list = CursorShape(
      pageInfo: .path(),
      next: .init(hasMore: .path("paging", "more"), cursor: .path("rows", "all", "0"), variable: "after"))
    let page = try page(#"{"data":{"lists":[{},{"rows":{"all":["x","y"]},"paging":{"more":true}}]}}"#, shape, list)
    #expect(slice(page, page.items) == #"["x","y"]"#)
    #expect(try cursor(of: page.facts.next) == #""x""#)
  }

  @Test func aQueryThatSelectsNoItemsHasNone() throws {
    var shape = Self.shape
    shape = shape.with { $0.items = [] }
    let page = try page(#"{"data":{"shop":{"products":{"nodes":[1],"pageInfo":{"hasNextPage":false}}}}}"#, shape)
    #expect(page.items == nil)
    #expect(page.facts.next == .closed)
  }

  @Test func aPageOutlivesItsReaderAndItsSuccessors() throws {
    let reader = ResponseReader()
    let pages = try (0..<100).map { number in
      let text = #"{"data":{"shop":{"products":{"nodes":[\#(number)],"pageInfo":{"hasNextPage":false}}}}}"#
      let response = TransportResponse(status: 200, body: ReceivedBytes.copying(text.utf8))
      return try reader.page(in: Answer(response), to: PageRequest(toward: .next), shape: Self.shape, Self.list)
    }
    #expect(pages.map { slice($0, $0.items) } == (0..<100).map { "[\($0)]" })
  }
}
