import Foundation  // Data
import PagerBytes
import PagerTransport
import TestSupport
import Testing

@testable import PagerRecording

@Suite("A line of a recording that is not as it was written", .timeLimit(.minutes(1)))
struct LineChecksumTests {
  private let fixture = RecordingFixture()

  /// The bytes of a recording of two exchanges.
  private func recorded() async throws -> [UInt8] {
    let server = ScriptedTransport(holding: true)
    let transport = RecordingTransport(server, to: try fixture.recorder())
    for name in ["first", "second"] {
      async let result = transport.post("{\"query\":\"{a}\"}")
      try await eventually("the request arrives") { server.inFlight == 1 }
      let body = ReceivedBytes.copying("{\"data\":{\"name\":\"\(name)\"}}".utf8)
      server.answer(.success(TransportResponse(status: 200, body: body, contentType: "application/json")))
      _ = await result
    }
    #expect(transport.shutdown(timeout: .seconds(10)))
    return Array(fixture.text.utf8)
  }

  private func refusal(of bytes: [UInt8]) -> String? {
    _ = FileManager.default.createFile(atPath: fixture.path, contents: Data(bytes))
    return fixture.refusal
  }

  @Test("is refused, whichever of its bytes another one replaces")
  func everyByte() async throws {
    let bytes = try await recorded()
    #expect(refusal(of: bytes) == nil)
    for place in bytes.indices where bytes[place] != UInt8(ascii: "\n") {
      for change: UInt8 in [0x01, 0x20] {
        var changed = bytes
        changed[place] ^= change
        let line = bytes[..<place].count { $0 == UInt8(ascii: "\n") } + 1
        let refusal = refusal(of: changed)
        #expect(refusal?.hasPrefix("line \(line) of ") == true, "byte \(place): \(refusal ?? "accepted")")
      }
    }
  }

  @Test("is named, and what to do about a line that a person has edited")
  func message() async throws {
    let text = String(decoding: try await recorded(), as: UTF8.self)
    let message =
      "line 3 of the recording FILE is not as it was written: its checksum does not match; record it again, or take "
      + "the member \"checksum\" out of a line that you have edited"
    #expect(refusal(of: Array(text.replacing("second", with: "edited").utf8)) == message)
  }

  @Test("is read without its checksum")
  func without() async throws {
    let text = String(decoding: try await recorded(), as: UTF8.self)
    let edited = text.replacing(/"checksum":"[0-9a-f]{16}",/, with: "").replacing("second", with: "edited")
    #expect(refusal(of: Array(edited.utf8)) == nil)
    let replay = try fixture.replay()
    _ = await replay.post("{\"query\":\"{a}\"}")
    let body = try await replay.post("{\"query\":\"{a}\"}").get().body
    #expect(String(decoding: body.bytes, as: UTF8.self) == "{\"data\":{\"name\":\"edited\"}}")
  }
}
