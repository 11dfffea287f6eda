import Foundation  // Process

/// A process of its own with a cache: see the tool's main.swift.
final class CacheTool {
  private let process = Process()
  private let output = Pipe()
  private var received = Data()

  init(_ path: String, _ words: [String]) throws {
    // Beside the bundle of the tests that this process runs.
    let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    process.executableURL = folder.appendingPathComponent("CacheTool")
    process.arguments = [path] + words
    process.standardOutput = output
    try process.run()
  }

  /// What a run of the tool has said, line by line.
  static func run(_ path: String, _ words: String...) throws -> [String] {
    let tool = try CacheTool(path, words)
    var lines: [String] = []
    while let line = tool.nextLine() { lines.append(line) }
    tool.process.waitUntilExit()
    return lines
  }

  /// Nil once the process has ended, and all that it said was read.
  func nextLine() -> String? {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: received[received.startIndex..<end], as: UTF8.self)
        received = Data(received[(end + 1)...])
        return line
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      received.append(more)
    }
  }

  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
