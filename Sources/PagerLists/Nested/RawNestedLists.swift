package import PagerClient
package import PagerJSON
package import PagerState
import PagerSyntax

/// What a page says about the lists inside it that are incomplete, or do not say whether they are complete.
package struct RawNestedLists: Sendable {
  /// How many there are.
  package private(set) var count = NestedCount()
  /// The first of them, in the order in which the page has them.
  package private(set) var lists: [RawNestedList] = []
  /// How many requests were made to fill lists; nil if that was not wanted.
  package var requestCount: Int?
  /// Why a list could not be filled; nil if that was not tried, or none failed.
  var fault: String?

  /// The most lists that are kept of one page, because a server decides how many there are.
  package static let listLimit = 10_000

  package init() {}

  mutating func add(_ list: RawNestedList) {
    if list.hasMore == nil { count.unknown += 1 } else { count.incomplete += 1 }
    if lists.count < Self.listLimit { lists.append(list) }
  }
}

/// A list inside a page that is not whole, or does not say whether it is.
package struct RawNestedList: Sendable {
  /// Where it is in the response.
  package let pointer: JSONPointer
  /// Whether it says that there is more; nil if it does not say.
  package let hasMore: Bool?
  /// How many elements it has.
  package let itemCount: Int
  /// Its page info as it came; nil if it is null, absent or not requested.
  package let pageInfo: Range<Int>?
}

/// Finds, in a page that is being read, the connections that its document shows.
///
/// It works without recursion, and builds the path of a list only if the list is incomplete.
struct NestedScan {
  private enum Frame {
    /// An object, and which of the keys below it is looked at.
    case object(JSONNode, place: Int, child: Int)
    /// An array, and which of its elements is looked at.
    case array(JSONElements, place: Int, index: Int)
  }

  private let places: [InnerConnections.Place]
  /// The path from `data` to the start of the scan.
  private let base: [String]
  private var frames: [Frame] = []

  /// - Parameters:
  ///   - node: what stands at one of the places.
  ///   - base: the way to it.
  init(of node: JSONNode, at place: Int = 0, _ connections: InnerConnections, base: [String]) {
    places = connections.places
    self.base = base
    enter(node, place)
  }

  /// A connection of the page, and its place.
  struct Found {
    let connection: InnerConnection
    let node: JSONNode
    let place: Int
  }

  /// The next connection.
  mutating func next() -> Found? {
    while let (node, place) = step() {
      enter(node, place)
      if node.kind == .object, let connection = places[place].connection {
        return Found(connection: connection, node: node, place: place)
      }
    }
    return nil
  }

  private mutating func enter(_ node: JSONNode, _ place: Int) {
    switch node.kind {
    case .object where !places[place].children.isEmpty: frames.append(.object(node, place: place, child: -1))
    case .array: frames.append(.array(node.elements, place: place, index: -1))
    default: frames.append(.object(node, place: place, child: places[place].children.count))
    }
  }

  /// Goes to the next value that leads to a connection or is one.
  private mutating func step() -> (JSONNode, place: Int)? {
    while let top = frames.popLast() {
      switch top {
      case .object(let node, let place, let child):
        let children = places[place].children
        guard child + 1 < children.count else { continue }
        frames.append(.object(node, place: place, child: child + 1))
        let below = children[child + 1]
        if let value = node[places[below].key] { return (value, below) }
      case .array(var elements, let place, let index):
        guard let element = elements.next() else { continue }
        frames.append(.array(elements, place: place, index: index + 1))
        return (element, place)
      }
    }
    return nil
  }

  /// The object at a place around the connection that was found last, with no list between the two.
  func object(at place: Int) -> JSONNode? {
    for frame in frames.dropLast().reversed() {
      guard case .object(let node, let current, _) = frame else { return nil }
      if current == place { return node }
    }
    return nil
  }

  /// Whether the connection that was found last stands in an array.
  var isInArray: Bool {
    frames.dropLast().contains { frame in if case .array = frame { true } else { false } }
  }

  /// The way from `data` to the connection that was found last.
  var path: [String] {
    // The last frame is of the connection itself.
    base
      + frames.dropLast().map { frame in
        switch frame {
        case .object(_, let place, let child): places[places[place].children[child]].key
        case .array(_, _, let index): "\(index)"
        }
      }
  }
}

extension RawNestedLists {
  /// Reads what a page says about the lists inside it.
  init(in list: JSONNode, _ connections: InnerConnections, base: [String]) {
    self.init()
    var scan = NestedScan(of: list, connections, base: base)
    while let found = scan.next() {
      let state = InnerState(found.node, found.connection)
      guard state.hasMore != false else { continue }
      add(
        RawNestedList(
          pointer: JSONPointer(tokens: ["data"] + scan.path), hasMore: state.hasMore, itemCount: state.itemCount,
          pageInfo: state.pageInfo.map(\.range)))
    }
  }
}

/// What a connection inside a page says about itself.
struct InnerState {
  /// Nil if it does not say.
  let hasMore: Bool?
  /// The page info; nil if it is null, absent or not requested.
  let pageInfo: JSONNode?
  let itemCount: Int

  init(_ node: JSONNode, _ connection: InnerConnection) {
    let pageInfo = connection.pageInfoKey.flatMap { node[$0] }.flatMap { $0.isNull ? nil : $0 }
    let hasMore = connection.flagKey.flatMap { pageInfo?[$0] }?.flag
    self.pageInfo = pageInfo
    self.hasMore = hasMore
    // Counted only if it matters.
    itemCount = hasMore == false ? 0 : connection.listKeys.lazy.compactMap { node.array($0)?.count }.first ?? 0
  }
}

extension JSONNode {
  /// The array that a member of an object is; nil if it is something else.
  func array(_ key: String) -> JSONNode? { self[key].flatMap { $0.kind == .array ? $0 : nil } }
}

/// Finds the lists inside the items of answers if only functions of a user know which of the document's connections is
/// the list. The list that is paged is not inside an array, so a connection inside an array is inside an item.
package struct NestedSearch: Sendable {
  private let connections: InnerConnections?
  /// Why lists could be overlooked; nil if none is.
  package let fault: String?

  /// - Parameter operationName: optional if the document has one operation.
  package init(document: String, operationName: String?) {
    do {
      let operation = try ExecutableDocument(parsing: document).operation(named: operationName)
      connections = ConnectionFinder.innerConnections(in: operation, below: [], items: [])
      fault = connections?.isCutOff == true ? NestedRule.tooMany : nil
    } catch {
      connections = nil
      fault = "the library cannot search the query for lists inside its items: \(error)"
    }
  }

  /// What the data of an answer says about them.
  package func lists(in data: JSONNode) -> NestedLists {
    guard let connections else { return NestedLists() }
    var lists: [NestedList] = []
    var (incompleteCount, unknownCount) = (0, 0)
    var scan = NestedScan(of: data, connections, base: [])
    while let found = scan.next() {
      guard scan.isInArray else { continue }
      let state = InnerState(found.node, found.connection)
      guard state.hasMore != false else { continue }
      if state.hasMore == nil { unknownCount += 1 } else { incompleteCount += 1 }
      guard lists.count < RawNestedLists.listLimit else { continue }
      lists.append(
        NestedList(
          path: JSONPointer(tokens: ["data"] + scan.path).description, hasMore: state.hasMore,
          itemCount: state.itemCount, pageInfo: state.pageInfo?.value()))
    }
    return NestedLists(lists, incompleteCount: incompleteCount, unknownCount: unknownCount)
  }
}
