import PagerJSON
import PagerState
import PagerSyntax

/// What one document shows of the items of a list that is read since a mark.
struct SinceItems {
  private let parsed: ParsedDocument
  private let connection: [String]
  /// The response keys from `data` to an item, for each array of items.
  private let paths: [[String]]
  /// The keys of the nodes in each array of items.
  let nodeKeys: [[String]]

  init(_ shape: ConnectionShape, in parsed: ParsedDocument) {
    self.parsed = parsed
    connection = shape.connection.tokens
    nodeKeys = shape.arrays.map(\.nodeKeys)
    paths = zip(shape.items, nodeKeys).map { shape.connection.tokens + $0.tokens + ($1.first.map { [$0] } ?? []) }
  }

  /// Whether the items have a field under a response key.
  func select(_ key: String) -> Bool {
    !paths.isEmpty && paths.allSatisfy { field(at: $0 + [key]) != nil }
  }

  private func field(at path: [String]) -> ListField? { parsed.executed.field(at: path) }

  /// Checks that the document selects the value, and that it does not sort by another one.
  func check(_ rule: SinceRule, isBackward: Bool) throws(DocumentPlanError) {
    for path in paths { try check(rule.path, in: path) }
    guard rule.order != .filtered, let list = field(at: connection), let last = rule.path.tokens.last else { return }
    let name = paths.lazy.compactMap { field(at: $0 + rule.path.tokens)?.name }.first
    for argument in SortArgument.names {
      guard let (value, position) = list.value(of: argument),
        let sort = SortArgument(value.json(with: parsed.variables))
      else { continue }
      let names = [last, name].compactMap { $0 }
      if let field = sort.field, !names.contains(where: { SortArgument.areAlike(field, $0) }) {
        throw SinceSettings.error(
          "path",
          "the argument `\(argument)` of the list sorts it by \"\(field)\", and `path` is \(rule.path): name the field "
            + "that the list is sorted by, or sort the list by this one", at: position)
      }
      guard let isDescending = sort.isDescending, isDescending != ((rule.order == .descending) != isBackward) else {
        continue
      }
      let found = isDescending ? "descending" : "ascending"
      throw SinceSettings.error(
        "order",
        "the argument `\(argument)` of the list sorts it in \(found) order"
          + "\(isBackward ? ", which is read from its end" : ""), and `order` is \"\(rule.order.rawValue)\": change "
          + "one of the two", at: position)
    }
  }

  /// - Parameter item: the response keys to an item. The check ends with a field without a selection of its own, as a
  ///   JSON scalar is.
  private func check(_ path: JSONPointer, in item: [String]) throws(DocumentPlanError) {
    guard let shown = field(at: item), shown.hasSelection else { return }
    var place = item
    for token in path.tokens {
      place.append(token)
      guard let field = field(at: place) else {
        throw SinceSettings.error(
          "path", "the query does not select \(path) of the items: add it", at: shown.position)
      }
      if !field.hasSelection { return }
    }
  }
}

/// What can be read of a list's order in an argument.
struct SortArgument {
  /// The arguments that sort a list.
  static let names = ["orderBy", "order_by", "sort", "sortBy", "sort_by"]

  /// What the list is sorted by first; nil if the argument does not say it readably.
  let field: String?
  let isDescending: Bool?

  /// - Parameter value: the argument, with the names of enum values as strings; nil: it is a variable without a value.
  init?(_ value: JSONValue?) {
    switch value {
    case .string(let text): self.init(text: text)
    case .array(let elements): self.init(elements.first)
    case .object(let members): self.init(members)
    case .null, .bool, .integer, .number, nil: return nil
    }
  }

  private init(_ field: String?, isDescending: Bool?) {
    self.field = field.flatMap { $0.isEmpty ? nil : $0 }
    self.isDescending = isDescending
  }

  /// A text like `UPDATED_AT_DESC`, `updatedAt desc`, `-updated_at` or `UPDATED_AT`.
  private init(text: String) {
    if text.hasPrefix("-") || text.hasPrefix("+") {
      self.init(String(text.dropFirst()), isDescending: text.hasPrefix("-"))
      return
    }
    for (word, isDescending) in [
      ("desc", true), ("descending", true), ("asc", false), ("ascending", false), ("desc_nulls_last", true),
      ("desc_nulls_first", true), ("asc_nulls_last", false), ("asc_nulls_first", false),
    ] where text.lowercased().hasSuffix(word) {
      let rest = text.dropLast(word.utf8.count)
      guard rest.isEmpty || ["_", " ", ":", ".", "-"].contains(rest.last) else { continue }
      self.init(String(rest.dropLast()), isDescending: isDescending)
      return
    }
    self.init(text, isDescending: nil)
  }

  /// An object like `{field: UPDATED_AT, direction: DESC}` or `{updated_at: desc}`.
  private init?(_ members: [String: JSONValue]) {
    let fieldKeys = ["field", "by", "column", "key", "property", "name"]
    let directionKeys = ["direction", "order", "dir", "sort"]
    if let key = fieldKeys.first(where: { members[$0]?.string != nil }) {
      let direction = directionKeys.lazy.compactMap { members[$0]?.string }.first
      let sort = members[key]?.string.map { SortArgument(text: $0) }
      self.init(
        sort?.field, isDescending: direction.flatMap { SortArgument(text: $0).isDescending } ?? sort?.isDescending)
    } else if members.count == 1, let (key, value) = members.first {
      self.init(key, isDescending: value.string.flatMap { SortArgument(text: $0).isDescending })
    } else {
      return nil
    }
  }

  /// Whether two names mean one field: without regard to case and underscores, and to an ending that servers leave out
  /// of their enums (`UPDATED` for `updatedAt`).
  static func areAlike(_ left: String, _ right: String) -> Bool {
    let (left, right) = (plain(left), plain(right))
    return left == right || stem(left) == stem(right)
  }

  private static func plain(_ name: String) -> String {
    String(name.lowercased().filter { $0 != "_" && $0 != "-" })
  }

  private static func stem(_ name: String) -> String {
    for ending in ["at", "on", "date", "time"] where name.count > ending.count + 2 && name.hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return name
  }
}

extension InputValue {
  /// The value as JSON, with the names of enum values as strings; nil for a variable without a known value.
  fileprivate func json(with variables: [String: RawJSON]) -> JSONValue? {
    switch kind {
    case .variable(let name):
      guard let text = variables[name]?.description else { return nil }
      return try? JSONValue(parsing: text, maximumDepth: JSONValue.maximumConfigDepth)
    case .string(let text), .enumeration(let text): return .string(text)
    case .list(let elements): return .array(elements.compactMap { $0.json(with: variables) })
    case .object(let fields):
      return .object(
        Dictionary(fields.compactMap { field in field.value.json(with: variables).map { (field.name, $0) } }) { $1 })
    case .boolean(let value): return .bool(value)
    case .integer, .float, .null: return nil
    }
  }
}
