import PagerBytes
package import PagerClient
import PagerJSON
import PagerState
import PagerTransport

extension ResponseReader {
  /// Reads one page of a list.
  ///
  /// - Parameter interest: that of the pager's pages in their items.
  /// - Throws: `badResponse` also for a response that does not fit its query: with a pointer to what does not.
  package func page(
    in answer: Answer, to request: PageRequest, shape: ConnectionShape, interest: ItemInterest = ItemInterest()
  ) throws(ClientError) -> ConnectionPage {
    let reading = try read(answer) { root throws(JSONReadError) in
      try ConnectionReading(try ResponseEnvelope(root), of: answer.response, to: request, shape, interest)
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

  /// - Throws: `JSONReadError` if a key on the way to a part stands twice.
  init(
    _ envelope: ResponseEnvelope, of response: TransportResponse, to request: PageRequest, _ shape: ConnectionShape,
    _ interest: ItemInterest
  ) throws(JSONReadError) {
    let found = try envelope.data?.uniqueNode(at: shape.connection)
    if found == nil, envelope.errors == nil, let data = envelope.data, try data.leavesOut(shape.connection) {
      result = .failure(
        Misfit(
          message: "the response has nothing at /data\(shape.connection), the place of the list in the query: the "
            + "server left the field out, or an object on the way is of another type"))
      return
    }
    let connection = found.flatMap { $0.isNull ? nil : $0 }
    // Of an offset list the connection may be the array of items.
    if let connection, connection.kind != .object, !shape.items.contains(where: \.tokens.isEmpty) {
      result = .failure(Misfit(at: shape.connection, is: connection, insteadOf: "an object"))
      return
    }
    let items: JSONNode?
    let nodeKeys: [String]
    switch try Self.items(of: connection, shape) {
    case .success(let array): (items, nodeKeys) = (array?.node, array?.nodeKeys ?? [])
    case .failure(let misfit):
      result = .failure(misfit)
      return
    }
    let pageInfo = shape.offset == nil ? try connection?.uniqueNode(at: shape.pageInfo) : nil
    let nested = shape.inner.flatMap { inner in
      connection.map { RawNestedLists(in: $0, inner, base: shape.connection.tokens) }
    }
    let errorList = envelope.errors.flatMap { GraphQLErrorList($0) }
    var inspection = PageInspection<PageRequest>.withoutData
    var identities: [UInt64]?
    if connection != nil || envelope.errors == nil {
      let count = items?.count ?? 0
      let following = FollowingPages(
        request: request, shape: shape, connection: connection, pageInfo: pageInfo, itemCount: count)
      inspection = PageInspection(
        hasData: true, itemCount: count, next: try following.frontier(at: .next),
        previous: try following.frontier(at: .previous))
      inspection.errors = errorList.map {
        ErrorsBesideData(count: $0.count, message: $0.firstMessage, path: $0.firstPath)
      }
      if let nested { inspection.nested = nested.count }
      inspection.total = try following.total
      inspection.pageCount = try following.pageCount
      if let items, let pointer = shape.offset?.identity {
        identities = try ItemIdentities.read(in: items, at: pointer, nodeKeys: nodeKeys)
      }
    }
    var places: ElementSlices?
    if let items, interest.isShown { places = try ElementSlices(of: items, valuesOf: nodeKeys) }
    result = .success(
      ConnectionPage(
        body: response.body, headers: response.headers, data: envelope.data?.range,
        httpStatus: (200..<300).contains(response.status) ? nil : response.status, errors: envelope.errors?.range,
        errorList: errorList, items: items?.range, nodeKeys: nodeKeys,
        places: places, interest: interest, pageInfo: pageInfo?.presentRange, extensions: envelope.extensions?.range,
        nested: nested, inspection: inspection, identities: identities))
  }

  /// The first of the arrays that the query selects. A null is an empty page.
  private static func items(
    of connection: JSONNode?, _ shape: ConnectionShape
  ) throws(JSONReadError) -> Result<(node: JSONNode, nodeKeys: [String])?, Misfit> {
    guard let connection else { return .success(nil) }
    var isNull = shape.items.isEmpty
    for pointer in shape.items {
      guard let node = try connection.uniqueNode(at: pointer) else { continue }
      if node.kind == .array { return .success((node, shape.keys(ofNodesIn: pointer))) }
      guard node.isNull else {
        return .failure(Misfit(at: shape.connection.appending(pointer), is: node, insteadOf: "an array"))
      }
      isNull = true
    }
    if isNull { return .success(nil) }
    let places = shape.items.map { "/data\(shape.connection.appending($0))" }.joined(separator: " or ")
    return .failure(
      Misfit(message: "the response has no array of items at \(places), although the query asks for one"))
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
  /// Whether there is nothing at a place, not even a null there or on the way.
  fileprivate func leavesOut(_ pointer: JSONPointer) throws(JSONReadError) -> Bool {
    var node = self
    for token in pointer.tokens {
      guard node.kind == .object else { return false }
      guard let below = try node.uniqueMember(token) else { return true }
      node = below
    }
    return false
  }

  /// Where the value is; nil for a null.
  fileprivate var presentRange: Range<Int>? { isNull ? nil : range }
}
