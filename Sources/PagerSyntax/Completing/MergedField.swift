/// The selections of a document that merge into one field of the response.
struct MergedField {
  /// One of the selections.
  struct Member {
    /// The field as the document has it.
    let field: Field
    /// The selection set that it stands in.
    let holder: SelectionSet
    fileprivate(set) var condition: SelectionCondition
    /// Whether the holder may not apply, though the place is there.
    fileprivate(set) var isConditional = false

    init(field: Field, holder: SelectionSet, condition: SelectionCondition) {
      (self.field, self.holder, self.condition) = (field, holder, condition)
    }
  }

  /// The key under which the response has the field.
  let key: String
  /// The name in the schema, by the first of the selections.
  let name: String
  /// The selections, in the order in which a server meets them.
  private(set) var members: [Member] = []
  private var indexByPosition: [SourcePosition: Int] = [:]

  init(_ member: Member) {
    (key, name) = (member.field.responseKey, member.field.name)
    add(member)
  }

  /// Adds a selection. One that is met again applies under the lesser of its conditions.
  mutating func add(_ member: Member) {
    if let index = indexByPosition[member.field.position] {
      members[index].condition = min(members[index].condition, member.condition)
    } else {
      indexByPosition[member.field.position] = members.count
      members.append(member)
    }
  }

  /// Notes which of the selections are conditional.
  mutating func markConditional(from least: SelectionCondition) {
    for index in members.indices { members[index].isConditional = members[index].condition >= least }
  }

  /// What the selections have below the key. What a single one has is not conditional: where that does not apply, the
  /// response lacks the place too.
  var sets: [PlacedSet] {
    members.compactMap { member in
      member.field.selectionSet.map { set in
        let isConditional = members.count > 1 && (member.isConditional || !member.field.directives.isEmpty)
        return PlacedSet(set: set, isConditional: isConditional)
      }
    }
  }
}
