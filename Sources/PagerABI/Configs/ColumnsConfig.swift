import PagerArrow
import PagerBytes
import PagerJSON

/// Reads `columns_json`: names of columns, each with the pointer to its values and their type.
///
/// The order of the text is the order of the columns. It is therefore read by nodes, and not as a value, whose objects
/// have no order.
enum ColumnsConfig {
  /// The columns; nil: all that there are.
  static func read(_ text: UnsafePointer<CChar>?) throws(ErrorReport) -> [SelectedColumn]? {
    guard let text else { return nil }
    let config = try ConfigText.read("columns_json", text)
    var utf8 = config
    guard let bytes = utf8.withUTF8({ ReceivedBytes(copyOf: UnsafeRawBufferPointer($0)) }) else {
      throw ErrorReport(.noMemory, "there is not enough memory to read columns_json")
    }
    var refusal: ErrorReport?
    var columns: [SelectedColumn]?
    do throws(JSONReadError) {
      try SpareReader.use { reader throws(JSONReadError) in
        try reader.read(bytes) { root throws(JSONReadError) in
          do throws(ErrorReport) {
            columns = try read(root)
          } catch {
            refusal = error
          }
        }
      }
    } catch {
      throw ErrorReport(bytes.withUnsafeBytes { .describing(error, in: $0) }, in: "columns_json")
    }
    if let refusal { throw refusal }
    return columns
  }

  private static func read(_ root: JSONNode) throws(ErrorReport) -> [SelectedColumn]? {
    if root.isNull { return nil }
    let path = JSONPointer(tokens: [])
    let members = try members(of: root, at: path)
    guard !members.isEmpty else {
      throw ErrorReport(.invalidConfig, "columns_json names no column: leave it out to get all columns", path: path)
    }
    var columns: [SelectedColumn] = []
    for (name, value) in members { columns.append(try column(name, value, at: path.appending(name))) }
    return columns
  }

  private static func column(
    _ name: String, _ value: JSONNode, at path: JSONPointer
  ) throws(ErrorReport) -> SelectedColumn {
    let own = JSONPointer(tokens: [name])
    if let text = value.string {
      return SelectedColumn(name: name, pointer: try pointer(text, at: path), type: nil)
    }
    guard value.kind == .object else {
      throw expected("a JSON Pointer into a row, or an object with `pointer` and `type`", value, at: path)
    }
    var chosen: JSONPointer?
    var type: ColumnType?
    for (key, part) in try members(of: value, at: path) {
      let path = path.appending(key)
      switch key {
      case "pointer":
        guard let text = part.string else { throw expected("a JSON Pointer into a row, as a string", part, at: path) }
        chosen = try pointer(text, at: path)
      case "type": type = try self.type(part, at: path, depth: 0)
      default:
        throw ErrorReport(.invalidConfig, "unknown key `\(key)`; the known keys are pointer, type", path: path)
      }
    }
    return SelectedColumn(name: name, pointer: chosen ?? own, type: type)
  }

  private static func type(_ node: JSONNode, at path: JSONPointer, depth: Int) throws(ErrorReport) -> ColumnType {
    guard depth < JSONValue.maximumConfigDepth else {
      throw ErrorReport(
        .invalidConfig, "types nest deeper than \(JSONValue.maximumConfigDepth) levels: use the type json", path: path)
    }
    switch node.kind {
    case .string:
      let word = node.string ?? ""
      if let type = ColumnType(word: word) { return type }
      let words = ColumnType.words.map { $0.key }.joined(separator: ", ")
      throw ErrorReport(
        .invalidConfig,
        "unknown type `\(word)`; the known types are \(words), [a type] for a list and {name: a type, …} for an "
          + "object",
        path: path)
    case .array:
      let elements = Array(node.elements)
      guard elements.count == 1 else {
        throw ErrorReport(.invalidConfig, "a list names one type for its elements, like [\"string\"]", path: path)
      }
      return .list(try type(elements[0], at: path.appending("0"), depth: depth + 1))
    case .object:
      var fields: [ColumnField] = []
      for (name, part) in try members(of: node, at: path) {
        let type = try type(part, at: path.appending(name), depth: depth + 1)
        fields.append(ColumnField(name: name, type: type))
      }
      return .structure(StructureType(fields: fields, isSelection: true))
    case .number, .bool, .null:
      throw expected("a type", node, at: path)
    }
  }

  // MARK: Parts

  /// The members of an object, in their order, without duplicates.
  private static func members(
    of node: JSONNode, at path: JSONPointer
  ) throws(ErrorReport) -> [(key: String, value: JSONNode)] {
    guard node.kind == .object else { throw expected("an object", node, at: path) }
    var keys: Set<String> = []
    let members = Array(node.members)
    for (key, _) in members {
      guard keys.insert(key).inserted else {
        throw ErrorReport(
          .invalidConfig, "`\(key)` is given twice: leave one of the two out", path: path.appending(key))
      }
      guard !key.utf8.contains(0) else {
        throw ErrorReport(.invalidConfig, "a name contains a NUL character, which ends names in Arrow", path: path)
      }
    }
    return members
  }

  private static func pointer(_ text: String, at path: JSONPointer) throws(ErrorReport) -> JSONPointer {
    do {
      return try JSONPointer(parsing: text)
    } catch {
      throw ErrorReport(.invalidConfig, error.message, path: path)
    }
  }

  private static func expected(_ what: String, _ node: JSONNode, at path: JSONPointer) -> ErrorReport {
    ErrorReport(.invalidConfig, "expected \(what), found \(node.kind.phrase)", path: path)
  }
}
