import PagerSyntax

/// The keys that selections bring to a response, as a tree.
final class SelectedKeys {
  private(set) var children: [String: SelectedKeys] = [:]

  /// Adds what selections bring.
  ///
  /// - Parameter isCertain: only what they bring to objects of all types; else all that they may bring.
  func add(_ set: SelectionSet, isCertain: Bool, _ context: SelectionContext) {
    var spread: Set<String> = []
    add(set, isCertain, context, &spread)
  }

  private func add(_ set: SelectionSet, _ isCertain: Bool, _ context: SelectionContext, _ spread: inout Set<String>) {
    for selection in set.selections where context.conditions.select(selection) {
      switch selection {
      case .field(let field): add(field, isCertain: isCertain, context)
      case .inlineFragment(let fragment):
        if fragment.typeCondition == nil || !isCertain { add(fragment.selectionSet, isCertain, context, &spread) }
      case .fragmentSpread(let name):
        guard !isCertain, spread.insert(name.fragmentName).inserted, let fragment = context.fragments[name.fragmentName]
        else { continue }
        add(fragment.selectionSet, isCertain, context, &spread)
      }
    }
  }

  func add(_ field: Field, isCertain: Bool, _ context: SelectionContext) {
    let child = children[field.responseKey] ?? SelectedKeys()
    children[field.responseKey] = child
    if let subset = field.selectionSet { child.add(subset, isCertain: isCertain, context) }
  }

  /// Whether other selections bring all of this.
  func isPart(of other: SelectedKeys) -> Bool {
    children.allSatisfy { key, child in other.children[key].map { child.isPart(of: $0) } ?? false }
  }
}

/// What selections mean in one operation with one set of conditions.
struct SelectionContext {
  let fragments: [String: FragmentDefinition]
  let conditions: SelectionConditions
}
