import PagerJSON
import PagerSyntax

/// What the selection of a list shows of its cursors, its flags and its counts, by the names of fields.
struct ListSigns {
  /// A field whose name says what it has, below the list.
  struct Sign {
    let word: String
    let pointer: JSONPointer
  }

  private var signs: [WordTable.Purpose: Sign] = [:]
  /// Where the nearest object with such counts has the number of all items; empty: no object has. The greatest counts.
  private(set) var totals: [JSONPointer] = []
  /// The keys of the selected fields that are neither signs nor objects with signs: one of them may have the items.
  private(set) var others: [SelectedField] = []
  /// The pointer of the last cursor among edges, if the document selects one; nil if it does not.
  private(set) var edgeCursor: Sign?

  /// How many objects below the list a sign may be.
  private static let deepestObject = 2

  init(of field: ListField) {
    var found: [(purpose: WordTable.Purpose, rank: Int, sign: Sign)] = []
    var level = [(path: [String](), fields: field.selection)]
    for depth in 0...Self.deepestObject {
      var below: [(path: [String], fields: [SelectedField])] = []
      for (path, fields) in level {
        for field in fields {
          let isInfo = field.hasSelection && WordTable.shared.has(field.name, for: .info)
          if isInfo { below.append((path + [field.key], field.selection)) }
          let own = field.hasSelection ? [] : Self.signs(of: field, at: path)
          found += own
          if depth == 0, !isInfo, own.isEmpty { others.append(field) }
        }
      }
      level = below
    }
    // The nearest of several counts, in the order of the words in the table.
    func nearest(_ purpose: WordTable.Purpose) -> [Sign] {
      let all = found.filter { $0.purpose == purpose }
      let depth = all.map(\.sign.pointer.tokens.count).min()
      return all.filter { $0.sign.pointer.tokens.count == depth }.sorted { $0.rank < $1.rank }.map(\.sign)
    }
    for purpose in Self.purposes { signs[purpose] = nearest(purpose).first }
    totals = signs[.total].map { [$0.pointer] } ?? nearest(.partOfTotal).map(\.pointer)
    guard let edges = others.first(where: { $0.name == "edges" }),
      let cursor = edges.selection.first(where: { $0.name == "cursor" && !$0.hasSelection })
    else { return }
    edgeCursor = Sign(word: "cursor", pointer: JSONPointer(tokens: [edges.key, "-1", cursor.key]))
  }

  /// Where a cursor is that is null if no page follows. A connection's last page has an `endCursor`, too.
  var nextCursor: JSONPointer? {
    signs[.endCursor].flatMap { $0.word == "endCursor" ? nil : $0.pointer }
  }

  subscript(purpose: WordTable.Purpose) -> Sign? {
    signs[purpose] ?? (purpose == .endCursor ? edgeCursor : nil)
  }

  private static let purposes: [WordTable.Purpose] = [
    .hasMore, .hasPrevious, .pageCount, .total, .partOfTotal, .endCursor, .startCursor,
  ]
  /// A number that arguments choose may count something else.
  private static let counts: Set<WordTable.Purpose> = [.total, .partOfTotal]

  private static func signs(
    of field: SelectedField, at path: [String]
  ) -> [(purpose: WordTable.Purpose, rank: Int, sign: Sign)] {
    purposes.compactMap { purpose in
      guard let rank = WordTable.shared[purpose].firstIndex(of: field.name) else { return nil }
      if field.hasArguments, counts.contains(purpose) { return nil }
      return (purpose, rank, Sign(word: field.name, pointer: JSONPointer(tokens: path + [field.key])))
    }
  }
}
