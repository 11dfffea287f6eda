import PagerState
import TestSupport

/// A server in memory whose list changes, and a cache that pagers share.
///
/// Items are numbers, in their order. A cursor is a number, too: it means the same place whatever became of its item.
struct ChangingServer {
  /// A page, and what it says of its ends.
  struct Answer {
    let items: [Int]
    let facts: PageFacts

    var page: TestPage { TestPage(name: items.map(String.init).joined(separator: ",")) }
  }

  static let pageSize = 3
  private static let step = 1000
  /// Those that stay from the beginning to the end.
  let lasting: Set<Int>
  /// Where the first page begins.
  private let opening: Int
  private(set) var items: [Int]
  private(set) var cache: [String: Answer] = [:]

  init(count: Int) {
    items = (1...max(1, count)).map { $0 * Self.step }
    // Every other one, so that the first and the last of a page may go.
    opening = count / 3 * Self.step
    lasting = Set(items.enumerated().filter { $0.offset % 2 == 0 }.map(\.element))
  }

  /// Adds an item, or takes one away.
  mutating func change(_ generator: inout SeededGenerator) {
    let passing = items.indices.filter { !lasting.contains(items[$0]) }
    if let index = passing.randomElement(using: &generator), generator.chance(2, of: 5) {
      items.remove(at: index)
    } else {
      let item = Int.random(in: 1...Self.step * (items.count + 2), using: &generator)
      if !items.contains(item) { items.insert(item, at: items.firstIndex { $0 > item } ?? items.endIndex) }
    }
  }

  /// The server's answer to a request, which enters the cache.
  mutating func answer(_ request: String) -> Answer {
    let words = request.split(separator: " ")
    let cursor = words.count > 1 ? Int(words[1]) ?? 0 : opening
    let isBackward = words.first == "before"
    let range = items.filter { isBackward ? $0 < cursor : $0 > cursor }
    let page = isBackward ? Array(range.suffix(Self.pageSize)) : Array(range.prefix(Self.pageSize))
    // Where a page is empty, its place is right beside the cursor.
    let first = page.first ?? (isBackward ? cursor : cursor + 1)
    let last = page.last ?? (isBackward ? cursor - 1 : cursor)
    let answer = Answer(
      items: page,
      facts: PageFacts(
        hasData: true, itemCount: page.count,
        next: items.contains { $0 > last } ? .open("after \(last)") : .closed,
        previous: items.contains { $0 < first } ? .open("before \(first)") : .closed))
    cache[request] = answer
    return answer
  }
}

/// A pager over the server's list: its state, and the pages that it shows, which the test follows by their places.
struct ChangingPager {
  private(set) var state: PagerState
  private(set) var inFlight: (load: LoadID, request: String)?
  /// How the newest operation ended.
  private(set) var end: String?
  private var requests: [PageID: String] = [:]
  private var operations: UInt64 = 0

  init() {
    state = PagerState(initialRequest: firstRequest, retention: .all)
  }

  mutating func start(_ kind: OperationKind) {
    operations += 1
    end = nil
    do {
      carryOut(try state.start(OperationID(operations), kind))
    } catch {
      end = error.notation
    }
  }

  mutating func receive(_ answer: ChangingServer.Answer) {
    guard let (load, request) = inFlight else { return }
    inFlight = nil
    guard state.place(answer.page, of: load) != nil else { return }
    let (actions, id) = state.conclude(load, answer.facts)
    if let id {
      if id.role == .initial { requests = [:] }
      requests[id] = request
    }
    carryOut(actions)
  }

  /// The cache has another answer to a request.
  mutating func see(_ answer: ChangingServer.Answer, to request: String) {
    for (id, asked) in requests where asked == request {
      if let actions = state.replace(answer.page, answer.facts, at: id, from: .cache) { carryOut(actions) }
    }
  }

  private mutating func carryOut(_ actions: [PagerAction]) {
    for action in actions {
      switch action {
      case .send(let load, let request): inFlight = (load, request.word)
      case .abort: inFlight = nil
      case .finish(_, let ending): end = ending.notation
      case .publish, .replay: break
      }
    }
  }

  /// The items shown, page by page.
  var shown: [Int] {
    guard case .page(let change)? = state.current?.event, change.id != nil, let pages = state.current?.pages else {
      return []
    }
    return (0..<pages.count).flatMap { position in
      pages.page(at: position)?.page.name.split(separator: ",").compactMap { Int($0) } ?? []
    }
  }
}
