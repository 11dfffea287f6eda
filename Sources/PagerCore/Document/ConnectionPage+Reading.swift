import PagerBytes
package import PagerClient
import PagerJSON
import PagerState
package import PagerTransport

extension ResponseReader {
  /// Reads one page of a connection.
  ///
  /// - Throws: `badResponse` also for a response that does not fit its query: with a pointer to what does not.
  package func page(in response: HTTPResponse, shape: ConnectionShape) throws(ClientError) -> ConnectionPage {
    let reading = try read(response) { root throws(JSONReadError) in
      try ConnectionReading(try ResponseEnvelope(root), of: response, shape)
    }
    switch reading.result {
    case .success(let page): return page
    case .failure(let misfit): throw .badResponse(message: misfit.message)
    }
  }
}

/// Finds the parts of a page in a response.
private struct ConnectionReading {
  let result: Result<ConnectionPage, Misfit>

  /// Why a response does not fit its query.
  struct Misfit: Error {
    let message: String
  }

  /// - Throws: `JSONReadError` where a key on the way to a part stands twice.
  init(_ envelope: ResponseEnvelope, of response: HTTPResponse, _ shape: ConnectionShape) throws(JSONReadError) {
    let connection = try envelope.data?.uniqueNode(at: shape.connection).flatMap { $0.isNull ? nil : $0 }
    if let connection, connection.kind != .object {
      result = .failure(Misfit(at: shape.connection, is: connection, insteadOf: "an object"))
      return
    }
    let items: JSONNode?
    switch try Self.items(of: connection, shape) {
    case .success(let array): items = array
    case .failure(let misfit):
      result = .failure(misfit)
      return
    }
    let pageInfo = try connection?.uniqueNode(at: shape.pageInfo)
    var inspection = PageInspection<PageRequest>.withoutData
    if connection != nil || envelope.errors == nil {
      inspection = PageInspection(
        hasData: true, itemCount: items?.count ?? 0, next: try Self.turn(at: .next, pageInfo, shape),
        previous: try Self.turn(at: .previous, pageInfo, shape))
    }
    result = .success(
      ConnectionPage(
        body: response.body, headers: response.headers, data: envelope.data?.range,
        errors: envelope.errors?.range,
        errorList: envelope.errors.flatMap(GraphQLErrorList.init), items: items?.range,
        pageInfo: pageInfo?.presentRange,
        extensions: envelope.extensions?.range, inspection: inspection))
  }

  /// The first of the arrays that the query selects. A null is an empty page.
  private static func items(
    of connection: JSONNode?, _ shape: ConnectionShape
  ) throws(JSONReadError) -> Result<JSONNode?, Misfit> {
    guard let connection else { return .success(nil) }
    var isNull = shape.items.isEmpty
    for pointer in shape.items {
      guard let node = try connection.uniqueNode(at: pointer) else { continue }
      if node.kind == .array { return .success(node) }
      guard node.isNull else {
        return .failure(Misfit(at: shape.connection.appending(pointer), is: node, insteadOf: "an array"))
      }
      isNull = true
    }
    if isNull { return .success(nil) }
    let places = shape.items.map { "/data\(shape.connection.appending($0))" }.joined(separator: " or ")
    return .failure(
      Misfit(message: "the response has no array of items at \(places), and the query asks for one"))
  }

  /// The longest cursor in bytes: it is copied, sent and remembered, and a server decides how long it is.
  private static let longestCursor = 1 << 20

  /// What the page info says of the page beyond an end.
  private static func turn(
    at end: ListEnd, _ pageInfo: JSONNode?, _ shape: ConnectionShape
  ) throws(JSONReadError) -> Turn<PageRequest> {
    guard let place = shape[end] else { return .closed }
    guard let hasMore = try pageInfo?.uniqueNode(at: place.hasMore)?.bool else { return .broken(.missingPageInfo) }
    guard hasMore else { return .closed }
    guard let cursor = try pageInfo?.uniqueNode(at: place.cursor), !cursor.isNull else { return .broken(.nullCursor) }
    guard cursor.range.count <= longestCursor else {
      throw JSONReadError(
        message: "a cursor has \(cursor.range.count) bytes, and one of more than \(longestCursor) is not sent back",
        offset: cursor.range.lowerBound)
    }
    switch cursor.kind {
    case .string, .number:
      return .open(PageRequest(toward: end, [.init(place.variable, VariableValue(cursor))]))
    case .object, .array, .bool, .null:
      return .broken(.missingPageInfo)
    }
  }
}

extension ConnectionReading.Misfit {
  init(at pointer: JSONPointer, is node: JSONNode, insteadOf expected: String) {
    self.init(message: "the response does not fit the query: \(node.kind.phrase) at /data\(pointer), not \(expected)")
  }
}

extension JSONPointer {
  fileprivate func appending(_ further: JSONPointer) -> JSONPointer { JSONPointer(tokens: tokens + further.tokens) }
}

extension JSONNode {
  /// Where the value is; nil for a null.
  fileprivate var presentRange: Range<Int>? { isNull ? nil : range }
}
