/// A GraphQL document that can be executed: operations and the fragments they spread.
///
/// The nodes follow section 2 of the October 2021 specification, and every node knows its position in the text. Only
/// the parser makes nodes. They therefore nest at most ``NestingLimit/levels`` deep, and code that walks them may
/// recurse. Nodes that hold selections are not `Equatable`: the compiler's comparison would take more stack than the
/// parser.
package struct ExecutableDocument: Sendable {
  /// The operations, in the order of the text.
  package let operations: [OperationDefinition]
  /// The fragment definitions, in the order of the text.
  package let fragments: [FragmentDefinition]

  /// Parses the text of a document; whether its names agree is checked by ``operation(named:)``.
  ///
  /// - Throws: the first error of the grammar.
  package init(parsing text: String) throws(GraphQLSyntaxError) {
    var parser = try Parser(text)
    self = try parser.parseDocument()
  }

  init(operations: [OperationDefinition], fragments: [FragmentDefinition]) {
    self.operations = operations
    self.fragments = fragments
  }
}

/// How deep a document may nest.
///
/// Parsing and walking recurse, and running out of stack would end the host program. A thread that calls from C may
/// have only 64 KiB, most of which is needed for other things: at the limit the deepest recursion takes some 30 kB of
/// it in a release build, and 90 kB in a debug build. The limit is above what people write and servers accept; the
/// introspection query of the usual tools nests about 14 deep.
package enum NestingLimit {
  /// The greatest depth, of selection sets, list values, object values and list types together. Validation holds
  /// selection sets to the same number with fragments followed.
  package static let levels = 32
}

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
