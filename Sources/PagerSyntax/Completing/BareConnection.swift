/// The one connection of an operation, by its nodes or edges: it may lack all that a page info says.
struct BareConnection {
  let place: ResponsePlace
  private let selection: ResponseSelection
  private let operation: ExecutableOperation

  /// Nil if the operation has none, or several. Connections inside the items of one do not count.
  init?(in operation: ExecutableOperation) {
    var reach = FieldReach(in: operation) { $0.name == RelayField.nodes || $0.name == RelayField.edges }
    var found: [ResponsePlace] = []
    var pending = Array(ConnectionFinder.rootPlaces(of: operation).reversed())
    while found.count < 2, let place = pending.popLast() {
      guard reach.includes(place.response.selectionSets) else { continue }
      let selection = ResponseSelection(place.response.selectionSets, in: operation)
      if Self.isConnection(selection, in: operation) {
        found.append(place)
      } else {
        pending += selection.fields.reversed().map { place.place(of: $0, isConnection: false) }
      }
    }
    guard found.count == 1 else { return nil }
    place = found[0]
    selection = ResponseSelection(place.response.selectionSets, in: operation)
    self.operation = operation
  }

  private static func isConnection(_ selection: ResponseSelection, in operation: ExecutableOperation) -> Bool {
    if let nodes = selection.field(named: RelayField.nodes), !nodes.selectionSets.isEmpty { return true }
    guard let edges = selection.field(named: RelayField.edges) else { return false }
    return ResponseSelection(edges.selectionSets, in: operation).field(named: RelayField.node) != nil
  }

  /// What the page info lacks, and the selections that need it; nil if it lacks nothing.
  var missingPageInfo: (selection: String, places: [SelectionSet])? {
    let wanted = [RelayField.hasNextPage, RelayField.endCursor]
    guard let pageInfo = selection.field(named: RelayField.pageInfo) else {
      let keys = Set(selection.fields.map(\.key))
      let key = RelayField.pageInfo.firstFree { keys.contains($0) }
      let alias = key == RelayField.pageInfo ? "" : "\(key): "
      return ("\(alias)\(RelayField.pageInfo) { \(wanted.joined(separator: " ")) }", selectionsOfItems)
    }
    let inside = ResponseSelection(pageInfo.selectionSets, in: operation)
    let keys = Set(inside.fields.map(\.key))
    let missing = wanted.filter { inside.field(named: $0) == nil }.map { name in
      let key = name.firstFree { keys.contains($0) }
      return key == name ? name : "\(key): \(name)"
    }
    guard !missing.isEmpty, let first = pageInfo.selectionSets.first else { return nil }
    return (missing.joined(separator: " "), [first])
  }

  /// The selections that have nodes or edges, as the document writes them: what is added there holds under the same
  /// conditions.
  private var selectionsOfItems: [SelectionSet] {
    var found: [SelectionSet] = []
    var seen: Set<SourcePosition> = []
    var pending = place.response.selectionSets
    while let selectionSet = pending.popLast() {
      guard seen.insert(selectionSet.position).inserted else { continue }
      var hasItems = false
      for selection in selectionSet.selections where operation.selects(selection) {
        switch selection {
        case .field(let field):
          hasItems = hasItems || field.name == RelayField.nodes || field.name == RelayField.edges
        case .inlineFragment(let fragment): pending.append(fragment.selectionSet)
        case .fragmentSpread(let spread):
          if let fragment = operation.fragments[spread.fragmentName] { pending.append(fragment.selectionSet) }
        }
      }
      if hasItems { found.append(selectionSet) }
    }
    return found
  }
}
