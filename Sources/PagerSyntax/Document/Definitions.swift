/// One operation of a document: `query Products($after: String) @live { … }`, or the shorthand `{ … }`.
package struct OperationDefinition: Sendable {
  /// What the operation does; the shorthand is a query.
  package let kind: OperationType
  /// The operation's name, or nil for an anonymous operation.
  package let name: String?
  /// The variables that it declares, in the order of the text; names may repeat until validation.
  package let variables: [VariableDefinition]
  /// The directives applied here, in the order of the text.
  package let directives: [Directive]
  /// What is selected between the braces.
  package let selectionSet: SelectionSet
  /// Where the keyword stands, or the `{` of the shorthand.
  package let position: SourcePosition

  /// For messages: `query "Products"` or `the anonymous query`.
  package var label: String {
    if let name { "\(kind.rawValue) \"\(name)\"" } else { "the anonymous \(kind.rawValue)" }
  }
}

/// The three kinds of operation; the raw value is the keyword.
package enum OperationType: String, Sendable, Hashable, CaseIterable {
  case query, mutation, subscription
}

/// A named fragment: `fragment Page on ProductConnection { … }`.
package struct FragmentDefinition: Sendable {
  /// The fragment's name, never `on`.
  package let name: String
  /// The type that the fragment applies to.
  package let typeCondition: String
  /// The directives applied here, in the order of the text.
  package let directives: [Directive]
  /// What is selected between the braces.
  package let selectionSet: SelectionSet
  /// Where the keyword `fragment` stands.
  package let position: SourcePosition
}
