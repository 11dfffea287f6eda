import PagerClient
import PagerJSON

/// A variable that can be left out, be null, or have a value. For a server these are three different things.
///
/// A nil literal leaves the variable out. As a member of `Encodable` variables, `.none` leaves no trace in the request.
/// You can read the value's members through it: `cursor.count` is nil if `cursor` is `none` or `null`.
@dynamicMemberLookup
public enum GraphQLNullable<Wrapped> {
  /// The variable is left out, and the operation's default value applies.
  case none
  /// The variable is null.
  case null
  /// The variable has a value.
  // Indirect, because a member of an input object can have the object's own type.
  indirect case some(Wrapped)

  /// The value; nil if there is none.
  public var unwrapped: Wrapped? {
    if case .some(let value) = self { value } else { nil }
  }

  /// A member of the value; nil if there is no value.
  public subscript<Member>(dynamicMember member: KeyPath<Wrapped, Member>) -> Member? {
    unwrapped?[keyPath: member]
  }
}

/// Takes the value of an optional, or else the operand on the right: `cursor ?? .none`, `cursor ?? .null`.
@_disfavoredOverload
public func ?? <Wrapped>(
  value: Wrapped?, otherwise: @autoclosure () throws -> GraphQLNullable<Wrapped>
) rethrows -> GraphQLNullable<Wrapped> {
  if let value { .some(value) } else { try otherwise() }
}

extension GraphQLNullable: ExpressibleByNilLiteral {
  public init(nilLiteral: ()) {
    self = .none
  }
}

extension GraphQLNullable: Sendable where Wrapped: Sendable {}
extension GraphQLNullable: Equatable where Wrapped: Equatable {}
extension GraphQLNullable: Hashable where Wrapped: Hashable {}

extension GraphQLNullable: Encodable where Wrapped: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .none, .null: try container.encodeNil()
    case .some(let value): try container.encode(value)
    }
  }
}

extension GraphQLNullable: OmittableMember {
  package var isOmitted: Bool {
    if case .none = self { true } else { false }
  }
}

extension GraphQLNullable: ExpressibleByIntegerLiteral where Wrapped: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Wrapped.IntegerLiteralType) {
    self = .some(Wrapped(integerLiteral: value))
  }
}

extension GraphQLNullable: ExpressibleByBooleanLiteral where Wrapped: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Wrapped.BooleanLiteralType) {
    self = .some(Wrapped(booleanLiteral: value))
  }
}

extension GraphQLNullable: ExpressibleByFloatLiteral where Wrapped: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Wrapped.FloatLiteralType) {
    self = .some(Wrapped(floatLiteral: value))
  }
}

extension GraphQLNullable: ExpressibleByUnicodeScalarLiteral where Wrapped: ExpressibleByUnicodeScalarLiteral {
  public init(unicodeScalarLiteral value: Wrapped.UnicodeScalarLiteralType) {
    self = .some(Wrapped(unicodeScalarLiteral: value))
  }
}

extension GraphQLNullable: ExpressibleByExtendedGraphemeClusterLiteral
where Wrapped: ExpressibleByExtendedGraphemeClusterLiteral {
  public init(extendedGraphemeClusterLiteral value: Wrapped.ExtendedGraphemeClusterLiteralType) {
    self = .some(Wrapped(extendedGraphemeClusterLiteral: value))
  }
}

extension GraphQLNullable: ExpressibleByStringLiteral where Wrapped: ExpressibleByStringLiteral {
  public init(stringLiteral value: Wrapped.StringLiteralType) {
    self = .some(Wrapped(stringLiteral: value))
  }
}
