import PagerBytes
import PagerClient
import PagerJSON
import PagerTransport
import Testing

@Suite("A page is the received bytes and where its parts are in them")
struct ConnectionPageTests {
  static let shape = ConnectionShape(
    connection: .path("shop", "products"), items: .path("nodes"), pageInfo: .path("pageInfo"),
    hasNextPage: .path("hasNextPage"), endCursor: .path("endCursor"))

  private func page(_ text: String, _ shape: ConnectionShape = shape) throws -> ConnectionPage {
    let response = HTTPResponse(status: 200, body: ReceivedBytes(copying: text.utf8), contentType: "application/json")
    return try ResponseReader().page(in: response, shape: shape)
  }

  private func slice(_ page: ConnectionPage, _ range: Range<Int>?) -> String? {
    range.map { ByteSlice(owner: page.body, range: $0).text }
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
    #expect(page.following == .cursor(Array(#""K\u00322""#.utf8)))
    let data = try #require(slice(page, page.data))
    #expect(data.hasPrefix(#"{ "shop""#) && data.hasSuffix("true} }} }"))
    #expect(slice(page, 0..<page.body.count) == text)
  }

  @Test(
    "What follows is as its page info says",
    arguments: [
      (#"{"hasNextPage": false, "endCursor": "K2"}"#, .none), (#"{"hasNextPage": false}"#, .none),
      (#"{"hasNextPage": true, "endCursor": "K2"}"#, .cursor(Array(#""K2""#.utf8))),
      (#"{"hasNextPage": true, "endCursor": ""}"#, .cursor(Array(#""""#.utf8))),
      (#"{"hasNextPage": true, "endCursor": -2.50e1 }"#, .cursor(Array("-2.50e1".utf8))),
      (#"{"hasNextPage": true, "endCursor": null}"#, .nullCursor), (#"{"hasNextPage": true}"#, .nullCursor),
      (#"{"hasNextPage": true, "endCursor": {"k": 2}}"#, .unknown),
      (#"{"hasNextPage": true, "endCursor": ["K2"]}"#, .unknown),
      (#"{"hasNextPage": true, "endCursor": true}"#, .unknown), (#"{"endCursor": "K2"}"#, .unknown),
      (#"{"hasNextPage": null, "endCursor": "K2"}"#, .unknown),
      (#"{"hasNextPage": "true", "endCursor": "K2"}"#, .unknown),
      (#"{"hasNextPage": 1, "endCursor": "K2"}"#, .unknown), ("null", .unknown), ("[]", .unknown), ("{}", .unknown),
    ] as [(String, FollowingPage)])
  func following(pageInfo: String, following: FollowingPage) throws {
    let page = try page(#"{"data":{"shop":{"products":{"nodes":[],"pageInfo":\#(pageInfo)}}}}"#)
    #expect(page.following == following)
    #expect(page.itemCount == 0)
  }

  @Test(
    "Items that are none are nil",
    arguments: [
      #"{"nodes": null}"#, #"{"nodes": {"0": 1}}"#, #"{"nodes": "[]"}"#, #"{"edges": [1]}"#, "null", "[]", "7",
    ])
  func noItems(connection: String) throws {
    let page = try page(#"{"data":{"shop":{"products":\#(connection)}}}"#)
    #expect(page.items == nil)
    #expect(page.itemCount == 0)
    #expect(page.following == .unknown)
    #expect(page.data != nil)
  }

  @Test(
    "Data and errors are nil where there are none",
    arguments: [
      (#"{"data":{}}"#, "{}", nil), (#"{"data":{},"errors":null}"#, "{}", nil),
      (#"{"data":{},"errors":[]}"#, "{}", nil), (#"{"data":{},"errors":[{}]}"#, "{}", "[{}]"),
      (#"{"data":null,"errors":[{}]}"#, nil, "[{}]"), (#"{"errors":[{}]}"#, nil, "[{}]"),
    ] as [(String, String?, String?)])
  func dataAndErrors(text: String, data: String?, errors: String?) throws {
    let page = try page(text)
    #expect(slice(page, page.data) == data)
    #expect(slice(page, page.errors) == errors)
  }

  @Test func pointersLeadThroughArraysAndDeeper() throws {
    let shape = ConnectionShape(
      connection: .path("lists", "1"), items: .path("rows", "all"), pageInfo: .path(),
      hasNextPage: .path("paging", "more"), endCursor: .path("rows", "all", "0"))
    let page = try page(#"{"data":{"lists":[{},{"rows":{"all":["x","y"]},"paging":{"more":true}}]}}"#, shape)
    #expect(slice(page, page.items) == #"["x","y"]"#)
    #expect(page.following == .cursor(Array(#""x""#.utf8)))
  }

  @Test func aQueryThatSelectsNoItemsHasNone() throws {
    var shape = Self.shape
    shape.items = nil
    let page = try page(#"{"data":{"shop":{"products":{"nodes":[1],"pageInfo":{"hasNextPage":false}}}}}"#, shape)
    #expect(page.items == nil)
    #expect(page.following == .none)
  }

  @Test func aPageOutlivesItsReaderAndItsSuccessors() throws {
    let reader = ResponseReader()
    let pages = try (0..<100).map { number in
      let text = #"{"data":{"shop":{"products":{"nodes":[\#(number)],"pageInfo":{"hasNextPage":false}}}}}"#
      return try reader.page(in: HTTPResponse(status: 200, body: ReceivedBytes(copying: text.utf8)), shape: Self.shape)
    }
    #expect(pages.map { slice($0, $0.items) } == (0..<100).map { "[\($0)]" })
  }
}
