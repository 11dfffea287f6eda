/// Why a recording cannot be written or read. It names the file, and the line if one is at fault.
package struct RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
  package let message: String

  package var description: String { message }
}

extension RecordingError {
  /// A damaged line.
  static func damaged(_ path: String, line: Int, _ reason: String) -> RecordingError {
    RecordingError(message: "line \(line) of the recording \(path) is damaged: \(reason); record it again, or mend it")
  }
}
