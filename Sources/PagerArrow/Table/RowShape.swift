/// How rows become columns, and the known facts about these columns.
final class RowShape {
  /// What a row is read as.
  enum Reading: Equatable {
    /// An object whose members are the columns.
    case members
    /// A value, which is the only column and has the name "value".
    case value
    /// What pointers lead to.
    case selection
  }

  /// The requested columns; nil: all columns.
  let selection: [SelectedColumn]?
  private let row = Inference()
  private let selected: [Inference]
  private let budget = ColumnBudget()

  init(selection: [SelectedColumn]?) {
    self.selection = selection
    selected = (selection ?? []).map { _ in Inference() }
  }

  /// Whether all rows so far were null.
  var isUnknown: Bool {
    if case .null = row.state { selection == nil } else { false }
  }

  /// Whether nothing that comes can change a type.
  var isGiven: Bool { selection?.allSatisfy { $0.type != nil } ?? false }

  /// Widens the types so that they hold a row, too.
  func absorb(_ token: UInt32, in table: TokenTable) {
    guard let selection else { return row.absorb(token, in: table, budget) }
    for (column, inference) in zip(selection, selected) where column.type == nil {
      if case .value(let value) = column.find(in: token, table) { inference.absorb(value, in: table, budget) }
    }
  }

  /// Takes over what columns know that were filled with these types: which integers are beyond 2⁵³.
  func absorb(_ columns: ColumnTree) {
    switch reading {
    case .members: row.noteLarge(in: columns.root.pointee)
    case .value: columns.root.pointee.children.map { row.noteLarge(in: $0.pointee) }
    case .selection:
      for (index, inference) in selected.enumerated() {
        columns.root.pointee.children.map { inference.noteLarge(in: $0[index]) }
      }
    }
  }

  var reading: Reading {
    if selection != nil { return .selection }
    return switch row.state {
    case .null, .structure: .members
    default: .value
    }
  }

  /// The columns.
  var fields: [ColumnField] {
    switch reading {
    case .members: row.fields
    case .value: [ColumnField(name: "value", type: row.type)]
    case .selection:
      zip(selection ?? [], selected).map { ColumnField(name: $0.name, type: $0.type ?? $1.type) }
    }
  }

  /// The number of columns, including those below other columns.
  var columnCount: Int { ColumnBudget.maximum - budget.left }

  /// Empty columns. Nil: there is not enough memory.
  func makeColumns() -> ColumnTree? {
    let fields = fields
    let isGiven = selection?.map { $0.type != nil } ?? fields.map { _ in false }
    return ColumnTree(fields, isSelection: selection != nil, isGiven: isGiven)
  }
}

extension Inference {
  /// Takes over from a column of this type which integers are beyond 2⁵³.
  fileprivate func noteLarge(in column: Column) {
    switch state {
    case .int64: if column.hasLarge { hasLarge = true }
    case .list(let element): column.children.map { element.noteLarge(in: $0.pointee) }
    case .structure:
      for (index, member) in members.enumerated() where index < column.childCount {
        column.children.map { member.value.noteLarge(in: $0[index]) }
      }
    default: break
    }
  }
}
