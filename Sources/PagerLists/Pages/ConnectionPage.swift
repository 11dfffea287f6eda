package import PagerBytes
package import PagerClient
package import PagerJSON
package import PagerState
package import PagerTransport
import Synchronization

/// One response with a page of a connection. A reference to its content, because a page is handed on two dozen times,
/// and seldom changed.
///
/// `@unchecked`: only a final class without such a superclass can be checked. All properties are constants.
package final class ConnectionPage: ListPage, @unchecked Sendable {
  package let content: ConnectionContent

  init(_ content: ConnectionContent) {
    self.content = content
    super.init()
  }

  /// The page with a change to its content.
  package func with(_ change: (inout ConnectionContent) -> Void) -> ConnectionPage {
    var changed = content
    change(&changed)
    return ConnectionPage(changed)
  }
}

/// The received bytes of a page, and the places of its parts in them.
package struct ConnectionContent: Sendable {
  /// The body as the server sent it.
  package let body: ReceivedBytes
  /// The headers that the response came with; nil if there are none.
  package let headers: ResponseHeaders?
  /// What no error may show that quotes the page; nil: its request had no secrets.
  package let secrets: RequestSecrets?
  /// The value of `data`; nil when it is null or absent.
  package let data: Range<Int>?
  /// The HTTP status that the page came with; nil if that is success.
  package var httpStatus: Int?
  /// How often the request was sent; 0 if the page comes from the cache.
  package let attempts: Int
  /// The array of GraphQL errors; nil when there are none.
  package let errors: Range<Int>?
  /// The first of them; nil when there are none.
  package let errorList: GraphQLErrorList?
  /// The array of items as it came, including the items that are left out; nil when there is none.
  package let items: Range<Int>?
  /// The keys of an edge's node among the items; the first key that an edge has counts. Empty if the items are not
  /// edges.
  package let nodeKeys: [String]
  /// The place of each item, or of an edge's node; nil if no caller had asked for an item when the page was read.
  package let places: ElementSlices?
  /// Learns when a caller asks for an item.
  package let interest: ItemInterest
  /// The page info as it came; nil when it is null or absent.
  package let pageInfo: Range<Int>?
  /// The response's `extensions`; nil when they are null or absent.
  package let extensions: Range<Int>?
  /// What the page says of the lists inside it; nil if its document has none.
  package var nested: RawNestedLists?
  /// What the page says about the list. It has no data if the response has errors in place of the connection: no data
  /// at all, or a null in the connection's place.
  package var facts: PageFacts
  /// The identity of each item, until the page is in its list; nil if the pager does not look for duplicates.
  var identities: [UInt64]?
  /// The items that are left out; nil if all are shown.
  package var omission: ItemOmission?
  /// What the page says about the items that are new; nil if the pager does not look for those.
  var since: SincePage?
  /// The result of the host's function for the page; nil if there is none.
  package var model: ReceivedBytes?
}

/// The parts of the content.
extension ConnectionPage {
  package var body: ReceivedBytes { content.body }
  package var headers: ResponseHeaders? { content.headers }
  package var secrets: RequestSecrets? { content.secrets }
  package var data: Range<Int>? { content.data }
  package var httpStatus: Int? { content.httpStatus }
  package var attempts: Int { content.attempts }
  package var errors: Range<Int>? { content.errors }
  package var errorList: GraphQLErrorList? { content.errorList }
  package var items: Range<Int>? { content.items }
  package var nodeKeys: [String] { content.nodeKeys }
  package var places: ElementSlices? { content.places }
  package var interest: ItemInterest { content.interest }
  package var pageInfo: Range<Int>? { content.pageInfo }
  package var extensions: Range<Int>? { content.extensions }
  package var nested: RawNestedLists? { content.nested }
  package var facts: PageFacts { content.facts }
  var identities: [UInt64]? { content.identities }
  package var omission: ItemOmission? { content.omission }
  var since: SincePage? { content.since }
  package var model: ReceivedBytes? { content.model }

  /// How many items the page shows.
  package var itemCount: Int { content.facts.itemCount }
  /// Whether the response has errors in place of the connection.
  package var hasFailed: Bool { !content.facts.hasData }
}

/// Whether a caller has asked for single items of a pager's pages.
///
/// From then on a page is read with the places of its items: to find them later takes as long as reading it again.
package final class ItemInterest: Sendable {
  private let isThere = Atomic(false)

  package init() {}

  /// A caller asks for an item.
  package func show() {
    isThere.store(true, ordering: .relaxed)
  }

  var isShown: Bool { isThere.load(ordering: .relaxed) }
}

