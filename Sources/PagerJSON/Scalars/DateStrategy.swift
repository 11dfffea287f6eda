/// How a server writes dates, for variables and responses with values of Foundation's `Date`.
///
/// `Date` needs `import SwiftPagerFoundation`. The strategies have the names that `JSONEncoder` and `JSONDecoder` give
/// them.
public enum DateStrategy: Sendable, Hashable, CaseIterable {
  /// A text such as `2026-11-26T01:20:00Z`. A response may have fractions of a second; a variable has none.
  case iso8601
  /// A text such as `2026-11-26T01:20:00.250Z`: as `iso8601`, and variables have milliseconds.
  case iso8601WithMilliseconds
  /// The number of seconds since 1970.
  case secondsSince1970
  /// The number of milliseconds since 1970.
  case millisecondsSince1970
}

/// How values of Foundation's types are written and read.
package enum ScalarCoding: Sendable, Hashable {
  /// As servers expect them: as `JSONEncoder` writes them, with dates by a strategy. Without one, dates are refused.
  case forServers(DateStrategy?)
  /// As their own `Codable` says, for text that only the same program reads.
  case asTheySay
}
