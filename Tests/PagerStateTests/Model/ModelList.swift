import PagerState

/// A list in plain arrays, with the requests that led to it kept whole.
struct ModelList {
  private(set) var frontiers: [ListEnd: Frontier] = [:]
  private(set) var pageCount = 0
  private(set) var itemCount = 0
  /// Tells this list from those before it.
  private(set) var number = 0
  private var initial: String?
  private var pages: [ListEnd: [String]] = [:]
  private var newest = "[]"
  private var answered: Set<String> = []
  private var endsWithoutData: Set<ListEnd> = []
  /// What each page was asked with, and what it says, as it is now.
  private var sayings: [Place: (asked: String, says: PageFacts)] = [:]

  /// A list without a page, which goes on with its first.
  static func beginning(with request: String) -> ModelList {
    var list = ModelList()
    list.frontiers[.next] = .open(request)
    return list
  }

  var hasData: Bool { !frontiers.isEmpty }

  /// The first end that is not closed: what a walk loads next.
  var openEnd: (end: ListEnd, frontier: Frontier)? {
    for end in [ListEnd.next, .previous] {
      if let frontier = frontiers[end], frontier != .closed { return (end, frontier) }
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

  /// Takes in a page.
  ///
  /// - Parameter items: those of the newest page, which came ahead of this one; nil where none did.
  mutating func take(
    _ page: TestPage, at end: ListEnd?, answering request: String, _ facts: PageFacts,
    inPlaceOf items: Int?
  ) {
    if let end {
      if endsWithoutData.remove(end) != nil || items != nil {
        pages[end]?.removeLast()
        pageCount -= 1
      }
      pages[end, default: []].append(page.name)
      if !facts.hasData { endsWithoutData.insert(end) }
      newest = "[\(page.name)]"
    } else {
      if items == nil { self = empty() } else { pageCount -= 1 }
      initial = page.name
      newest = "[(\(page.name))]"
    }
    pageCount += 1
    itemCount += facts.itemCount - (items ?? 0)
    if let place = place(of: page.name) { sayings[place] = (request, facts) }
    guard facts.hasData else { return }
    answered.insert(request)
    if end != .previous { frontiers[.next] = checked(facts.next, request) }
    if end != .next { frontiers[.previous] = checked(facts.previous, request) }
  }

  /// The list that comes after this one.
  func empty() -> ModelList {
    var list = ModelList()
    list.number = number + 1
    return list
  }

  /// Where a page is, in which list.
  struct Place: Hashable {
    let list: Int
    let end: ListEnd?
    let index: Int

    var role: String { end.map { "\($0)" } ?? "initial" }
  }

  /// Where the page with a name is.
  func place(of name: String) -> Place? {
    if initial == name { return Place(list: number, end: nil, index: 0) }
    for end in [ListEnd.next, .previous] {
      if let index = pages[end]?.firstIndex(of: name) { return Place(list: number, end: end, index: index) }
    }
    return nil
  }

  /// The place of the newest page at an end; nil: that of the initial one.
  func newestPlace(at end: ListEnd?) -> Place {
    Place(list: number, end: end, index: end.map { (pages[$0] ?? []).count - 1 } ?? 0)
  }

  /// The names of all pages.
  var names: [String] { (initial.map { [$0] } ?? []) + (pages[.next] ?? []) + (pages[.previous] ?? []) }

  /// The name of the page in a place; nil where there is none.
  func name(at place: Place) -> String? {
    guard place.list == number else { return nil }
    guard let end = place.end else { return initial }
    guard let names = pages[end], names.indices.contains(place.index) else { return nil }
    return names[place.index]
  }

  /// Gives the page in a place another name. Returns whether there is one.
  mutating func rename(_ place: Place, to other: String) -> Bool {
    guard name(at: place) != nil else { return false }
    if let end = place.end { pages[end]?[place.index] = other } else { initial = other }
    return true
  }

  /// How many pages were asked for with something else than the page before them says by now, of all pages.
  var gapCount: Int {
    [ListEnd.next, .previous].map { end in
      let way =
        [Place(list: number, end: nil, index: 0)]
        + (0..<(pages[end] ?? []).count).map {
          Place(list: number, end: end, index: $0)
        }
      return zip(way, way.dropFirst()).count { place, beyond in
        guard let place = sayings[place], let beyond = sayings[beyond] else { return false }
        return (end == .next ? place.says.next : place.says.previous) != .open(beyond.asked)
      }
    }.reduce(0, +)
  }

  /// The page in a place says something else from now on.
  mutating func change(_ place: Place, to facts: PageFacts) {
    guard facts.hasData, let before = sayings[place], before.says.hasData else { return }
    sayings[place]?.says = facts
    itemCount += facts.itemCount - before.says.itemCount
    for end in [ListEnd.next, .previous] where place.end ?? end == end {
      let outermost = (pages[end] ?? []).count - (endsWithoutData.contains(end) ? 1 : 0)
      guard (place.end == nil ? 0 : place.index + 1) == outermost else { continue }
      let (says, said) =
        end == .next ? (facts.next, before.says.next) : (facts.previous, before.says.previous)
      if says != said { frontiers[end] = checked(says, before.asked) }
    }
  }

  private func checked(_ frontier: Frontier, _ request: String) -> Frontier {
    guard case .open(let next) = frontier else { return frontier }
    let further = next.word
    guard further == request || answered.contains(further) else { return frontier }
    return .broken(further == request ? .cursorStuck : .cursorCycle)
  }
}
