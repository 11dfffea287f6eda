import Hummingbird
import Logging

/// What the environment says.
struct Settings: Sendable {
  /// A variable of the environment that is missing or wrong.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// The address of the upstream GraphQL server: `UPSTREAM`.
  let upstream: String
  /// The address to listen on: `HOST`, 127.0.0.1.
  let host: String
  /// The port to listen on: `PORT`, 8080.
  let port: Int
  /// The longest time for one page, with all its attempts: `PAGE_SECONDS`, 30.
  let pageTimeout: Duration
  /// How long streams may go on after SIGTERM: `DRAIN_SECONDS`, 20.
  let drainLimit: Duration
  /// What the log leaves out: `LOG_LEVEL`, info.
  let logLevel: Logger.Level

  init(_ environment: Environment = Environment()) throws {
    guard let upstream: String = environment.get("UPSTREAM") else {
      throw Fault(description: "UPSTREAM is not set: the address of a GraphQL server")
    }
    self.upstream = upstream
    host = environment.get("HOST") ?? "127.0.0.1"
    port = try Self.number("PORT", environment) ?? 8080
    pageTimeout = .seconds(try Self.number("PAGE_SECONDS", environment) ?? 30)
    drainLimit = .seconds(try Self.number("DRAIN_SECONDS", environment) ?? 20)
    let level: String = environment.get("LOG_LEVEL") ?? "info"
    guard let logLevel = Logger.Level(rawValue: level) else {
      throw Fault(description: "LOG_LEVEL is \(level): trace, debug, info, notice, warning, error or critical")
    }
    self.logLevel = logLevel
  }

  private static func number(_ name: String, _ environment: Environment) throws -> Int? {
    guard let text: String = environment.get(name) else { return nil }
    guard let number = Int(text), number >= 0 else { throw Fault(description: "\(name) is \(text), not a number") }
    return number
  }
}