extension ResponseReader {
  /// Reads one page of a list.
  ///
  /// - Parameters:
  ///   - interest: that of the pager's pages in their items.
  ///   - since: how the items that are new are found; nil: all are wanted.
  /// - Throws: `badResponse` also for a response that does not fit its query: with a pointer to what does not.
  package func page(
    in answer: Answer, to request: PageRequest, shape: ConnectionShape, _ list: any ListShape,
    interest: ItemInterest = ItemInterest(),
    since: SincePlan? = nil
  ) throws(ClientError) -> ConnectionPage {
    var reading: Result<ConnectionPage, ConnectionReading.Misfit>?
    try visit(answer) { root throws(JSONReadError) in
      reading = try ConnectionReading.page(
        try ResponseEnvelope(root), of: answer, to: request, shape, list, interest, since)
    }
    switch reading {
    case .success(let page)?: return page
    case .failure(let misfit)?: throw .badResponse(message: misfit.message)
    case nil: throw .badResponse(message: "the response was not read")
    }
  }
}

/// Finds the parts of a page in a response.
private enum ConnectionReading {
  /// Why a response does not fit its query.
  struct Misfit: Error {
    let message: String
  }

  /// - Throws: `JSONReadError` if a key on the way to a part stands twice.
  static func page(
    _ envelope: ResponseEnvelope, of answer: Answer, to request: PageRequest, _ shape: ConnectionShape,
    _ list: any ListShape, _ interest: ItemInterest, _ since: SincePlan?
  ) throws(JSONReadError) -> Result<ConnectionPage, Misfit> {
    let response = answer.response
    let found = try envelope.data?.uniqueNode(at: shape.connection)
    if let misfit = try Misfit(arrayBefore: found, shape, in: envelope) {
      return .failure(misfit)
    }
    if found == nil, envelope.errors == nil, let data = envelope.data, try data.leavesOut(shape.connection) {
      return .failure(
        Misfit(
          message: "the response has nothing at /data\(shape.connection), the place of the list in the query: the "
            + "server left the field out, or an object on the way is of another type"
            + (try data.deepestAccount(on: shape.connection))))
    }
    let connection = found.flatMap { $0.isNull ? nil : $0 }
    if let connection, connection.kind != .object, !shape.takesArray {
      return .failure(Misfit(at: shape.connection, is: connection, insteadOf: "an object"))
    }
    let items: JSONNode?
    let nodeKeys: [String]
    let place: JSONPointer
    switch try Self.items(of: connection, shape) {
    case .success(let array):
      (items, nodeKeys, place) = (array?.node, array?.nodeKeys ?? [], array?.place ?? JSONPointer())
    case .failure(let misfit):
      return .failure(misfit)
    }
    var pageInfo: JSONNode?
    if let connection, let pointer = list.pageInfo { pageInfo = try connection.uniqueNode(at: pointer) }
    let nested = shape.inner.flatMap { inner in
      connection.map { RawNestedLists(in: $0, inner, base: shape.connection.tokens) }
    }
    let errorList = envelope.errors.flatMap { GraphQLErrorList($0) }?.hiding(response.secrets)
    var facts = PageFacts.withoutData
    var sincePage: SincePage?
    var parts = try PageParts(
      request: request, shape: shape, connection: connection, pageInfo: pageInfo, items: items, nodeKeys: nodeKeys)
    // Errors that left a null in place of the list say nothing about it.
    let isList = connection != nil && (parts.content != .null || shape.acceptsNull)
    if isList || envelope.errors == nil {
      if let items, since == nil, let pointer = shape.identity {
        parts.identities = try ItemIdentities.read(in: items, at: pointer, nodeKeys: nodeKeys)
      }
      if list.marksPages { parts.mark = PageMark(items, nodeKeys, after: request.past.opening?.mark) }
      var reading: SinceReading?
      if let since {
        let lastPosition = try list.lastPosition(of: parts)
        let surroundings = SinceSurroundings(
          isBackward: request.end == .previous, hasErrors: envelope.errors != nil, lastPosition: lastPosition,
          headers: response.headers, secrets: response.secrets, connection: shape.connection, array: place)
        let read = try since.read(items, nodeKeys: nodeKeys, after: request.trail, surroundings)
        parts.since = read.mark
        // The identity that shows which items an earlier run had also shows which items an earlier page had.
        parts.identities = read.identities
        reading = read
      }
      let next = try list.end(at: .next, of: parts)
      let previous = try list.end(at: .previous, of: parts)
      facts = PageFacts(
        hasData: true, itemCount: items?.count ?? 0, next: next.frontier, previous: previous.frontier)
      if let items { facts.nullCount = items.nullCount(nodeKeys: nodeKeys) }
      facts.doubts = next.doubts.union(previous.doubts)
      if connection == nil, let above = try envelope.data?.null(on: shape.connection) {
        facts.explain(above, in: shape, list)
      }
      if let errorList {
        facts.errors = ErrorsBesideData(
          count: errorList.count, message: errorList.firstMessage, path: errorList.firstPath)
      }
      if let nested { facts.nested = nested.count }
      if request.past.isOfNothing, let data = envelope.data {
        facts.siblings = try shape.siblings(in: data, beside: request, list)
      }
      facts.total = parts.total.value
      facts.pageCount = try PageWords.Word(countAt: list.pageCount, below: connection).value
      sincePage = reading?.finished(isLast: facts[request.end] == .closed)
    }
    var places: ElementSlices?
    if let items, interest.isShown { places = try ElementSlices(of: items, valuesOf: nodeKeys) }
    var page =
      ConnectionContent(
        body: response.body, headers: response.headers, secrets: response.secrets, data: envelope.data?.range,
        httpStatus: (200..<300).contains(response.status) ? nil : response.status,
        attempts: answer.attempts, errors: envelope.errors?.range, errorList: errorList, items: items?.range,
        nodeKeys: nodeKeys, places: places, interest: interest, pageInfo: pageInfo?.presentRange,
        extensions: envelope.extensions?.range,
        nested: nested, facts: facts, identities: parts.identities, since: sincePage)
    if let sincePage { page.adopt(sincePage, at: request.end) }
    if request.asksForPageZero { page.leaveOutAll() }
    return .success(ConnectionPage(consume page))
  }

