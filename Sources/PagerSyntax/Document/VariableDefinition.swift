/// A variable that an operation declares: `$first: Int! = 100 @deprecated`.
package struct VariableDefinition: Sendable, Hashable {
  /// The name without its `$`.
  package let name: String
  /// The type after the colon.
  package let type: TypeReference
  /// The value that applies when the request gives none; it holds no variables.
  package let defaultValue: InputValue?
  /// The directives applied here, in the order of the text.
  package let directives: [Directive]
  /// Where the `$` stands.
  package let position: SourcePosition
}
