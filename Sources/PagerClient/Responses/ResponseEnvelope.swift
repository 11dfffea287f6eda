package import PagerJSON

/// The outer object of a GraphQL response, checked.
package struct ResponseEnvelope {
  /// The data; nil if it is null or absent.
  package let data: JSONNode?
  /// The list of errors; nil if there are none.
  package let errors: JSONNode?
  /// The server's `extensions`; nil if they are null or absent.
  package let extensions: JSONNode?

  /// - Throws: `JSONReadError` when the text is not a GraphQL response: it is not an object, it has `data` that is not
  ///   an object, `errors` that is not an array, one of them twice, or neither.
  package init(_ root: JSONNode) throws(JSONReadError) {
    guard root.kind == .object else {
      throw JSONReadError(message: "it is \(root.kind.phrase), not an object", offset: root.range.lowerBound)
    }
    errors = try Self.errors(of: root)
    // If there are two, the first one counts: nothing depends on them.
    extensions = root["extensions"].flatMap { $0.isNull ? nil : $0 }
    data = try root.uniqueMember("data").flatMap { $0.isNull ? nil : $0 }
    if let data, data.kind != .object {
      throw JSONReadError(message: "`data` is \(data.kind.phrase), not an object", offset: data.range.lowerBound)
    }
    guard data != nil || errors != nil else {
      throw JSONReadError(message: "it has neither `data` nor `errors`", offset: nil)
    }
  }

  private static func errors(of root: JSONNode) throws(JSONReadError) -> JSONNode? {
    guard let errors = try root.uniqueMember("errors"), !errors.isNull else { return nil }
    guard errors.kind == .array else {
      throw JSONReadError(message: "`errors` is \(errors.kind.phrase), not an array", offset: errors.range.lowerBound)
    }
    return errors.count > 0 ? errors : nil
  }
}
