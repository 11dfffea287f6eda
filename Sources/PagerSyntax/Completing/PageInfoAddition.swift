/// What a connection's selections lack of `pageInfo { hasNextPage endCursor }`.
///
/// The page info must come whenever items come. It is therefore added to a selection set that has items and always
/// applies, or else to each that has items. Missing fields are added to the page info that is there.
struct PageInfoAddition {
  /// What is added to a selection set.
  struct Part {
    let set: SelectionSet
    let text: String
  }

  /// The parts; empty if the page info is complete.
  private(set) var parts: [Part] = []

  private static let wanted = [RelayField.hasNextPage, RelayField.endCursor]

  /// - Returns: nil if the document selects the page info without its fields.
  init?(to list: MergedField, in operation: ExecutableOperation, _ names: DocumentNames) {
    let selection = MergedSelection(list.sets, in: operation)
    let holders = Self.necessary(
      selection.fields.filter { RelayField.holdsItems($0.members, in: operation) }
        .flatMap(\.members).map { PlacedSet(set: $0.holder, isConditional: $0.isConditional) })
    guard let pageInfo = selection.field(named: RelayField.pageInfo) else {
      let fields = Self.wanted.map(names.newSelection).joined(separator: " ")
      add("\(names.newSelection(of: RelayField.pageInfo)) { \(fields) }", to: holders)
      return
    }
    let sets = pageInfo.members.compactMap { member in
      member.field.selectionSet.map { PlacedSet(set: $0, isConditional: member.isConditional) }
    }
    guard !sets.isEmpty else { return nil }
    let known = MergedSelection(sets, in: operation)
    let missing = Self.wanted.filter { known.field(named: $0) == nil }
    guard !missing.isEmpty else { return }

    let isSure = sets.contains { !$0.isConditional }
    if isSure || holders.allSatisfy(\.isConditional) {
      add(missing.map(names.newSelection).joined(separator: " "), to: Self.necessary(sets))
    }
    if !isSure {
      // The items of a selection set without page info of its own may come alone.
      let complete = Set(pageInfo.members.map(\.holder.position))
      let fields = Self.wanted.map { known.field(named: $0)?.head ?? names.newSelection(of: $0) }
      add(
        "\(pageInfo.head) { \(fields.joined(separator: " ")) }",
        to: holders.filter { !complete.contains($0.set.position) })
    }
  }

  /// The first of the sets that always applies, or else all of them.
  private static func necessary(_ places: [PlacedSet]) -> [PlacedSet] {
    places.first { !$0.isConditional }.map { [$0] } ?? places
  }

  private mutating func add(_ text: String, to places: [PlacedSet]) {
    var seen: Set<SourcePosition> = []
    for place in places where seen.insert(place.set.position).inserted {
      parts.append(Part(set: place.set, text: text))
    }
  }
}

extension RelayField {
  /// Whether the selections that merge into a field are the array of a connection.
  fileprivate static func holdsItems(_ members: [MergedField.Member], in operation: ExecutableOperation) -> Bool {
    members.first.map { holdsItems($0.field, members.compactMap(\.field.selectionSet), in: operation) } ?? false
  }
}

extension MergedField {
  /// The field as a selection has it, without what follows the name: `info: pageInfo`.
  fileprivate var head: String { key == name ? name : "\(key): \(name)" }
}
