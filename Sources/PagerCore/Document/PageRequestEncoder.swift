package import PagerJSON
package import PagerState

/// Writes the request bodies of one operation.
///
/// All that stays the same from page to page is written once; a page's body is that, with the variables it sets put in.
package struct PageRequestEncoder: Sendable {
  /// Everything up to the variables that a request sets, for each end that the list can grow at.
  private let openings: [ListEnd: [UInt8]]

  /// - Parameter constants: for each end, the variables that stay the same in all requests toward it.
  /// - Throws: `JSONTextError` where memory runs out.
  package init(
    query: String, operationName: String?, constants: [ListEnd: [String: RawJSON]]
  ) throws(JSONTextError) {
    var fields: [String: JSONValue] = ["query": .string(query)]
    if let operationName { fields["operationName"] = .string(operationName) }
    let head = Array("\(try JSONValue.object(fields).text().dropLast()),\"variables\":{".utf8)

    var openings: [ListEnd: [UInt8]] = [:]
    for (end, variables) in constants {
      var opening = head
      for (name, value) in variables.sorted(by: { $0.key < $1.key }) {
        try opening.append(member: name, value)
      }
      openings[end] = opening
    }
    self.openings = openings
  }

  /// The body that asks for a page.
  ///
  /// - Throws: `JSONTextError` where memory runs out.
  package func body(of request: PageRequest) throws(JSONTextError) -> [UInt8] {
    var body = openings[request.end] ?? []
    for setting in request.settings {
      try body.append(member: setting.variable, setting.value.json)
    }
    body += "}}".utf8
    return body
  }
}

extension [UInt8] {
  /// Adds a member to an object that is open.
  mutating func append(member name: String, _ value: RawJSON) throws(JSONTextError) {
    let separator = last == UInt8(ascii: "{") ? "" : ","
    let key = try JSONValue.string(name).text()
    self += "\(separator)\(key):".utf8
    self += value.bytes
  }
}
