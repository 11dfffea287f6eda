import PagerJSON
import PagerThreads
package import PagerTransport

/// Writes exchanges to a file, on its own thread and in the order in which they ended.
///
/// An answer is handed on after it is in the file. Everything that a program has seen is therefore recorded, however
/// the program ends, and the network thread does not wait for a disk. If a write fails, the caller that waits for the
/// answer gets the error.
package final class Recorder: Sendable {
  private let configuration: TransportConfiguration
  private let file: Lock<RecordingFile?>
  private let thread = JobThread()

  /// Begins a recording of what goes to an endpoint.
  package init(to path: String, of configuration: TransportConfiguration) throws(RecordingError) {
    self.configuration = configuration
    let heading: [UInt8]
    do {
      heading = try RecordingHeading.line(endpoint: configuration.endpoint)
    } catch {
      throw RecordingError(message: "the recording \(path) cannot be written: \(error.message)")
    }
    file = Lock(try RecordingFile(beginning: path, with: heading))
  }

  deinit {
    thread.stop()
  }

  /// Makes sure that there is a thread to write with.
  func start() throws(TransportError) {
    guard thread.start() else {
      throw TransportError(
        kind: .noThread, message: "the system could not start a thread to record with; end some, or raise their limit")
    }
  }

  /// Records how a request ended, and then reports it.
  func record(
    _ request: TransportRequest, _ result: Result<TransportResponse, TransportError>,
    then completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
  ) {
    // The server did not cause the client's own end.
    if case .failure(let error) = result, error.kind == .shutDown { return completion(result) }
    let isTaken = thread.run {
      do throws(RecordingError) {
        try self.write(request, result)
        completion(result)
      } catch {
        completion(.failure(TransportError(kind: .recordingFailed, message: error.message)))
      }
    }
    if !isTaken { completion(.failure(.ended)) }
  }

  /// Writes what waits, closes the file, and waits for that until the deadline.
  ///
  /// - Returns: whether it was closed in time; if not, it closes later.
  func finish(until deadline: Deadline) -> Bool {
    // The last job: the thread takes no job after it.
    _ = thread.run { self.close() }
    thread.stop()
    guard thread.waitForEnd(until: deadline) else { return false }
    close()
    return true
  }

  private func close() {
    let file = file.withLock { $0.take() }
    _ = consume file
  }

  private func write(
    _ request: TransportRequest, _ result: Result<TransportResponse, TransportError>
  ) throws(RecordingError) {
    let line: [UInt8]
    do {
      line = try ExchangeText.line(request, configuration.allHeaders(and: request.options.headers), result)
    } catch {
      throw RecordingError(message: "an exchange cannot be recorded: \(error.message)")
    }
    try file.withLock { file throws(RecordingError) in try file?.append(line) }
  }
}

extension TransportError {
  static var ended: TransportError {
    TransportError(kind: .shutDown, message: "the transport was shut down before the answer; use a new one")
  }
}
