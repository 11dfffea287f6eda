package import PagerJSON

/// Writes the request bodies of one operation.
///
/// All that stays the same from page to page is written once; a page's body is that, with the cursor put in as the server
/// wrote it.
package struct ConnectionRequestEncoder: Sendable {
  private let initialBody: [UInt8]
  private let beforeCursor: [UInt8]
  private static let afterCursor = Array("}}".utf8)

  /// - Throws: `JSONTextError` for a number that JSON cannot write.
  package init(
    query: String, operationName: String?, variables: [String: JSONValue], cursorVariable: String
  ) throws(JSONTextError) {
    var fields: [String: JSONValue] = ["query": .string(query)]
    if let operationName { fields["operationName"] = .string(operationName) }
    let head = "\(try Self.open(fields)),\"variables\":"
    initialBody = Array("\(head)\(try JSONValue.object(variables).text())}".utf8)

    var others = variables
    others[cursorVariable] = nil
    let opening = others.isEmpty ? "{" : "\(try Self.open(others)),"
    beforeCursor = Array("\(head)\(opening)\(try JSONValue.string(cursorVariable).text()):".utf8)
  }

  /// The text of an object without its closing brace, so that more members can follow.
  private static func open(_ members: [String: JSONValue]) throws(JSONTextError) -> Substring {
    try JSONValue.object(members).text().dropLast()
  }

  /// The body that asks for the page at a cursor, given as JSON text; nil = the first page.
  package func body(cursor: [UInt8]?) -> [UInt8] {
    guard let cursor else { return initialBody }
    var body: [UInt8] = []
    body.reserveCapacity(beforeCursor.count + cursor.count + Self.afterCursor.count)
    body += beforeCursor
    body += cursor
    body += Self.afterCursor
    return body
  }
}
