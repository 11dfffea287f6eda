/// A type of Foundation whose own `Codable` is not what a server expects. `SwiftPagerFoundation` conforms these types.
package protocol PlainScalar {
  /// The value for a server.
  ///
  /// - Parameter dates: how the server writes dates, if the caller has said so.
  func plain(dates: DateStrategy?) throws(ScalarFault) -> JSONValue

  /// Reads a value of a server.
  static func reading(_ scalar: JSONScalar, dates: DateStrategy?) throws(ScalarFault) -> Self
}

/// A value of a response, for a type that reads itself from one value.
package enum JSONScalar: Sendable, Hashable {
  /// A string, unescaped.
  case string(String)
  /// A number, as the server wrote it.
  case number(String)
  /// Another kind of value, in words.
  case other(String)

  /// The kind of the value, for an error.
  package var phrase: String {
    switch self {
    case .string: "a string"
    case .number: "a number"
    case .other(let phrase): phrase
    }
  }
}

/// Why a value of a type of Foundation cannot be written or read.
package struct ScalarFault: Error, Sendable, Hashable {
  package let message: String

  package init(_ message: String) {
    self.message = message
  }
}
