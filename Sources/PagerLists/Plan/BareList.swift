import PagerClient
import PagerJSON
import PagerSyntax

/// What one document says of a list without page info, together with what the config says of the document: offset lists
/// and keyset lists.
struct BareList {
  let parsed: ParsedDocument
  /// The place of the items, or of the object around them.
  let connection: JSONPointer
  /// The array of items, below the connection. Empty: the connection is the array itself.
  let items: JSONPointer
  /// The field of the list; nil if the connection is all of `data`, or if the document does not show it.
  let field: ListField?
  /// The arguments by which a schema may take the size of a page. The first one of the field counts.
  private let sizeArguments: [String]

  /// - Parameter kind: the kind of list, for messages.
  init(_ parsed: ParsedDocument, _ kind: StaticString, sizedBy sizeArguments: [String]) throws(DocumentPlanError) {
    self.parsed = parsed
    self.sizeArguments = sizeArguments
    let pagination = parsed.pagination
    guard let connection = pagination.connection else {
      throw parsed.config.error(
        inNames: "connection", "\(kind) needs `connection`: the place of its items or of the object around them")
    }
    self.connection = connection
    field = parsed.executed.field(at: connection.tokens)
    if field == nil, !connection.tokens.isEmpty, pagination.items == nil {
      throw parsed.config.error(
        inNames: "connection", "\(parsed.definition.label) selects nothing at \"\(connection)\"",
        at: parsed.definition.position)
    }
    items = pagination.items ?? JSONPointer(tokens: field?.itemsKey.map { [$0] } ?? [])
    guard items.tokens.isEmpty else { return }
    let pointers = [
      ("total", pagination.total), ("page_count", pagination.pageCount), ("has_more", pagination.hasMore),
    ]
    for (key, pointer) in pointers where pointer != nil {
      throw parsed.config.error(
        inNames: key,
        "the connection is the array of items itself, and has no fields: name the object around "
          + "it as `connection`, and the array as `items`")
    }
  }

  /// The variable that takes the size of a page; nil if nothing names one.
  var limitVariable: String? {
    parsed.pagination.limit ?? sizeArguments.lazy.compactMap { field?.argument($0).variableName }.first
  }

  /// How many items a request asks for; nil if that is not known.
  var knownLimit: Int64? {
    limitVariable.flatMap { parsed.value(of: $0)?.integer }
      ?? sizeArguments.lazy.compactMap { field?.integer($0) }.first
  }

  /// How many items a page has that is not the last, if a shorter page ends the list.
  func fullPage() throws(DocumentPlanError) -> Int64 {
    guard let limit = knownLimit, limit > 0 else {
      throw parsed.config.error(
        inNames: "limit",
        "a short page ends this list, so the library must know the size of a full page: name the variable that takes "
          + "the size as `limit`, and give it a value", at: field?.position)
    }
    return limit
  }
}
