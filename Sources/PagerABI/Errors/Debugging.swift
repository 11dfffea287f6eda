import Glibc

/// What a process gets in addition if its environment has `SWIFTPAGER_DEBUG=1`.
enum Debugging {
  /// Whether the process asks for it. Looked up once.
  static let isOn = getenv("SWIFTPAGER_DEBUG").map { strcmp($0, "1") == 0 } ?? false

  /// Writes a line on stderr about a call that has no status for its error.
  ///
  /// - Parameter function: the export, as `#function` names it.
  static func tell(of error: ErrorReport, in function: StaticString) {
    guard isOn else { return }
    let name = "\(function)".prefix { $0 != "(" }
    // In one call, so that the lines of several threads do not mix.
    let line = Array("\(name)(): \(error.status.name): \(error.message)\n".utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
