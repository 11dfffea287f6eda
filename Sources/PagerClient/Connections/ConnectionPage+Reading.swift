import PagerBytes
import PagerJSON

extension ConnectionPage {
  /// Finds the parts of a page in a response.
  init(_ envelope: ResponseEnvelope, of body: ReceivedBytes, shape: ConnectionShape) {
    let connection = envelope.data?.node(at: shape.connection).flatMap { $0.isNull ? nil : $0 }
    let items = shape.items.flatMap { connection?.node(at: $0) }.flatMap { $0.kind == .array ? $0 : nil }
    self.init(
      body: body, data: envelope.data?.range, errors: envelope.errors?.range, items: items?.range,
      itemCount: items?.count ?? 0,
      following: Self.following(connection?.node(at: shape.pageInfo), in: body, shape),
      hasFailed: envelope.errors != nil && connection == nil)
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
