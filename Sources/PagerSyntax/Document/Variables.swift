/// A variable that an operation declares: `$first: Int! = 100 @deprecated`.
package struct VariableDefinition: Sendable, Hashable {
  /// The name without its `$`.
  package let name: String
  /// The type after the colon.
  package let type: TypeReference
  /// The value if the request gives none; it contains no variables.
  package let defaultValue: InputValue?
  /// The directives applied here, in the order of the text.
  package let directives: [Directive]
  /// Where the `$` stands.
  package let position: SourcePosition
}

/// The type of a variable: `String`, `[ID!]`, `Int!`.
package struct TypeReference: Sendable, Hashable, CustomStringConvertible {
  /// The forms of a type. The parser never wraps a non-null type in another.
  package indirect enum Kind: Sendable, Hashable {
    case named(String)
    case list(TypeReference)
    case nonNull(TypeReference)
  }

  /// The form of the type, with what it wraps.
  package let kind: Kind
  /// Where the type begins: its name or its `[`.
  package let position: SourcePosition

  /// The type as GraphQL writes it: `[ID!]!`.
  package var description: String {
    switch kind {
    case .named(let name): name
    case .list(let element): "[\(element)]"
    case .nonNull(let nullable): "\(nullable)!"
    }
  }
}
