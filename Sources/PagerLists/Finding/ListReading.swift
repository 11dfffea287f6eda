import PagerJSON
import PagerSyntax

/// A way to read a field of a document as a list: what the names of its arguments and fields say. A class, because the
/// names are many and a caller's stack may be small.
final class ListReading {
  let field: ListField
  let type: ListType
  /// The names that a config could have, as far as the document shows them, if the field is an object.
  let names: DocumentPagination
  /// The words by which they were found, by the keys of a config.
  let words: [String: String]
  /// The argument with a value in the document that has to be a variable; nil if a variable is there.
  let literal: ArgumentWord?
  /// The fields of the list of which one may have the items.
  let others: [SelectedField]

  fileprivate init(
    _ field: ListField, _ type: ListType, _ names: DocumentPagination, words: [String: String] = [:],
    literal: ArgumentWord? = nil, others: [SelectedField]
  ) {
    (self.field, self.type, self.words, self.literal, self.others) = (field, type, words, literal, others)
    self.names = names
  }
}

extension ListReading {
  /// The ways to read a field, beside what the config says.
  static func all(of field: ListField, in parsed: ParsedDocument, _ rules: ListRules) -> [ListReading] {
    let reader = FieldReader(field, parsed, rules)
    guard reader.isNamed else { return reader.found }
    return [reader.named]
  }

  /// A connection that selects neither nodes nor edges; nil if it does not select anything that may be the items.
  static func connection(at place: JSONPointer, in parsed: ParsedDocument) -> ListReading? {
    guard let field = parsed.executed.field(at: place.tokens) else { return nil }
    var names = parsed.pagination
    names.connection = place
    let others = ListSigns(of: field).others
    if others.isEmpty { return nil }
    return ListReading(field, .cursor, names, others: others)
  }

  /// How the first query of a list is read whose further pages another query asks for by cursors.
  static func opener(of field: ListField, in parsed: ParsedDocument, _ rules: ListRules) -> ListReading? {
    FieldReader(field, parsed, rules).cursors(asking: false)
  }
}

/// Reads the arguments and the selection of one field. A class, as what it reads is.
private final class FieldReader {
  let field: ListField
  let given: DocumentPagination
  let rules: ListRules
  let arguments: [ArgumentWord]
  let signs: ListSigns

  init(_ field: ListField, _ parsed: ParsedDocument, _ rules: ListRules) {
    self.field = field
    self.rules = rules
    given = parsed.pagination
    arguments = ArgumentWord.all(in: field).filter { $0.isTyped(in: parsed) }
    signs = ListSigns(of: field)
  }

  // MARK: Named by the config

  /// Whether the config names the variable for the place. Nothing is added to it then but the place of the list.
  var isNamed: Bool { given.offset != nil || given.page != nil }

  var named: ListReading {
    var draft = Draft(given, at: field)
    // A config with a place inside a variable is newer than the signs.
    if VariablePlace(given.offset ?? given.page ?? "") != nil { fillSigns(&draft, countsPages: given.page != nil) }
    return reading(.offset, draft, nil)
  }

  private func fillSigns(_ draft: inout Draft, countsPages: Bool) {
    draft.fill(\.hasMore, "has_more", signs[.hasMore])
    if countsPages { draft.fill(\.pageCount, "page_count", signs[.pageCount]) }
    draft.fillTotal(signs)
  }

  // MARK: Found

  var found: [ListReading] {
    var readings: [ListReading] = []
    if mayBe(.cursor), let cursors = cursors(asking: true) { readings.append(cursors) }
    // A connection goes before an offset beside it.
    if readings.isEmpty || !isConnection, mayBe(.offset) { readings += places }
    return readings
  }

  private func mayBe(_ type: ListType) -> Bool {
    if let given = rules.type ?? (rules.scrolls == nil ? nil : .cursor) { return given == type }
    return rules.ending.map { ($0 == .nullCursor) == (type == .cursor) } ?? true
  }

  private var isConnection: Bool {
    let info = field.selection.first { $0.name == "pageInfo" }?.selection.map(\.name) ?? []
    return info.contains("hasNextPage") && info.contains("endCursor")
  }

  /// The list as one of cursors; nil if the field lacks a cursor, or the argument for it.
  ///
  /// - Parameter asking: whether the field takes the cursor, too.
  func cursors(asking: Bool) -> ListReading? {
    var draft = Draft(given, at: field)
    let before = argument(.before)
    if asking {
      draft.fill(\.after, "after", argument(.after))
      draft.fill(\.before, "before", before)
    }
    draft.fill(\.first, "first", size(beside: nil))
    draft.fill(\.last, "last", argument(.last))
    draft.fill(\.endCursor, "end_cursor", signs[.endCursor])
    draft.fill(\.startCursor, "start_cursor", signs[.startCursor])
    let isForward = draft.names.endCursor != nil && (!asking || draft.names.after != nil)
    let isBackward = draft.names.startCursor != nil && asking && draft.names.before != nil
    guard isForward || isBackward else {
      return asking ? opening(draft.names).map { reading(.cursor, draft, $0) } : nil
    }
    if !isForward { (draft.names.after, draft.names.endCursor) = (nil, nil) }
    if !isBackward { (draft.names.before, draft.names.startCursor) = (nil, nil) }
    if rules.ending != .nullCursor {
      if isForward { draft.fill(\.hasNextPage, "has_next_page", signs[.hasMore]) }
      if isBackward { draft.fill(\.hasPreviousPage, "has_previous_page", signs[.hasPrevious]) }
    }
    draft.names.endsByCursor =
      (isForward && draft.names.hasNextPage == nil) || (isBackward && draft.names.hasPreviousPage == nil)
    draft.fillTotal(signs)
    draft.gatherPageInfo()
    return reading(.cursor, draft, nil)
  }

