import PagerBytes
import PagerTransport
import TestSupport
import Testing

@testable import PagerClient

@Suite("Requests that are compressed")
struct CompressionTests {
  private let server = ScriptedTransport(holding: true)
  private static let large = #"{"query":""# + String(repeating: "{items}", count: 1200) + #""}"#
  private let small = #"{"query":"{items}"}"#

  private func transport() throws -> CompressingTransport {
    CompressingTransport(server, try #require(RequestCompression(isEnabled: true)))
  }

  private func answer(_ status: Int = 200, accepting encodings: String? = nil) {
    let headers = encodings.flatMap { ResponseHeaders(Array("Accept-Encoding: \($0)\r\n".utf8)) }
    server.answer(
      .success(TransportResponse(status: status, body: ReceivedBytes.copying("{}".utf8), headers: headers)))
  }

  /// Which requests were compressed.
  private var compressed: [Bool] {
    server.sent.map { request in
      let isMarked = request.options.headers.contains(HTTPHeader(name: "Content-Encoding", value: "gzip"))
      #expect(isMarked == request.body.starts(with: [0x1f, 0x8b]))
      return isMarked
    }
  }

  @discardableResult
  private func send(_ body: String, on transport: CompressingTransport, headers: [HTTPHeader] = []) throws -> TransferID
  {
    try transport.send(TransportRequest(body: Array(body.utf8), options: RequestOptions(headers: headers))) { _ in }
  }

  @Test(
    "which encodings a server takes",
    arguments: [
      ("gzip", true), ("deflate, GZIP", true), ("x-gzip ; q=0.1", true), ("br,gzip;q=1", true), ("identity", false),
      ("gzip;q=0", false), ("gzip; Q=0.000, br", false), ("gzipped", false), ("", false), ("*", false),
    ])
  func encodings(value: String, isTaken: Bool) {
    #expect(ResponseHeaders(Array("accept-ENCODING: \(value)\r\n".utf8))?.takeGzip == isTaken)
  }

  @Test func onlyWhatIsLargeAndOnlyOnceTheServerHasSaidSo() throws {
    let transport = try transport()
    try send(Self.large, on: transport)
    answer()
    try send(small, on: transport)
    answer(accepting: "gzip")
    try send(Self.large, on: transport)
    try send(small, on: transport)
    // It need not say so again.
    answer()
    answer()
    try send(Self.large, on: transport)
    #expect(compressed == [false, false, true, false, true])
    #expect(server.sent[2].body.count < 1000)
  }

  @Test func aServerThatRefusesGetsItPlainAndIsNotAskedAgain() throws {
    let transport = try transport()
    try send(small, on: transport)
    answer(accepting: "gzip")
    try send(Self.large, on: transport)
    answer(415, accepting: "gzip")
    answer()
    try send(Self.large, on: transport)
    #expect(compressed == [false, true, false, false])
    #expect(server.bodies[2] == Self.large)
  }

  @Test func whatIsNoShorterOrEncodedAlreadyStaysAsItIs() throws {
    let transport = try transport()
    try send(small, on: transport)
    answer(accepting: "gzip")
    try send(Self.large, on: transport, headers: [HTTPHeader(name: "content-encoding", value: "br")])
    var generator = SeededGenerator(seed: 1)
    let random = (0..<9000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    _ = try transport.send(TransportRequest(body: random)) { _ in }
    #expect(server.sent.suffix(2).allSatisfy { !$0.body.starts(with: [0x1f, 0x8b]) })
  }

  @Test func cancelsFindBothKinds() throws {
    let transport = try transport()
    try send(small, on: transport)
    answer(accepting: "gzip")
    let first = try send(small, on: transport)
    let second = try send(Self.large, on: transport)
    transport.cancel(first)
    answer(415)
    transport.cancel(second)
    #expect(server.cancelledTransfers == [2, 4])
  }
}
