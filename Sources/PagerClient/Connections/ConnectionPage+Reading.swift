import PagerBytes
import PagerJSON

extension ConnectionPage {
  /// Finds the parts of a page in a response.
  ///
  /// - Throws: `JSONReadError` when the text is no GraphQL response: not an object, `data` that is no object, neither
  ///   data nor errors.
  init(_ root: JSONNode, of body: ReceivedBytes, shape: ConnectionShape) throws(JSONReadError) {
    guard root.kind == .object else {
      throw JSONReadError(message: "it is \(root.kind.phrase), not an object", offset: root.range.lowerBound)
    }
    let errors = try Self.errors(of: root)
    let data = root["data"].flatMap { $0.isNull ? nil : $0 }
    if let data, data.kind != .object {
      throw JSONReadError(message: "`data` is \(data.kind.phrase), not an object", offset: data.range.lowerBound)
    }
    guard data != nil || errors != nil else {
      throw JSONReadError(message: "it has neither `data` nor `errors`", offset: nil)
    }

    let connection = data?.node(at: shape.connection)
    let items = shape.items.flatMap { connection?.node(at: $0) }.flatMap { $0.kind == .array ? $0 : nil }
    self.init(
      body: body, data: data?.range, errors: errors?.range, items: items?.range, itemCount: items?.count ?? 0,
      following: Self.following(connection?.node(at: shape.pageInfo), in: body, shape))
  }

  private static func errors(of root: JSONNode) throws(JSONReadError) -> JSONNode? {
    guard let errors = root["errors"], !errors.isNull else { return nil }
    guard errors.kind == .array else {
      throw JSONReadError(message: "`errors` is \(errors.kind.phrase), not an array", offset: errors.range.lowerBound)
    }
    return errors.count > 0 ? errors : nil
  }

  private static func following(
    _ pageInfo: JSONNode?, in body: ReceivedBytes, _ shape: ConnectionShape
  ) -> FollowingPage {
    guard let hasNextPage = pageInfo?.node(at: shape.hasNextPage)?.bool else { return .unknown }
    guard hasNextPage else { return .none }
    guard let cursor = pageInfo?.node(at: shape.endCursor), !cursor.isNull else { return .nullCursor }
    switch cursor.kind {
    case .string, .number: return .cursor(body.withUnsafeBytes { Array($0[cursor.range]) })
    case .object, .array, .bool, .null: return .unknown
    }
  }
}

extension JSONKind {
  /// The kind with its article, for messages.
  fileprivate var phrase: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }
}
