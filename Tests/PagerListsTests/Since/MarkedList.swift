import PagerBytes
import PagerJSON
import PagerLists
import PagerTransport
import TestSupport

/// A list of a server, which changes between the runs that read it and during them.
struct MarkedList {
  /// What a request names a page by.
  enum Paging: Sendable {
    /// A cursor with the value and the identity of an item. It leads on also when the item has left its place.
    case keys
    /// A cursor that counts the items.
    case positions
    case offsets
    /// Keys, from the end of the list.
    case backward
  }

  struct Row: Sendable, Hashable {
    let id: Int
    /// As JSON.
    var value: String
    var name: String

    var json: String { #"{"id":\#(id),"v":\#(value),"name":"\#(name)"}"# }
  }

  /// What the list is sorted by; nil: the rows come as they stand. A filtered list is sorted by the identities.
  var order: SinceOrder?
  var paging = Paging.keys
  var size = 3
  private(set) var rows: [Row] = []
  /// Whether errors come beside the data.
  var hasErrors = false
  /// Whether the server refuses all cursors.
  var isExpired = false
  /// How many rows the server shows of the list; nil: all.
  var cap: Int?
  /// Whether answers say how many rows the list has.
  var namesTotal = false
  /// When an answer was sent, as its header says it; nil: no header says it.
  var date: String?

  init(_ rows: [(Int, String)] = [], order: SinceOrder? = .descending) {
    self.order = order
    for (id, value) in rows { put(id, value) }
  }

  /// Inserts a row, or gives it another value.
  mutating func put(_ id: Int, _ value: String, name: String? = nil) {
    let row = Row(id: id, value: value, name: name ?? "n\(id)")
    if let index = rows.firstIndex(where: { $0.id == id }) { rows[index] = row } else { rows.append(row) }
  }

  mutating func put(_ id: Int, _ value: Int, name: String? = nil) { put(id, "\(value)", name: name) }

  /// Changes a row without a change of its value.
  mutating func edit(_ id: Int, name: String) {
    guard let index = rows.firstIndex(where: { $0.id == id }) else { return }
    rows[index].name = name
  }

  mutating func delete(_ id: Int) { rows.removeAll { $0.id == id } }

  // MARK: Documents

  var query: String {
    let items = "{ id v name }"
    return switch paging {
    case .keys, .positions:
      "query ($after: String, $from: Int, $where: Where) { list(after: $after, from: $from, where: $where) "
        + "{ nodes \(items) pageInfo { hasNextPage endCursor } \(namesTotal ? "totalCount" : "") } }"
    case .backward:
      "query ($last: Int, $before: String) { list(last: $last, before: $before) "
        + "{ nodes \(items) pageInfo { hasPreviousPage startCursor } } }"
    case .offsets: "query ($offset: Int, $limit: Int) { list(offset: $offset, limit: $limit) \(items) }"
    }
  }

  // MARK: Answers

  /// An answer with a body and the date.
  func answer(_ body: String) -> Result<TransportResponse, TransportError> {
    let headers = date.flatMap { ResponseHeaders(Array("Date: \($0)\r\n".utf8)) }
    return .success(
      TransportResponse(
        status: 200, body: ReceivedBytes.copying(body.utf8), contentType: "application/json", headers: headers))
  }

  /// The answer to a request.
  func body(_ variables: JSONValue) -> String {
    if isExpired, variables["after"]?.string != nil { return #"{"errors":[{"message":"the cursor has expired"}]}"# }
    let (list, errors) = (list(variables), hasErrors ? #","errors":[{"message":"a part is missing"}]"# : "")
    return #"{"data":{"list":\#(list)}\#(errors)}"#
  }

  private func list(_ variables: JSONValue) -> String {
    let all = sorted(variables)
    let rows = cap.map { Array(all.prefix($0)) } ?? all
    let total = namesTotal ? #","totalCount":\#(all.count)"# : ""
    if paging == .offsets {
      let start = Int(variables["offset"]?.integer ?? 0)
      return "[\(rows.dropFirst(start).prefix(size).map(\.json).joined(separator: ","))]"
    }
    if paging == .backward {
      let end = variables["before"]?.string.map { cursor in rows.prefix { key($0) < key(cursor) }.count } ?? rows.count
      let page = rows[max(0, end - size)..<end]
      let info = #"{"hasPreviousPage":\#(page.startIndex > 0),"startCursor":\#(cursor(page.first, 0))}"#
      return #"{"nodes":[\#(page.map(\.json).joined(separator: ","))],"pageInfo":\#(info)}"#
    }
    let start = variables["after"]?.string.map { self.start(after: $0, in: rows) } ?? 0
    let page = rows.dropFirst(start).prefix(size)
    let hasMore = start + page.count < rows.count
    let info = #"{"hasNextPage":\#(hasMore),"endCursor":\#(cursor(page.last, start + page.count - 1))}"#
    return #"{"nodes":[\#(page.map(\.json).joined(separator: ","))],"pageInfo":\#(info)\#(total)}"#
  }

  /// The rows in the order of the list, without those that the request leaves out.
  private func sorted(_ variables: JSONValue) -> [Row] {
    let from = variables["from"] ?? variables["where"]?["v"]?["gte"]
    let least = from?.integer.map { Int($0) } ?? from?.string.flatMap { Int($0.filter(\.isNumber)) }
    let rows = rows.filter { row in least.map { (Int(row.value) ?? $0) >= $0 } ?? true }
    return order == nil ? rows : rows.sorted { key($0) < key($1) }
  }

  /// What the rows are sorted by. The identity decides between equal values.
  private func key(_ row: Row) -> Key { Key(value: Int(row.value) ?? 0, id: row.id, order) }

  private func key(_ cursor: String) -> Key {
    let parts = cursor.split(separator: " ").compactMap { Int($0) }
    return Key(value: parts[0], id: parts[1], order)
  }

  private struct Key: Comparable {
    let parts: [Int]

    init(value: Int, id: Int, _ order: SinceOrder?) {
      parts =
        switch order {
        case .descending: [-value, -id]
        case .ascending: [value, id]
        case .filtered, nil: [id]
        }
    }

    static func < (left: Key, right: Key) -> Bool { left.parts.lexicographicallyPrecedes(right.parts) }
  }

  private func cursor(_ row: Row?, _ index: Int) -> String {
    guard let row else { return "null" }
    return paging == .positions
      ? "\"\(Self.base64("arrayconnection:\(index)"))\"" : "\"\(Int(row.value) ?? 0) \(row.id)\""
  }

  private func start(after cursor: String, in rows: [Row]) -> Int {
    if paging == .positions {
      return (rows.indices.first { Self.base64("arrayconnection:\($0)") == cursor } ?? rows.count - 1) + 1
    }
    let key = key(cursor)
    guard order != nil else { return (rows.firstIndex { $0.id == key.parts[0] } ?? rows.count - 1) + 1 }
    return rows.prefix { !(key < self.key($0)) }.count
  }

  private static func base64(_ text: String) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let bytes = Array(text.utf8)
    var result = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = (0..<3).reduce(0) { $0 << 8 | (start + $1 < bytes.count ? Int(bytes[start + $1]) : 0) }
      for place in 0..<4 { result.append(place <= group.count ? letters[bits >> (18 - 6 * place) & 63] : "=") }
    }
    return result
  }
}
