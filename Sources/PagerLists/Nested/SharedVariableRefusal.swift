import PagerJSON
import PagerSyntax

extension ParsedDocument {
  /// Refuses a list inside the items that takes a variable by which the list itself is paged: each page would bring
  /// another part of the inner list, and no page info would say that a part is missing.
  ///
  /// - Parameters:
  ///   - list: the place of the list, below `data`.
  ///   - items: its arrays of items, below the list.
  func refuseVariables(
    _ variables: Set<String>, insideItems items: [JSONPointer], of list: JSONPointer
  ) throws(DocumentPlanError) {
    guard !variables.isEmpty,
      let shared = executed.variable(of: variables, sharedInside: items, of: list)
    else { return }
    let outer = shared.outer.map { "the list \($0)" } ?? "the list at \"\(list)\""
    throw config.error(
      in: "query",
      "the field \(shared.inner) takes `$\(shared.variable)` as `\(shared.argument)`, and \(outer) is paged by this "
        + "variable: each page would bring another part of the list inside its items; leave "
        + "`\(shared.argument)` out there, or give it a variable of its own", at: shared.position)
  }
}

extension PageVariables {
  /// The variables that have another value for each page. The sizes of pages are not among them.
  var moving: Set<String> {
    let places = Array(cursors.values) + [offset].compactMap { $0 } + keys.values.joined()
    return Set(places.map { VariablePlace($0)?.variable ?? $0 })
  }
}