  /// The argument that has a null or an empty text in place of a cursor that the answers name; nil if none has.
  private func opening(_ names: DocumentPagination) -> ArgumentWord? {
    arguments.first {
      $0.value.asksForFirstPage
        && ($0.purpose == .after && names.endCursor != nil || $0.purpose == .before && names.startCursor != nil)
    }
  }

  /// The list as one of offsets, or of page numbers: once for each argument that may say which page to send.
  private var places: [ListReading] {
    arguments.compactMap { place in
      guard place.purpose == .offset || place.purpose == .page else { return nil }
      let countsPages = place.purpose == .page
      var draft = Draft(given, at: field)
      if let variable = place.variable {
        draft.fill(countsPages ? \.page : \.offset, countsPages ? "page" : "offset", (place.word, variable))
      } else if place.value.kind != .null {
        // Another number asks for the middle of the list.
        guard let number = place.number, number == 0 || (countsPages && number == 1) else { return nil }
      }
      draft.fill(\.limit, "limit", size(beside: place))
      fillSigns(&draft, countsPages: countsPages)
      return reading(.offset, draft, place.variable == nil ? place : nil)
    }
  }

  /// The first argument for a purpose that takes a variable.
  ///
  /// - Parameter place: the argument in whose object it is looked for first.
  private func argument(
    _ purpose: WordTable.Purpose, beside place: ArgumentWord? = nil
  ) -> (word: String, name: String)? {
    let all = arguments.filter { $0.purpose == purpose && $0.variable != nil }
    let near = all.first { $0.path.dropLast() == place?.path.dropLast() } ?? all.first
    return near.flatMap { argument in argument.variable.map { (argument.word, $0) } }
  }

  /// The argument that takes the size of a page. What an `amount` or a `size` is of, a document does not say, so no
  /// request may make it smaller: a list of page numbers never does.
  private func size(beside place: ArgumentWord?) -> (word: String, name: String)? {
    guard let size = argument(.size, beside: place) else { return nil }
    return place?.purpose == .page || !["amount", "size"].contains(size.word) ? size : nil
  }

  private func reading(_ type: ListType, _ draft: Draft, _ literal: ArgumentWord?) -> ListReading {
    ListReading(field, type, draft.names, words: draft.words, literal: literal, others: signs.others)
  }
}

/// The names of a list as they are found. What the config says stays.
private struct Draft {
  var names: DocumentPagination
  var words: [String: String] = [:]

  init(_ given: DocumentPagination, at field: ListField) {
    names = given
    names.connection = JSONPointer(tokens: field.responsePath)
    names.isFound = true
  }

  mutating func fill(
    _ place: WritableKeyPath<DocumentPagination, String?>, _ key: String, _ found: (word: String, name: String)?
  ) {
    guard names[keyPath: place] == nil, let found else { return }
    names[keyPath: place] = found.name
    words[key] = found.word
  }

  mutating func fill(
    _ place: WritableKeyPath<DocumentPagination, JSONPointer?>, _ key: String, _ found: ListSigns.Sign?
  ) {
    guard names[keyPath: place] == nil, !names.absent.contains(key), let found else { return }
    names[keyPath: place] = found.pointer
    words[key] = found.word
  }

  mutating func fillTotal(_ signs: ListSigns) {
    guard names.total == nil else { return }
    fill(\.foundTotal, "total", signs[.total])
  }

  /// Names the object that has all of what a page says about its neighbours as the page info.
  mutating func gatherPageInfo() {
    let pointers = [names.endCursor, names.hasNextPage, names.startCursor, names.hasPreviousPage].compactMap { $0 }
    guard names.pageInfo == nil, let first = pointers.first?.tokens.first, first != "edges",
      pointers.allSatisfy({ $0.tokens.count > 1 && $0.tokens.first == first })
    else { return }
    names.pageInfo = JSONPointer(tokens: [first])
    let below = { (pointer: JSONPointer?) in pointer.map { JSONPointer(tokens: Array($0.tokens.dropFirst())) } }
    (names.endCursor, names.startCursor) = (below(names.endCursor), below(names.startCursor))
    (names.hasNextPage, names.hasPreviousPage) = (below(names.hasNextPage), below(names.hasPreviousPage))
  }
}