  /// The first of the arrays that the query selects. A null is an empty page.
  private static func items(
    of connection: JSONNode?, _ shape: ConnectionShape
  ) throws(JSONReadError) -> Result<(node: JSONNode, nodeKeys: [String], place: JSONPointer)?, Misfit> {
    guard let connection else { return .success(nil) }
    var isNull = shape.items.isEmpty
    for (pointer, nodeKeys) in shape.arrays {
      guard let node = try connection.uniqueNode(at: pointer) else { continue }
      if node.kind == .array { return .success((node, nodeKeys, pointer)) }
      guard node.isNull else {
        let advice = pointer.tokens.isEmpty ? node.arraysToName() : ""
        return .failure(Misfit(at: shape.connection.appending(pointer), is: node, insteadOf: "an array" + advice))
      }
      isNull = true
    }
    if isNull { return .success(nil) }
    for pointer in shape.items {
      guard let array = try ArrayOnTheWay(of: pointer, in: connection) else { continue }
      return .failure(Misfit(message: array.message(below: shape.connection, naming: "items")))
    }
    let places = shape.items.map { "/data\(shape.connection.appending($0))" }.joined(separator: " or ")
    return .failure(
      Misfit(
        message: "the response has no array of items at \(places), although the query asks for one"
          + connection.account(at: shape.connection)))
  }
}

extension ConnectionReading.Misfit {
  /// An array on the way to the list or in its place; nil if there is none.
  ///
  /// - Parameter found: what is in the list's place.
  init?(
    arrayBefore found: JSONNode?, _ shape: ConnectionShape, in envelope: ResponseEnvelope
  ) throws(JSONReadError) {
    let takesArray = shape.takesArray
    guard let data = envelope.data, found == nil || (found?.kind == .array && !takesArray),
      let array = try ArrayOnTheWay(of: shape.connection, in: data, endsAtObject: !takesArray)
    else { return nil }
    // An element may be missing because of the errors, which say more.
    if case .withoutElement = array, envelope.errors != nil { return nil }
    self.init(message: array.message(naming: "connection"))
  }

  init(at pointer: JSONPointer, is node: JSONNode, insteadOf expected: String) {
    self.init(message: "the response does not fit the query: \(node.kind.phrase) at /data\(pointer), not \(expected)")
  }
}

extension PageFacts {
  /// Says that the list cannot continue because of a null in place of the connection, or above it.
  fileprivate mutating func explain(_ null: JSONPointer, in shape: ConnectionShape, _ list: any ListShape) {
    for end in ListEnd.allCases {
      guard case .broken = self[end], null != shape.connection || list.saysWhetherThereIsMore(shape.total) else {
        continue
      }
      self[end] = .broken(.nullAbove(NullPlace("/data\(null)")))
    }
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
