import Testing

@testable import PagerTransport

@Suite("What a request keeps secret")
struct RequestSecretsTests {
  private func secrets(
    _ endpoint: String = "https://example.com/graphql", headers: [HTTPHeader] = [], proxy: String? = ""
  ) throws -> RequestSecrets {
    RequestSecrets(
      try TransportConfiguration(
        endpoint: endpoint, headers: headers, timeout: .seconds(30), connectTimeout: .seconds(10),
        maxResponseBytes: 1 << 20, maxConnections: nil, userAgent: "tests", tls: TLSConfiguration(), proxy: proxy,
        httpVersion: .automatic))
  }

  @Test(
    "is hidden where a text repeats it",
    arguments: [
      ("you sent Bearer abcdefgh", "you sent [hidden]"), ("token abcdefgh is old", "token [hidden] is old"),
      ("abcdefghabcdefgh", "[hidden][hidden]"), ("YWJjZGVmZ2g=", "[hidden]"), ("abcdefg", "abcdefg"),
      ("ABCDEFGH", "ABCDEFGH"), ("", ""), ("X-Shop: main, text/event-stream", "X-Shop: main, text/event-stream"),
    ])
  func header(text: String, shown: String) throws {
    let headers = [
      HTTPHeader(name: "Authorization", value: "Bearer abcdefgh"), HTTPHeader(name: "X-Shop", value: "main"),
      HTTPHeader(name: "ACCEPT", value: "text/event-stream"),
    ]
    #expect(try secrets(headers: headers).hide(in: text) == shown)
    #expect(try secrets().with(headers).hide(in: text) == shown)
  }

  @Test(
    "is hidden if it stands in an address",
    arguments: [
      "a-person", "pass:word", "pass%3Aword", "a-person:pass:word", "YS1wZXJzb246cGFzczp3b3Jk", "first key",
      "first%20key", "key=first%20key&shop=a",
    ])
  func address(secret: String) throws {
    let place = "a-person:pass%3Aword@example.com/graphql?key=first%20key&shop=a"
    #expect(try secrets("https://\(place)").hide(in: "<\(secret)>") == "<[hidden]>")
    guard secret.contains("key") == false else { return }
    #expect(try secrets(proxy: "http://a-person:pass%3Aword@localhost:1").hide(in: "<\(secret)>") == "<[hidden]>")
    #expect(try secrets(proxy: "a-person:pass%3Aword@localhost:1").hide(in: "<\(secret)>") == "<[hidden]>")
  }

  @Test("is the longest that fits")
  func longest() throws {
    let headers = [HTTPHeader(name: "A", value: "abcdefgh"), HTTPHeader(name: "B", value: "abcdefgh-and-more")]
    #expect(try secrets(headers: [headers[0]]).with([headers[1]]).hide(in: "abcdefgh-and-more") == "[hidden]")
  }
}
