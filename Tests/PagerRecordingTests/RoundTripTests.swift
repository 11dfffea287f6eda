import PagerBytes
import PagerRecording
import PagerTransport
import TestSupport
import Testing

@Suite("What was recorded is replayed", .timeLimit(.minutes(1)))
struct RoundTripTests {
  private let fixture = RecordingFixture()

  /// Sends bodies through a recorded server, and ends the recording.
  private func record(
    _ bodies: [String], headers: [HTTPHeader] = [], answers: [Result<TransportResponse, TransportError>]
  ) async throws -> [Result<TransportResponse, TransportError>] {
    let server = ScriptedTransport(holding: true)
    let transport = RecordingTransport(server, to: try fixture.recorder(headers: headers))
    var results: [Result<TransportResponse, TransportError>] = []
    for (body, answer) in zip(bodies, answers) {
      async let result = transport.post(body)
      try await eventually("the request arrives") { server.inFlight == 1 }
      server.answer(answer)
      results.append(await result)
    }
    #expect(transport.shutdown(timeout: .seconds(10)))
    return results
  }

  private func response(_ body: [UInt8], status: Int = 200, headers: String = "") -> TransportResponse {
    TransportResponse(
      status: status, body: ReceivedBytes.copying(body), contentType: "application/json",
      headers: ResponseHeaders(Array("Content-Type: application/json\r\n\(headers)".utf8)))
  }

  @Test(
    "Bodies byte for byte",
    arguments: [
      Array("{\"data\":{}}".utf8), [], Array("Größe \u{0} \u{7f} \"\\/\n\r\t é e\u{301} 𝄞".utf8), [0xff, 0xfe, 0, 1],
      Array(0...255), [0xc3], [0xed, 0xa0, 0x80],
    ])
  func bodies(body: [UInt8]) async throws {
    _ = try await record([request("{a}")], answers: [.success(response(body))])
    let replayed = try await fixture.replay().post(request("{a}")).get()
    #expect(Array(replayed.body.bytes) == body)
    #expect(replayed.status == 200)
    #expect(replayed.contentType == "application/json")
  }

  @Test func requestsThatAreNotGraphQLAreFoundByTheirBytes() async throws {
    _ = try await record(["[1]", "no"], answers: [.success(response([1])), .success(response([2]))])
    let replay = try fixture.replay()
    #expect(await Array(try replay.post("no").get().body.bytes) == [2])
    #expect(await Array(try replay.post("[1]").get().body.bytes) == [1])
  }

  @Test func statusAndHeaders() async throws {
    let headers = "Retry-After: 7\r\nx-ratelimit-remaining:0\r\nX-Empty:\r\n"
    _ = try await record([request("{a}")], answers: [.success(response([], status: 429, headers: headers))])
    let replayed = try await fixture.replay().post(request("{a}")).get()
    #expect(replayed.status == 429)
    #expect(replayed.retryAfter == .seconds(7))
    let lines = try #require(replayed.headers)
    #expect(
      String(decoding: lines.bytes.bytes, as: UTF8.self)
        == "Content-Type: application/json\r\nRetry-After: 7\r\nx-ratelimit-remaining: 0\r\nX-Empty: \r\n")
  }

  @Test(
    "Failures of the transport, as the failures they were",
    arguments: [
      .couldNotResolve, .couldNotConnect, .tlsFailed, .connectTimedOut, .timedOut,
      .connectionClosed(received: 7, expected: 9), .connectionClosed(received: 0, expected: nil), .emptyAnswer,
      .undecodable, .responseTooLarge(limit: 5), .headersTooLong(limit: 6), .outOfMemory, .outOfDescriptors, .noThread,
      .other(code: -3),
    ] as [TransportError.Kind])
  func failures(kind: TransportError.Kind) async throws {
    let failure = TransportError(
      kind: kind, message: "what went \"wrong\"", errorNumber: kind == .outOfDescriptors ? 24 : nil)
    let recorded = try await record([request("{a}")], answers: [.failure(failure)])
    #expect(throws: failure) { try recorded[0].get() }
    let replayed = try await fixture.replay().post(request("{a}"))
    #expect(throws: failure) { try replayed.get() }
  }

  @Test func equalRequestsInTheirOrderAndThenTheLastAnswerAgain() async throws {
    let bodies = Array(repeating: request("{a}"), count: 3)
    let answers = [1, 2, 3].map { Result<TransportResponse, TransportError>.success(response([$0])) }
    _ = try await record(bodies, answers: answers)
    let replay = try fixture.replay()
    for expected: UInt8 in [1, 2, 3, 3, 3] {
      #expect(await Array(try replay.post(request("{a}")).get().body.bytes) == [expected])
    }
  }

  @Test func theClientsOwnEndIsNotRecorded() async throws {
    let server = ScriptedTransport(holding: true)
    let transport = RecordingTransport(server, to: try fixture.recorder())
    async let result = transport.post(request("{a}"))
    try await eventually("the request arrives") { server.inFlight == 1 }
    #expect(transport.shutdown(timeout: .seconds(10)))
    #expect(await result.text == "the transport was shut down")
    #expect(fixture.text.split(separator: "\n").count == 1)
    #expect(fixture.refusal == nil)
  }

  @Test func anAnswerIsInTheFileWhenItIsHandedOn() async throws {
    let server = ScriptedTransport { _ in .response(status: 200, body: "seen") }
    let transport = RecordingTransport(server, to: try fixture.recorder())
    for count in 1...20 {
      #expect(await transport.post(request("{a}", "{\"n\":\(count)}")).text == "seen")
      #expect(fixture.text.split(separator: "\n").count == count + 1)
    }
    #expect(transport.shutdown(timeout: .seconds(10)))
  }

  @Test func manyAtOnceAreAllRecorded() async throws {
    let server = ScriptedTransport { .response(status: 200, body: "\($0)") }
    let transport = RecordingTransport(server, to: try fixture.recorder())
    await withTaskGroup { group in
      for number in 1...200 {
        group.addTask { _ = await transport.post(request("{a}", "{\"n\":\(number)}")) }
      }
    }
    #expect(transport.shutdown(timeout: .seconds(10)))
    let replay = try fixture.replay()
    for number in 1...200 {
      let variables = "{\"n\":\(number)}"
      #expect(await replay.post(request("{a}", variables)).text.contains("\(number)"))
    }
  }

  @Test func theFileBeginsAnewWithARecording() async throws {
    _ = try await record([request("{a}")], answers: [.success(response([1]))])
    _ = try await record([request("{b}")], answers: [.success(response([2]))])
    let replay = try fixture.replay()
    #expect(await Array(try replay.post(request("{b}")).get().body.bytes) == [2])
    #expect(await replay.post(request("{a}")).text.contains("has no answer"))
  }
}
