import PagerBytes
import PagerRecording
import PagerTransport
import TestSupport
import Testing

@Suite("Secrets do not enter a recording", .timeLimit(.minutes(1)))
struct RedactionTests {
  private let fixture = RecordingFixture()

  private func record(
    endpoint: String = "http://127.0.0.1/graphql", headers: [HTTPHeader] = [], answer: TransportResponse
  ) async throws -> String {
    let server = ScriptedTransport(holding: true)
    let transport = RecordingTransport(server, to: try fixture.recorder(endpoint: endpoint, headers: headers))
    async let result = transport.post(request("{a}"))
    try await eventually("the request arrives") { server.inFlight == 1 }
    server.answer(.success(answer))
    // The program gets what the server said.
    #expect(try await result.get().headers?.bytes.count == answer.headers?.bytes.count)
    #expect(transport.shutdown(timeout: .seconds(10)))
    return fixture.text
  }

  private func response(_ headers: String, location: String? = nil) -> TransportResponse {
    TransportResponse(
      status: 302, body: ReceivedBytes.copying("{}".utf8), location: location,
      headers: ResponseHeaders(Array(headers.utf8)))
  }

  @Test(
    "Neither those of a request",
    arguments: ["Authorization", "Cookie", "X-Api-Key", "Proxy-Authorization", "X-Tenant", "private-token"])
  func ofRequest(name: String) async throws {
    let text = try await record(headers: [HTTPHeader(name: name, value: "hush")], answer: response(""))
    #expect(!text.contains("hush"))
    #expect(text.contains("[\"\(name)\",\"REDACTED\"]"))
    #expect(text.contains("[\"Content-Type\",\"application/json\"]"))
  }

  @Test(
    "nor those of an answer",
    arguments: [
      ("Set-Cookie: sid=hush; Path=/", "[\"Set-Cookie\",\"REDACTED\"]"),
      ("X-CSRF-Token: hush", "[\"X-CSRF-Token\",\"REDACTED\"]"),
      ("WWW-Authenticate: Digest nonce=hush", "[\"WWW-Authenticate\",\"REDACTED\"]"),
      ("Location: https://me:hush@example.com/a?token=hush#hush", "[\"Location\",\"https://example.com/a?REDACTED\"]"),
      ("Location: https://me:a@b@hush@example.com/a", "[\"Location\",\"https://example.com/a\"]"),
      ("Location: /login?next=hush", "[\"Location\",\"/login?REDACTED\"]"),
      ("X-RateLimit-Remaining: 7", "[\"X-RateLimit-Remaining\",\"7\"]"),
    ])
  func ofAnswer(line: String, written: String) async throws {
    let text = try await record(answer: response(line + "\r\n"))
    #expect(!text.contains("hush"))
    #expect(text.contains(written))
  }

  @Test func norThoseOfAnAddress() async throws {
    let text = try await record(
      endpoint: "https://me:hush@example.com/graphql?access_token=hush",
      answer: response("", location: "https://me:hush@example.com/x?token=hush"))
    #expect(!text.contains("hush"))
    #expect(text.contains("\"endpoint\":\"https://example.com/graphql?REDACTED\""))
    #expect(text.contains("\"location\":\"https://example.com/x?REDACTED\""))
  }
}
