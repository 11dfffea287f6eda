import PagerClient
import PagerJSON
import PagerSyntax
import PagerTransport

/// A list that the library found in a document, before an answer has shown which of its fields has the items. A class,
/// because the names are many and a caller's stack may be small.
final class PendingList: Sendable {
  /// The names, as far as the document shows them, if the field is an object.
  let names: DocumentPagination
  /// The words by which they were found, by the keys of a config.
  let words: [String: String]
  private let type: ListType
  /// The fields of the list of which one may have the items: their keys and names.
  private let others: [(key: String, name: String)]
  /// Whether the document says all but the items: it is a connection with items of another name.
  private let isConnection: Bool

  init(_ reading: ListReading) {
    (names, words, type) = (reading.names, reading.words, reading.type)
    isConnection = !reading.names.isFound
    // Items are objects more often than texts.
    let others = reading.others.filter(\.hasSelection) + reading.others.filter { !$0.hasSelection }
    self.others = others.map { ($0.key, $0.name) }
  }

  /// Why an answer does not show one list.
  struct Misfit: Error {
    let message: String
  }

  /// The names before an answer has come, with one of the fields that may have the items. Only an answer without a list
  /// is read with them.
  var provisional: DocumentPagination {
    var names = names
    names.items = names.items ?? JSONPointer(tokens: others.first.map { [$0.key] } ?? [])
    return names
  }

  /// The names if the list is the array itself: what was found below it are fields of the items.
  private var arrayNames: DocumentPagination {
    var names = names
    names.items = JSONPointer()
    if words["has_more"] != nil { names.hasMore = nil }
    if words["page_count"] != nil { names.pageCount = nil }
    names.foundTotal = nil
    names.absent.insert("total")
    return names
  }

  /// The names that an answer completes; nil if it has null or nothing in the place of the list, or of its items.
  func completed(by data: JSONNode?) throws -> DocumentPagination? {
    guard let list = try data?.uniqueNode(at: names.connection ?? JSONPointer()), !list.isNull else { return nil }
    if list.kind == .array, names.items == nil, type == .offset { return arrayNames }
    // The reader of pages says what is wrong with anything else.
    guard list.kind == .object else { return provisional }
    var completed = names
    if completed.items == nil {
      guard let key = try items(of: list) else {
        // A connection needs no items, unless a null stands in their place.
        let hasNull = try others.contains { try list.uniqueMember($0.key)?.isNull ?? true }
        return isConnection && !hasNull ? names : nil
      }
      completed.items = JSONPointer(tokens: [key])
    }
    guard let array = try list.uniqueNode(at: completed.items ?? JSONPointer()), array.kind == .array else {
      return nil
    }
    try checkSigns(&completed, in: list, array.count)
    return completed
  }

  /// The key of the one field that is an array; nil if none is.
  private func items(of list: JSONNode) throws -> String? {
    var arrays: [(key: String, name: String)] = []
    for other in others where try list.uniqueMember(other.key)?.kind == .array { arrays.append(other) }
    // A connection may be selected with its nodes, and with its edges.
    if arrays.count > 1, arrays.allSatisfy({ ["nodes", "edges"].contains($0.name) }) {
      arrays = arrays.filter { $0.name == "nodes" }
    }
    if arrays.count > 1 {
      let place = "/data\(names.connection ?? JSONPointer())"
      throw Misfit(
        message: "the answer has \(arrays.count) arrays in the place of the list: "
          + arrays.map { "\(place)/\($0.key)" }.joined(separator: " and ")
          + "; name the one with the items in `pagination`, as in {\"items\": \"/\(arrays[0].key)\"}")
    }
    return arrays.first?.key
  }

  /// Leaves out what has the name of a sign and not its value.
  private func checkSigns(_ names: inout DocumentPagination, in list: JSONNode, _ count: Int) throws {
    if words["page_count"] != nil, let place = names.pageCount, try list.uniqueNode(at: place)?.count64 == nil {
      names.pageCount = nil
    }
    guard let place = names.foundTotal else { return }
    let total = try list.uniqueNode(at: place)?.count64
    guard let total else {
      names.foundTotal = nil
      names.absent.insert("total")
      return
    }
    // Some servers say how many items a page has. If the first page has them all, one more request finds out.
    names.foundTotalMayBeOfPage =
      total <= count && names.hasMore == nil && names.pageCount == nil && type == .offset
  }
}

extension ResponseReader {
  /// The names of a list that an answer completes; nil if the answer has none.
  func names(of list: PendingList, in response: TransportResponse) throws -> DocumentPagination? {
    let read = try read(response) { root in
      Result { try list.completed(by: ResponseEnvelope(root).data) }
    }
    do {
      return try read.get()
    } catch let misfit as PendingList.Misfit {
      throw ClientError.badResponse(message: misfit.message)
    } catch let error as JSONReadError {
      throw ClientError(error, in: response)
    }
  }
}
