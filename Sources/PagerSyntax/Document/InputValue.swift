/// A value written in the document: an argument's, a default, an element of either.
package struct InputValue: Sendable, Hashable {
  /// The kinds of value.
  ///
  /// Numbers keep their text, because GraphQL leaves their range to the server. That text is a valid JSON number as it
  /// is.
  package enum Kind: Sendable, Hashable {
    /// `$name`, without its `$`. Never found in a constant (defaults, directives of variable definitions).
    case variable(String)
    /// The text of an integer, such as `-12`.
    case integer(String)
    /// The text of a number with a fraction, an exponent or both, such as `6.02e23`.
    case float(String)
    /// The value of a string or block string: escapes resolved, common indent removed.
    case string(String)
    case boolean(Bool)
    case null
    /// The name of an enum value, never `true`, `false` or `null`.
    case enumeration(String)
    case list([InputValue])
    /// The fields in the order of the text; the parser does not refuse a repeated name.
    case object([ObjectField])
  }

  /// Which kind of value it is, with its content.
  package let kind: Kind
  /// Where the value begins.
  package let position: SourcePosition
}

/// A field of an object value: `tag: "new"` in `{tag: "new"}`.
package struct ObjectField: Sendable, Hashable {
  /// The name before the colon.
  package let name: String
  /// The value after the colon.
  package let value: InputValue
  /// Where the name stands.
  package let position: SourcePosition
}
