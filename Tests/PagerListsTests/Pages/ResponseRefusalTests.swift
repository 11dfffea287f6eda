import PagerBytes
import PagerClient
import PagerJSON
import PagerLists
import PagerState
import PagerTransport
import TestSupport
import Testing

@Suite("A response that is not one of GraphQL is refused with what was wrong and how it begins")
struct ResponseRefusalTests {
  private static let graphQL = "application/graphql-response+json; charset=utf-8"

  private func refusal(
    _ status: Int, _ text: String, contentType: String? = "application/json", location: String? = nil
  ) -> ClientError? {
    refusal(status, Array(text.utf8), contentType: contentType, location: location)
  }

  private func refusal(
    _ status: Int, _ bytes: [UInt8], contentType: String? = "application/json", location: String? = nil
  ) -> ClientError? {
    let response = TransportResponse(
      status: status, body: ReceivedBytes.copying(bytes), contentType: contentType, location: location)
    do throws(ClientError) {
      _ = try ResponseReader().page(
        in: Answer(response), to: PageRequest(toward: .next), shape: ConnectionPageTests.shape,
        ConnectionPageTests.list)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "A body that cannot be a response",
    arguments: [
      ("", "it is empty"),
      ("[]", "it is an array, not an object; the body begins with: []"),
      ("\"data\"", "it is a string, not an object; the body begins with: \"data\""),
      ("7", "it is a number, not an object; the body begins with: 7"),
      ("true", "it is true or false, not an object; the body begins with: true"),
      ("null", "it is null, not an object; the body begins with: null"),
      ("oops", "a value is expected here; the body begins with: oops"),
      ("{}", "it has no data and no errors; the body begins with: {}"),
      (#"{"data":null}"#, #"it has no data and no errors; the body begins with: {"data":null}"#),
      (
        #"{"data":null,"errors":[]}"#,
        #"it has no data and no errors; the body begins with: {"data":null,"errors":[]}"#
      ),
      (#"{"data":[]}"#, #"`data` is an array, not an object; the body begins with: {"data":[]}"#),
      (#"{"data":"x"}"#, #"`data` is a string, not an object; the body begins with: {"data":"x"}"#),
      (
        #"{"data":{},"errors":{}}"#,
        #"`errors` is an object, not an array; the body begins with: {"data":{},"errors":{}}"#
      ),
      (#"{"errors":"x"}"#, #"`errors` is a string, not an array; the body begins with: {"errors":"x"}"#),
      (#"{"data":{"shop""#, #"the text ends inside an object; the body begins with: {"data":{"shop""#),
      (
        "<html>\r\n  <body>\t Sorry </body>",
        "it is HTML or XML, not JSON; check the endpoint; the body begins with: <html> <body> Sorry </body>"
      ),
    ])
  func badBody(text: String, message: String) {
    #expect(refusal(200, text) == .badResponse(message: "the response is not a GraphQL response: \(message)"))
    // The media type of GraphQL over HTTP makes the body count under any status.
    #expect(
      refusal(500, text, contentType: Self.graphQL)
        == .badResponse(message: "the response is not a GraphQL response: \(message)"))
  }

  @Test func aMessageQuotesAtMost120BytesOfTheBody() throws {
    let error = refusal(200, "<" + String(repeating: "a", count: 10_000))
    #expect(
      error
        == .badResponse(
          message: "the response is not a GraphQL response: it is HTML or XML, not JSON; check the endpoint; "
            + "the body begins with: <" + String(repeating: "a", count: 119)))
  }

  @Test("Too little memory to read a response is not the response's fault")
  func noMemory() {
    let response = TransportResponse(
      status: 200, body: ReceivedBytes.copying(Array("{}".utf8)), contentType: "application/json", location: nil)
    #expect(
      throws: ClientError.outOfResources(
        message: "there is not enough memory to read the response, which has 2 bytes; request less at a time")
    ) {
      try ResponseReader().read(response) { _ throws(JSONReadError) -> Int in throw .outOfMemory }
    }
  }

  @Test func bytesThatAreNoTextAreQuotedAsWellAsTheyCanBe() {
    #expect(
      refusal(200, [0xFF, 0x3C])
        == .badResponse(
          message:
            "the response is not a GraphQL response: the text is not valid UTF-8; the body begins with: \u{FFFD}<"))
  }

  @Test(
    "A status without a response",
    arguments: [
      (500, "oops", nil, "the server answered HTTP 500 without a GraphQL response; the body begins with: oops"),
      (502, "", nil, "the server answered HTTP 502 without a GraphQL response; the body is empty"),
      (400, "{\n}", nil, "the server answered HTTP 400 without a GraphQL response; the body begins with: { }"),
      (
        199, "x", nil, "the server answered HTTP 199 without a GraphQL response; the body begins with: x"
      ),
      (
        401, "no", nil,
        "the server refuses access (HTTP 401); check the authorization header; the body begins with: no"
      ),
      (403, "", nil, "the server refuses access (HTTP 403); check the authorization header; the body is empty"),
      (404, "", nil, "there is nothing at the endpoint's path (HTTP 404); check the endpoint; the body is empty"),
      (
        301, "", "https://api.example/graphql",
        "the server redirects to https://api.example/graphql (HTTP 301); the client does not follow redirects: "
          + "if that address is right, use it as the endpoint"
      ),
      (
        302, "", "https://api.example/graphql?key=hush#hush",
        "the server redirects to https://api.example/graphql (HTTP 302); the client does not follow redirects: "
          + "if that address is right, use it as the endpoint"
      ),
      (
        302, "", "https://me:hush@api.example/graphql",
        "the server redirects (HTTP 302); the client does not follow redirects: "
          + "if that address is right, use it as the endpoint"
      ),
      (
        302, "", "https://api.example/\u{1b}[2J" + String(repeating: "x", count: 90_000),
        "the server redirects to https://api.example/\\u001b[2J" + String(repeating: "x", count: 995)
          + "… (HTTP 302); the client does not follow redirects: if that address is right, use it as the endpoint"
      ),
      (
        304, "", nil,
        "the server answered that nothing was modified (HTTP 304), which the request did not ask for; check "
          + "what caches responses on the way"
      ),
      (
        429, #"{"data":{"a":1}}"#, nil,
        "the server answered HTTP 429 with data, so it carried out the request, at least in part; "
          + #"the body begins with: {"data":{"a":1}}"#
      ),
      (
        308, "", nil,
        "the server redirects (HTTP 308); the client does not follow redirects: "
          + "if that address is right, use it as the endpoint"
      ),
    ] as [(Int, String, String?, String)])
  func status(status: Int, text: String, location: String?, message: String) {
    #expect(
      refusal(status, text, location: location) == .http(status: status, message: message, errors: nil, retryAfter: nil)
    )
  }

  @Test("The errors that an error page carries are kept", arguments: ["application/json", nil] as [String?])
  func errors(contentType: String?) {
    let error = refusal(400, #"{"errors":[{"message":"no"}],"data":null}"#, contentType: contentType)
    guard case .http(400, _, let errors, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(errors?.errors == [GraphQLError(message: "no")])
  }

  @Test(
    "GraphQL's media type makes the body count under any status",
    arguments: [Self.graphQL, "APPLICATION/GraphQL-Response+JSON"], [400, 401, 500])
  func mediaType(contentType: String, status: Int) {
    #expect(refusal(status, #"{"errors":[{"message":"no"}]}"#, contentType: contentType) == nil)
  }

  @Test("A success may have any media type", arguments: ["text/plain", nil] as [String?], [200, 206, 299])
  func success(contentType: String?, status: Int) {
    #expect(refusal(status, #"{"data":{"shop":null}}"#, contentType: contentType) == nil)
  }
}
