package import PagerJSON
import PagerState

/// The list that the library found in the documents of a pager, as the names that a config could have.
///
/// A class, because plans have copies and a caller's stack may be small.
package final class FoundList: Sendable {
  let type: ListType
  /// The names that are complete.
  private let complete: [QueryRole: DocumentPagination]
  /// The lists of which no answer has come.
  let pending: [QueryRole: PendingList]
  /// The words by which the names were found, by the keys of a config.
  let words: [QueryRole: [String: String]]

  private init(
    _ type: ListType, _ complete: [QueryRole: DocumentPagination], pending: [QueryRole: PendingList],
    words: [QueryRole: [String: String]]
  ) {
    (self.type, self.complete, self.pending, self.words) = (type, complete, pending, words)
  }

  /// A list whose answers have not come yet.
  convenience init(_ readings: [QueryRole: ListReading], _ type: ListType) {
    self.init(type, [:], pending: readings.mapValues(PendingList.init), words: readings.mapValues(\.words))
  }

  var isPending: Bool { !pending.isEmpty }

  /// The names by which answers of a query are read; nil if those of the config are.
  func names(of query: QueryRole) -> DocumentPagination? { complete[query] ?? pending[query]?.provisional }

  /// The names as far as they are known; nil if those of the config are.
  func knownNames(of query: QueryRole) -> DocumentPagination? { complete[query] ?? pending[query]?.names }

  /// The list with the names that the first answer of a query completes.
  func completed(_ query: QueryRole, _ names: DocumentPagination) -> FoundList {
    FoundList(
      type, complete.merging([query: names]) { $1 }, pending: pending.filter { $0.key != query }, words: words)
  }

  // MARK: The state

  /// What was found of a query's list, by the keys of a config: before its first answer, what the document shows.
  func members(of query: QueryRole) -> [String: JSONValue] {
    guard let names = knownNames(of: query) else { return [:] }
    let total = JSONValue.pointer(names.total ?? (names.foundTotalMayBeOfPage ? nil : names.foundTotal))
    guard pending[query] != nil else { return ["total": total] }
    var members = names.members
    members["found_total"] = nil
    members["total"] = total
    members["items"] = .pointer(names.items)
    // The plan before the answer has no signs, and ends by its pages.
    if type == .offset, !names.endsByPage { members["end"] = .null }
    return members
  }

  /// The words by which the names in a description were found, by their keys.
  func foundBy(in members: [String: JSONValue]) -> JSONValue {
    let words = words[.first] ?? [:]
    var foundBy = words.filter { members[$0.key].map { !$0.isNull } ?? false }.mapValues { JSONValue.string($0) }
    if let further = self.words[.further], case .object(let next)? = members["next_query"] {
      foundBy["next_query"] = .object(
        further.filter { next[$0.key].map { !$0.isNull } ?? false }.mapValues { .string($0) })
    }
    return .object(foundBy)
  }

  // MARK: Tokens

  /// What a token keeps: a list that is resumed is not looked for again. Nil while an answer is missing.
  var kept: JSONValue? {
    guard !isPending else { return nil }
    var members: [String: JSONValue] = ["type": .string(type.rawValue)]
    for (query, names) in complete {
      members[query.key] = [
        "names": names.keptJSON, "words": .object((words[query] ?? [:]).mapValues { .string($0) }),
      ]
    }
    return .object(members)
  }

  /// Reads what ``kept`` wrote; nil for anything else.
  package convenience init?(kept: JSONValue) {
    guard let type = kept["type"]?.string.flatMap(ListType.init) else { return nil }
    var complete: [QueryRole: DocumentPagination] = [:]
    var words: [QueryRole: [String: String]] = [:]
    for query in [QueryRole.first, .further] {
      guard let part = kept[query.key] else { continue }
      guard let names = part["names"].flatMap(DocumentPagination.init(kept:)) else { return nil }
      complete[query] = names
      words[query] = part["words"]?.object?.compactMapValues(\.string)
    }
    self.init(type, complete, pending: [:], words: words)
  }
}

extension QueryRole {
  fileprivate var key: String { self == .first ? "first" : "further" }
}

extension DocumentPagination {
  private static var pointers: [(key: String, path: WritableKeyPath<DocumentPagination, JSONPointer?>)] {
    [
      ("connection", \.connection), ("page_info", \.pageInfo), ("items", \.items), ("has_next_page", \.hasNextPage),
      ("end_cursor", \.endCursor), ("has_previous_page", \.hasPreviousPage), ("start_cursor", \.startCursor),
      ("has_more", \.hasMore), ("page_count", \.pageCount), ("total", \.total), ("found_total", \.foundTotal),
    ]
  }
  private static var variables: [(key: String, path: WritableKeyPath<DocumentPagination, String?>)] {
    [
      ("after", \.after), ("before", \.before), ("first", \.first), ("last", \.last), ("offset", \.offset),
      ("page", \.page), ("limit", \.limit),
    ]
  }

  /// The names that a list was found with, or could be given as a config.
  fileprivate var members: [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    for (key, path) in Self.pointers { if let pointer = self[keyPath: path] { members[key] = .pointer(pointer) } }
    for (key, path) in Self.variables { if let name = self[keyPath: path] { members[key] = .string(name) } }
    if endsByCursor { members["end"] = "null_cursor" }
    return members
  }

  fileprivate var keptJSON: JSONValue {
    var members = members
    if foundTotalMayBeOfPage { members["total_of_page"] = true }
    return .object(members.merging(["absent": .bool(absent.contains("total")), "is_found": .bool(isFound)]) { $1 })
  }

  fileprivate init?(kept: JSONValue) {
    self.init()
    guard let members = kept.object, let isFound = members["is_found"]?.bool else { return nil }
    self.isFound = isFound
    for (key, path) in Self.pointers {
      guard let text = members[key]?.string else { continue }
      guard let pointer = try? JSONPointer(parsing: text) else { return nil }
      self[keyPath: path] = pointer
    }
    for (key, path) in Self.variables { self[keyPath: path] = members[key]?.string }
    endsByCursor = members["end"] != nil
    foundTotalMayBeOfPage = members["total_of_page"]?.bool ?? false
    if members["absent"]?.bool == true { absent.insert("total") }
  }

  /// The names as a config has them, for messages.
  var text: String {
    var names = members
    names["total"] = names["total"] ?? names["found_total"]
    names["found_total"] = nil
    return (try? JSONValue.object(names).text()) ?? "{}"
  }
}
