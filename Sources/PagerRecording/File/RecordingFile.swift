private import CPlatform
import PagerBytes
import PagerJSON
private import PagerThreads

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// A file that a recording is written to, line by line. Owns a descriptor, and a lock on the file.
struct RecordingFile: ~Copyable {
  private let path: String
  private let descriptor: Int32
  /// How long the file is: whole lines only.
  private var length: Int64 = 0

  /// Begins a recording, and replaces an existing one in the file.
  ///
  /// - Throws: an error if the file cannot be written, if another client is recording to it, or if it is not a
  ///   recording. The file then stays as it is.
  init(beginning path: String, with heading: [UInt8]) throws(RecordingError) {
    self.path = path
    // Servers' answers are private. An existing file keeps its mode. A pipe does not make the call wait.
    descriptor = swiftpager_keep_apart(open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600))
    guard descriptor >= 0 else { throw Self.failure(path) }
    _ = try RecordingError.size(of: descriptor, path)
    try lock()
    try checkContent()
    if ftruncate(descriptor, 0) != 0 { throw Self.failure(path) }
    try append(heading)
  }

  deinit {
    guard descriptor >= 0 else { return }
    // A child of fork() may have the descriptor, too: closing it would not be enough.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Writes a line, as a whole or not at all.
  mutating func append(_ line: [UInt8]) throws(RecordingError) {
    var rest = line[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let error = Self.failure(path)
        // A part of a line would spoil the lines that may still follow.
        if ftruncate(descriptor, off_t(length)) == 0 { lseek(descriptor, off_t(length), SEEK_SET) }
        throw error
      }
      rest = rest.dropFirst(count)
    }
    length += Int64(line.count)
  }

  /// Two clients would write into each other's lines. A client that was just released may still be closing the file.
  private func lock() throws(RecordingError) {
    let attempts = 50
    for attempt in 1...attempts {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw Self.failure(path) }
      if attempt < attempts { ForkGate.outside { _ = usleep(10_000) } }
    }
    throw RecordingError(
      message: "another client is recording to \(path): close it first, or name another file")
  }

  /// A mistyped path must not destroy a file.
  private func checkContent() throws(RecordingError) {
    var beginning = [UInt8](repeating: 0, count: 64 << 10)
    let count = beginning.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    guard count > 0 else { return }
    let line = String(decoding: beginning.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    guard line.utf8.first == UInt8(ascii: "{"), line.has("\"\(RecordingHeading.key)\"") else {
      throw RecordingError(
        message: "\(path) is not a recording: name another file, or remove this one")
    }
  }

  private static func failure(_ path: String) -> RecordingError {
    RecordingError(message: "the recording \(path) cannot be written: \(String(cString: strerror(errno)))")
  }
}

/// Why a recording cannot be written or read. It names the file, and the line if one is at fault.
package struct RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
  package let message: String

  package var description: String { message }
}

extension RecordingError {
  /// A line that its checksum does not fit.
  static func edited(_ path: String, line: Int) -> RecordingError {
    RecordingError(
      message: "line \(line) of the recording \(path) is not as it was written: its checksum does not match; record it "
        + "again, or take the member \"\(LineChecksum.key)\" out of a line that you have edited")
  }

  /// The size of an open file, which must be a regular one: a device may never end, and a pipe may never begin.
  static func size(of descriptor: Int32, _ path: String) throws(RecordingError) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw RecordingError(message: "\(path) is not a regular file, and a recording is one: name another file")
    }
    return Int(status.st_size)
  }

  /// A damaged line.
  static func damaged(_ path: String, line: Int, _ reason: String) -> RecordingError {
    RecordingError(
      message: "line \(line) of the recording \(path) is damaged: \(reason); record it again, or repair it")
  }
}

/// The first line of a recording, which says what the file is.
enum RecordingHeading {
  /// The newest version that this library reads and writes.
  static let version: Int64 = 1
  static let key = "swiftpager_recording"

  static func line(endpoint: String) throws(JSONTextError) -> [UInt8] {
    let heading = JSONValue.object([key: .integer(version), "endpoint": .string(Redaction.address(endpoint))])
    return LineChecksum.line(try heading.bytes())
  }

  static func check(_ node: JSONNode, of path: String, line: Int) throws(RecordingError) {
    guard let version = node[key]?.int64, version >= 1 else {
      throw RecordingError(
        message: "line \(line) of \(path) is not the beginning of a recording: `\(key)` is missing")
    }
    guard version <= Self.version else {
      throw RecordingError(
        message: "line \(line) of the recording \(path) says that it has version \(version), and this library reads "
          + "version \(Self.version): record it again, or use a newer library")
    }
  }
}
