import PagerJSON

/// The first line of a recording, which says what the file is.
enum RecordingHeading {
  /// The newest version that this library reads, and the one that it writes.
  static let version: Int64 = 1
  static let key = "swiftpager_recording"

  static func line(endpoint: String) throws(JSONTextError) -> [UInt8] {
    let heading = JSONValue.object([key: .integer(version), "endpoint": .string(Redaction.address(endpoint))])
    return try heading.bytes() + [UInt8(ascii: "\n")]
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
