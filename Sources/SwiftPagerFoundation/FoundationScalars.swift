package import Foundation
package import PagerJSON

// The types of Foundation that `JSONEncoder` does not write as their own `Codable` says, and their form for a server.

extension Date: PlainScalar {
  package func plain(dates: DateStrategy?) throws(ScalarFault) -> JSONValue {
    switch dates {
    case .iso8601: .string(formatted(.iso8601))
    case .iso8601WithMilliseconds: .string(formatted(.fractional))
    case .secondsSince1970: Self.number(timeIntervalSince1970)
    case .millisecondsSince1970: Self.number((timeIntervalSince1970 * 1000).rounded())
    case nil: throw Self.unnamed
    }
  }

  package static func reading(_ scalar: JSONScalar, dates: DateStrategy?) throws(ScalarFault) -> Date {
    switch dates {
    case .iso8601, .iso8601WithMilliseconds:
      guard case .string(let text) = scalar else { throw ScalarFault("expected a date, found \(scalar.phrase)") }
      guard let date = (try? Date(text, strategy: .fractional)) ?? (try? Date(text, strategy: .iso8601)) else {
        throw ScalarFault("\"\(text)\" is not a date of ISO 8601")
      }
      return date
    case .secondsSince1970: return Date(timeIntervalSince1970: try seconds(scalar))
    case .millisecondsSince1970: return Date(timeIntervalSince1970: try seconds(scalar) / 1000)
    case nil: throw unnamed
    }
  }

  /// Without a fraction it is an integer, as a variable of the type `Int` has to be.
  private static func number(_ double: Double) -> JSONValue {
    Int64(exactly: double).map { .integer($0) } ?? .number(double)
  }

  private static func seconds(_ scalar: JSONScalar) throws(ScalarFault) -> Double {
    guard case .number(let text) = scalar, let seconds = Double(text) else {
      throw ScalarFault("expected the number of a date, found \(scalar.phrase)")
    }
    return seconds
  }

  private static let unnamed = ScalarFault(
    "the client does not know how its server writes dates: set `dates` in ClientConfiguration, for example to .iso8601")
}

extension FormatStyle where Self == Date.ISO8601FormatStyle {
  /// ISO 8601 with fractions of a second.
  fileprivate static var fractional: Self { Self(includingFractionalSeconds: true) }
}

extension ParseStrategy where Self == Date.ISO8601FormatStyle {
  /// ISO 8601 with fractions of a second.
  fileprivate static var fractional: Self { Self(includingFractionalSeconds: true) }
}

extension URL: PlainScalar {
  package func plain(dates: DateStrategy?) throws(ScalarFault) -> JSONValue { .string(absoluteString) }

  package static func reading(_ scalar: JSONScalar, dates: DateStrategy?) throws(ScalarFault) -> URL {
    guard case .string(let text) = scalar else { throw ScalarFault("expected a URL, found \(scalar.phrase)") }
    guard let url = URL(string: text) else { throw ScalarFault("\"\(text)\" is not a URL") }
    return url
  }
}

extension Data: PlainScalar {
  package func plain(dates: DateStrategy?) throws(ScalarFault) -> JSONValue { .string(base64EncodedString()) }

  package static func reading(_ scalar: JSONScalar, dates: DateStrategy?) throws(ScalarFault) -> Data {
    guard case .string(let text) = scalar else { throw ScalarFault("expected Base64, found \(scalar.phrase)") }
    guard let data = Data(base64Encoded: text) else { throw ScalarFault("the text is not Base64") }
    return data
  }
}

extension Decimal: PlainScalar {
  /// A number, if a number of JSON's usual readers can hold all its digits.
  package func plain(dates: DateStrategy?) throws(ScalarFault) -> JSONValue {
    let text = description
    if let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite, Decimal(string: "\(number)") == self else {
      throw ScalarFault("the decimal \(text) has more digits than a number can have: send it as a string")
    }
    return .number(number)
  }

  /// Keeps all digits of the number.
  package static func reading(_ scalar: JSONScalar, dates: DateStrategy?) throws(ScalarFault) -> Decimal {
    guard case .number(let text) = scalar else { throw ScalarFault("expected a number, found \(scalar.phrase)") }
    guard let decimal = Decimal(string: text) else { throw ScalarFault("the number does not fit in Decimal") }
    return decimal
  }
}
