/// A field inside the items of a list that takes a variable by which the list itself is paged.
///
/// With each page the variable has another value, so each page would have another part of the inner list.
package struct SharedVariable: Sendable, Hashable {
  /// The variable, without its `$`.
  package let variable: String
  /// The inner field, for messages: `"/shop/products/nodes/prices" at line 2, column 5`.
  package let inner: String
  /// The argument of the inner field that takes the variable.
  package let argument: String
  /// Where that argument stands.
  package let position: SourcePosition
  /// The field of the list that takes it, for messages; nil if no field on the way to the items takes it.
  package let outer: String?
}

extension ConnectionFinder {
  /// The first field inside the items of a list that takes one of these variables; nil if none does.
  ///
  /// - Parameters:
  ///   - path: the response keys from `data` to the list.
  ///   - items: those from the list to its arrays of items.
  package static func variable(
    of variables: Set<String>, sharedInside items: [[String]], of path: [String], in operation: ExecutableOperation
  ) -> SharedVariable? {
    var reach = FieldReach(in: operation) { $0.pagingArgument(with: variables) != nil }
    for way in items {
      guard var place = place(at: path + way, in: operation) else { continue }
      // Each step leads to such a field, so the search does not go back.
      while reach.includes(place.response.selectionSets) {
        let fields = ResponseSelection(place.response.selectionSets, in: operation).fields
        if let (field, argument, variable) = fields.lazy.compactMap({ $0.pagingArgument(with: variables) }).first {
          let inner = ListField(place.place(of: field, isConnection: false), in: operation)
          return SharedVariable(
            variable: variable, inner: inner.label, argument: argument.name, position: argument.position,
            outer: lastField(taking: variable, on: path + way, in: operation)?.label)
        }
        guard let next = fields.first(where: { reach.includes($0.selectionSets) }) else { break }
        place = place.place(of: next, isConnection: false)
      }
    }
    return nil
  }

  /// The last field on a path that takes a variable; nil if none does.
  private static func lastField(
    taking variable: String, on path: [String], in operation: ExecutableOperation
  ) -> ListField? {
    path.indices.reversed().lazy.compactMap { last in place(at: Array(path[...last]), in: operation) }
      .first { place in place.response.field.arguments.contains { $0.value.variable(of: [variable]) != nil } }
      .map { ListField($0, in: operation) }
  }
}

extension ResponseField {
  /// The argument that takes one of the variables, if this may be a list.
  fileprivate func pagingArgument(
    with variables: Set<String>
  ) -> (field: ResponseField, argument: Argument, variable: String)? {
    field.pagingArgument(with: variables).map { (self, $0.argument, $0.variable) }
  }
}

extension Field {
  /// The arguments that only a list takes.
  private static let sizes: Set<String> = ["first", "last", "limit", "take"]

  /// The argument that takes one of the variables, if the field may be a list: a number like `rank(offset: $offset)` is
  /// not one, because it selects nothing and has no size.
  fileprivate func pagingArgument(with variables: Set<String>) -> (argument: Argument, variable: String)? {
    guard selectionSet != nil || arguments.contains(where: { Self.sizes.contains($0.name) }) else { return nil }
    for argument in arguments {
      if let variable = argument.value.variable(of: variables) { return (argument, variable) }
    }
    return nil
  }
}

extension InputValue {
  /// The first of these variables in the value, at any depth.
  fileprivate func variable(of names: Set<String>) -> String? {
    switch kind {
    case .variable(let name):
      return names.contains(name) ? name : nil
    case .list(let elements):
      for element in elements {
        if let found = element.variable(of: names) { return found }
      }
    case .object(let fields):
      for field in fields {
        if let found = field.value.variable(of: names) { return found }
      }
    case .integer, .float, .string, .boolean, .null, .enumeration:
      break
    }
    return nil
  }
}
