/// The Boolean variables of the operation that a response answers, for types that read themselves.
///
/// Nodes point at it without a reference of their own, so that a copy of one costs nothing. A ``DecodingSession`` keeps
/// it during the reading.
package final class ResponseFlags {
  private let variables: () -> JSONValue?
  /// What was asked for: a page asks for the same few names hundreds of times.
  private var known: [(name: UnsafePointer<UInt8>, value: Bool?)] = []
  private lazy var encoded = variables()

  /// The flags of variables, which are encoded only if a type asks for one of them.
  ///
  /// - Parameter variables: the variables as JSON; nil if they cannot be encoded.
  package init(_ variables: @escaping () -> JSONValue?) {
    self.variables = variables
  }

  /// The value of a variable; nil if the request did not have it, or if it is not a Boolean.
  func value(of name: StaticString) -> Bool? {
    guard name.hasPointerRepresentation else { return read("\(name)") }
    if let found = known.first(where: { $0.name == name.utf8Start }) { return found.value }
    let value = read("\(name)")
    known.append((name.utf8Start, value))
    return value
  }

  private func read(_ name: String) -> Bool? {
    if case .bool(let value)? = encoded?.object?[name] { value } else { nil }
  }
}
