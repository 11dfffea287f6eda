import PagerState

/// A list in plain arrays, with the requests that led to it kept whole.
struct ModelList {
  private(set) var turns: [ListEnd: Turn<String>] = [:]
  private(set) var pageCount = 0
  private(set) var itemCount = 0
  private var initial: String?
  private var pages: [ListEnd: [String]] = [:]
  private var newest = "[]"
  private var answered: Set<String> = []
  private var endsWithoutData: Set<ListEnd> = []

  /// A list without a page, which goes on with its first.
  static func beginning(with request: String) -> ModelList {
    var list = ModelList()
    list.turns[.next] = .open(request)
    return list
  }

  var hasData: Bool { !turns.isEmpty }

  /// The first end that is not closed: what a walk turns to next.
  var openEnd: (end: ListEnd, turn: Turn<String>)? {
    for end in [ListEnd.next, .previous] {
      if let turn = turns[end], turn != .closed { return (end, turn) }
    }
    return nil
  }

  /// The pages that an update carries for a page that just came in, in the notation of timelines.
  func carried(_ retention: PageRetention) -> String {
    guard retention == .all else { return newest }
    let names = (pages[.previous] ?? []).reversed() + (initial.map { ["(\($0))"] } ?? []) + (pages[.next] ?? [])
    return "[\(names.joined(separator: " "))]"
  }

  /// The pages that stay.
  func held(_ retention: PageRetention) -> String {
    retention == .none ? "[]" : carried(retention)
  }

  mutating func take(
    _ page: TestPage, at end: ListEnd?, answering request: String, _ inspection: PageInspection<String>
  ) {
    if let end {
      if endsWithoutData.remove(end) != nil {
        pages[end]?.removeLast()
        pageCount -= 1
      }
      pages[end, default: []].append(page.name)
      if !inspection.hasData { endsWithoutData.insert(end) }
      newest = "[\(page.name)]"
    } else {
      self = ModelList()
      initial = page.name
      newest = "[(\(page.name))]"
    }
    pageCount += 1
    itemCount += inspection.itemCount
    guard inspection.hasData else { return }
    answered.insert(request)
    if end != .previous { turns[.next] = checked(inspection.next, request) }
    if end != .next { turns[.previous] = checked(inspection.previous, request) }
  }

  /// Gives a page that is held another name, and says what it is to the list; nil where there is none of that name.
  mutating func rename(_ name: String, to other: String) -> String? {
    if initial == name {
      initial = other
      return "initial"
    }
    for end in [ListEnd.next, .previous] {
      if let index = pages[end]?.firstIndex(of: name) {
        pages[end]?[index] = other
        return "\(end)"
      }
    }
    return nil
  }

  private func checked(_ turn: Turn<String>, _ request: String) -> Turn<String> {
    guard case .open(let further) = turn, answered.contains(further) else { return turn }
    return .broken(further == request ? .cursorStuck : .cursorCycle)
  }
}
