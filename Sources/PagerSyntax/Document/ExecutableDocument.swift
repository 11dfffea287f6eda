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
