import Foundation  // FileManager, dup
import PagerBytes
import PagerRecording
import PagerTransport
import Synchronization
import TestSupport
import Testing

@Suite("How a recording ends", .timeLimit(.minutes(1)))
struct EndingTests {
  private let fixture = RecordingFixture()

  /// A transport that brings its one answer while it is shut down.
  private final class LateTransport: Transport {
    typealias Completion = @Sendable (Result<TransportResponse, TransportError>) -> Void
    private let waiting = Mutex<Completion?>(nil)

    func send(_ request: TransportRequest, completion: @escaping Completion) throws(TransportError) -> TransferID {
      waiting.withLock { $0 = completion }
      return TransferID(rawValue: 1)
    }

    func cancel(_ transfer: TransferID) {}

    func shutdown(timeout: Duration) -> Bool {
      let completion = waiting.withLock { $0.take() }
      completion?(.success(TransportResponse(status: 200, body: .copying(#"{"data":{"late":1}}"#.utf8))))
      return true
    }

    var isAsked: Bool { waiting.withLock { $0 != nil } }
  }

  @Test func whatTheTransportBringsAsItEndsIsRecorded() async throws {
    let server = LateTransport()
    let transport = RecordingTransport(server, to: try fixture.recorder())
    async let result = transport.post(request("{late}"))
    try await eventually("the request arrives") { server.isAsked }
    #expect(transport.shutdown(timeout: .seconds(10)))
    #expect(await result.text == #"{"data":{"late":1}}"#)
    #expect(fixture.text.contains("late\\\":1"))
    #expect(try await fixture.replay().post(request("{late}")).text == #"{"data":{"late":1}}"#)
  }

  @Test("A descriptor that a child of fork() still has does not lock the file")
  func aCopyOfTheDescriptor() throws {
    let first = try fixture.recorder()
    let server = ScriptedTransport()
    let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(Int32.init)
    let own = try #require(
      files.first { file in
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file)")
        return target == fixture.path
      })
    // What fork does to it: the lock is that of all copies.
    let copy = dup(own)
    defer { close(copy) }
    #expect(throws: RecordingError.self) { try fixture.recorder() }
    #expect(RecordingTransport(server, to: first).shutdown(timeout: .seconds(10)))
    _ = try fixture.recorder()
  }
}
