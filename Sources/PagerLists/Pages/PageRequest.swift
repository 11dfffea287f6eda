import PagerBytes
import PagerJSON
package import PagerState

/// The request for one page of a list: the end of the list that the page extends, and the variables that are set for it
/// in addition to the constant ones.
///
/// Two equal requests ask for the same page. The end belongs to it: what comes after a cursor is not what comes before
/// it. A class, because a page's request is handed on a dozen times.
///
/// `@unchecked`: only a final class without such a superclass can be checked. All properties are constants.
package final class PageRequest: ListRequest, @unchecked Sendable {
  /// Which of the pager's queries is sent.
  package let query: QueryRole
  /// The end of the list that the page extends, and so the direction in which it is read.
  package let end: ListEnd
  /// The variables that it sets, in the order in which they are sent.
  package let settings: Settings
  /// The place of the page in its list.
  package let place: ListPlace
  /// What is known of the list up to the page before; nil: nothing is, or the pager does not look for what is new. Two
  /// requests for one page are equal, whatever is known before it.
  let trail: SinceTrail?
  /// What is known of the pages before, to tell where the list ends. It does not make another request, either.
  let past: ListPast

  package struct Setting: Sendable, Hashable {
    package let variable: String
    package let value: VariableValue

    package init(_ variable: String, _ value: VariableValue) {
      self.variable = variable
      self.value = value
    }
  }

  /// Settings in their order. Most requests have one, which needs no memory of its own.
  package struct Settings: Sendable, ExpressibleByArrayLiteral, RandomAccessCollection {
    private let only: Setting?
    private let all: [Setting]

    package init(_ settings: [Setting]) {
      (only, all) = settings.count == 1 ? (settings[0], []) : (nil, settings)
    }

    package init(_ setting: Setting) {
      (only, all) = (setting, [])
    }

    package init(arrayLiteral settings: Setting...) {
      self.init(settings)
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { only == nil ? all.count : 1 }

    package subscript(position: Int) -> Setting { only ?? all[position] }

    /// Calls a function for each of them. Unlike a loop, it copies none.
    func visit<Failure: Error>(_ body: (borrowing Setting) throws(Failure) -> Void) throws(Failure) {
      switch only {
      case .some(let setting): try body(setting)
      case nil: for setting in all { try body(setting) }
      }
    }
  }

  package convenience init(
    _ query: QueryRole = .first, toward end: ListEnd, _ settings: Settings = [], at place: ListPlace = .cursor
  ) {
    self.init(query, toward: end, settings, at: place, after: .unknown)
  }

  init(
    _ query: QueryRole, toward end: ListEnd, _ settings: Settings = [], at place: ListPlace = .cursor,
    after past: ListPast
  ) {
    self.query = query
    self.end = end
    self.settings = settings
    self.place = place
    trail = nil
    self.past = past
    super.init(
      fingerprint: Self.fingerprint(query, end, settings, place), look: past.look,
      doubtsIfRefused: past.doubtsIfRefused, movesList: place.isMoved)
  }

  private init(_ request: PageRequest, carrying trail: SinceTrail?) {
    (query, end, settings, place) = (request.query, request.end, request.settings, request.place)
    self.trail = trail
    past = request.past
    super.init(
      fingerprint: request.fingerprint, look: request.look, doubtsIfRefused: request.doubtsIfRefused,
      movesList: request.movesList)
  }

  /// Whether it asks for the page with the number 0, to find out whether the list has one.
  var asksForPageZero: Bool { past.look == .pageZero }

  /// The same request with what is known of the list before its page.
  func carrying(_ trail: SinceTrail?) -> PageRequest { PageRequest(self, carrying: trail) }

  /// The same in every process, so that a resumed list notices a cycle back to a page of another one.
  private static func fingerprint(
    _ query: QueryRole, _ end: ListEnd, _ settings: Settings, _ place: ListPlace
  ) -> UInt64 {
    var hash = StableHash()
    hash.combine(query == .first ? 0 : 1)
    hash.combine(end == .next ? 0 : 1)
    if case .keyset(let place) = place, !place.keys.isEmpty {
      // The rest of a variable with a key inside is the same for all pages, but may be written differently in the
      // process that goes on.
      for key in place.keys { hash.combine(key.compared) }
    } else {
      settings.visit { setting in
        hash.combine(setting.variable)
        hash.combine(setting.value.compared)
      }
    }
    switch place {
    case .offset(let offset): hash.combine(UInt64(bitPattern: offset.number))
    case .made(let request): hash.combine(request.cursor ?? request.body)
    case .scroll(let step): hash.combine(UInt64(step))
    case .cursor, .keyset: break
    }
    return hash.value
  }
}

/// The place of a page in a list, by what its kind of list names pages.
package enum ListPlace: Sendable, Hashable {
  /// After the cursor that the request sets, or at the beginning of the list.
  case cursor
  /// After so many requests with the cursor of a list, each of which moves it.
  case scroll(_ step: Int)
  case offset(ListOffset)
  case keyset(KeysetPlace)
  /// Where only a function of the host knows, which made the request.
  case made(MadeRequest)

  /// The number of the first item or of the page; nil if pages have none.
  package var number: Int64? { if case .offset(let offset) = self { offset.number } else { nil } }

  /// The identities of the items that come again, because the page begins where the one before ended.
  var seen: [UInt64] { if case .keyset(let place) = self { place.seen } else { [] } }

  /// Whether the server moves on in its list with each request for such a place.
  fileprivate var isMoved: Bool { if case .scroll = self { true } else { false } }

  /// The place of the page after a cursor on this page.
  var afterCursor: ListPlace { if case .scroll(let step) = self { .scroll(step + 1) } else { .cursor } }

  /// The request that a function of the host made; nil for others.
  var made: MadeRequest? { if case .made(let request) = self { request } else { nil } }
}

/// A request that a function of the host made. Two of them ask for the same page if the page info names one cursor for
/// both, whatever else they say: a time or a signature differs in each. Without a cursor their bodies tell.
package struct MadeRequest: Sendable, Hashable {
  /// The whole body.
  let body: [UInt8]
  /// The cursor in the page info, as it is written there; nil if it has none.
  let cursor: [UInt8]?
  /// What the document shows of the items of its answer: it may be another document than the pager's.
  let items: ShownItems?
  /// The page info from which the function made the request, a JSON object.
  let pageInfo: String

  /// - Parameters:
  ///   - pageInfo: a JSON object.
  ///   - end: the end of the list that the page extends.
  package init(body: [UInt8], items: ShownItems?, from pageInfo: String, toward end: ListEnd) {
    self.body = body
    self.items = items
    self.pageInfo = pageInfo
    let cursor = (try? JSONValue(parsing: pageInfo))?[end.cursorKey] ?? .null
    self.cursor = cursor.isNull ? nil : (try? cursor.text()).map { Array($0.utf8) }
  }

  package static func == (left: MadeRequest, right: MadeRequest) -> Bool {
    left.cursor == right.cursor && (left.cursor != nil || left.body == right.body && left.items == right.items)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(cursor ?? body)
  }
}

/// The queries of a pager. If it has one only, that asks for all pages.
package enum QueryRole: Sendable, Hashable {
  /// What asks for the first page.
  case first
  /// The query for further pages, if it is another query.
  case further
}
