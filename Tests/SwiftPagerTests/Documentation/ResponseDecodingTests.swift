import PagerBytes
import PagerClient
import PagerJSON
import PagerTransport
import SwiftPager
import TestSupport
import Testing

@Suite("Responses: data, errors and extensions")
struct ResponseDecodingTests {
  struct HeroQuery: GraphQLQuery {
    static let document = "{ hero { name friends { height } } }"

    struct Data: Decodable, Hashable, Sendable {
      struct Hero: Decodable, Hashable, Sendable {
        struct Friend: Decodable, Hashable, Sendable {
          let height: Double?
        }

        let name: String
        let friends: [Friend]
      }

      let hero: Hero
    }
  }

  private func response(
    _ text: String, status: Int = 200, contentType: String = "application/json"
  ) throws -> GraphQLResponse<HeroQuery> {
    let body = ReceivedBytes.copying(Array(text.utf8))
    return try ResponseReader().response(
      to: HeroQuery(), in: Answer(TransportResponse(status: status, body: body, contentType: contentType)))
  }

  @Test("Data alone")
  func data() throws {
    let response = try response(#"{"data":{"hero":{"name":"Luke","friends":[{"height":1.5},{"height":null},{}]}}}"#)
    #expect(response.data?.hero.name == "Luke")
    #expect(response.data?.hero.friends.map(\.height) == [1.5, nil, nil])
    #expect(response.errors.isEmpty)
    #expect(response.extensions.isEmpty)
    #expect(response.source == .server)
    #expect(response.httpStatus == 200)
  }

  @Test("Data with errors and extensions")
  func dataAndErrors() throws {
    let response = try response(
      """
      {"data":{"hero":{"name":"Luke","friends":[]}},
       "errors":[{"message":"no height","locations":[{"line":1,"column":17}],"path":["hero","friends",0,"height"],
                  "extensions":{"code":"TALL"}},
                 {}],
       "extensions":{"cost":{"points":7}}}
      """)
    #expect(response.data?.hero.name == "Luke")
    try #require(response.errors.count == 2)
    #expect(
      response.errors[0]
        == GraphQLError(
          message: "no height", locations: [.init(line: 1, column: 17)],
          path: [.field("hero"), .field("friends"), .index(0), .field("height")],
          extensions: ["code": .string("TALL")]))
    #expect("\(response.errors[0])" == "no height")
    #expect(response.errors[1].message == "the server gave no message")
    #expect(response.extensions["cost"]?["points"]?.integer == 7)
  }

  @Test("Errors without data are a response, also with a status of failure and GraphQL's media type")
  func errorsAlone() throws {
    let response = try response(
      #"{"data":null,"errors":[{"message":"out of order"}]}"#, status: 500,
      contentType: "application/graphql-response+json; charset=utf-8")
    #expect(response.data == nil)
    #expect(response.errors.map(\.message) == ["out of order"])
    #expect(response.httpStatus == 500)
  }

  @Test(
    "Data of another shape is refused with its coding path",
    arguments: [
      (#"{"hero":{"name":7,"friends":[]}}"#, "/data/hero/name", "expected a string, found a number"),
      (#"{"hero":{"name":null,"friends":[]}}"#, "/data/hero/name", "found null"),
      (#"{"hero":{"name":"Luke"}}"#, "/data/hero", "no value for the key `friends`"),
      (#"{"hero":{"name":"Luke","friends":[{},{"height":"tall"}]}}"#, "/data/hero/friends/1/height", "a number"),
    ])
  func wrongShape(data: String, path: String, reason: String) {
    #expect {
      try response(#"{"data":\#(data)}"#)
    } throws: { error in
      guard case .badResponse(let message, nil)? = error as? ClientError else { return false }
      return message.contains("at \(path);") && message.contains(reason) && message.contains("`data` does not fit Data")
    }
  }

  @Test("Data of another shape does not hide the server's errors, which often say why it has that shape")
  func errorsBesideWrongShape() throws {
    let error = #expect(throws: ClientError.self) {
      try response(#"{"data":{"hero":null},"errors":[{"message":"no hero today","path":["hero"]}]}"#)
    }
    guard case .badResponse(let message, let errors?)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.contains("`data` does not fit Data") && message.contains("the server's first error: no hero today"))
    #expect(!message.contains("not a GraphQL response"))
    #expect(errors.errors == [GraphQLError(message: "no hero today", path: [.field("hero")])])
    #expect(errors.count == 1)
  }

  @Test(
    "A body that is not a GraphQL response is refused",
    arguments: ["", "[]", "{}", #"{"data":null}"#, #"{"data":[]}"#, #"{"errors":7}"#, "<html>", #"{"data":{"hero""#])
  func noResponse(text: String) {
    #expect {
      try response(text)
    } throws: { error in
      guard case .badResponse? = error as? ClientError else { return false }
      return true
    }
  }

  @Test("A failing HTTP status without GraphQL's media type is an error with the server's errors in it")
  func status() {
    let error = #expect(throws: ClientError.self) {
      try response(#"{"errors":[{"message":"busy"}]}"#, status: 503)
    }
    guard case .http(503, let message, let errors?, nil)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message == "the server answered HTTP 503 with errors; the first error: busy")
    #expect(errors.errors == [GraphQLError(message: "busy")])
  }
}
