import PagerBytes
import PagerClient
import PagerJSON
import PagerState
import PagerTransport

/// What one page says about the items that are new.
struct SincePage: Sendable {
  /// What is known of the list up to this page.
  var trail: SinceTrail
  /// The positions of the items that an earlier run had, in order.
  let known: [Int]
  /// The positions of the items that are left out because they have no value, in order.
  let skipped: [Int]
  /// Whether an earlier run had everything beyond this page.
  let isEnd: Bool
  /// What ends the walk with this page; nil if nothing does.
  let fault: ClientError?
}

/// The circumstances in which a page is read.
struct SinceSurroundings {
  /// Whether the page is read from its last item to its first one.
  let isBackward: Bool
  /// Whether errors came beside the data. Items may then have nulls.
  let hasErrors: Bool
  /// The position of the last item, if the page's cursor is one.
  let lastPosition: Int64?
  let headers: ResponseHeaders?
  let secrets: RequestSecrets?
  /// The connection below `data`, and the array of items below that, for messages.
  let connection: JSONPointer
  let array: JSONPointer
}

extension SincePlan {
  /// Reads the items of a page: compares them with each other and with what came before.
  ///
  /// - Parameters:
  ///   - items: the array of items; nil: the page has none.
  ///   - trail: what is known of the list up to the page before; nil: this is the first page.
  /// - Throws: `JSONReadError` if an object has the key of its identity twice.
  func read(
    _ items: JSONNode?, nodeKeys: [String], after trail: SinceTrail?, _ surroundings: SinceSurroundings
  ) throws(JSONReadError) -> SinceReading {
    let found = try items.map { items throws(JSONReadError) in
      try FoundItems(of: items, finder(nodeKeys: nodeKeys))
    }
    return SinceReading(SincePass(self, surroundings, nodeKeys, found, after: trail))
  }
}

/// What was read of a page. Only what else the page says shows whether one follows.
// A class, because a pass is large.
final class SinceReading {
  private let pass: SincePass

  fileprivate init(_ pass: consuming SincePass) {
    self.pass = pass
  }

  /// What tells the items of the walk apart, as ``ItemIdentities`` has it, of those that may come twice; 0 for the
  /// others.
  var identities: [UInt64]? { pass.identities }

  /// Whether an item came that the run before had, or that it left behind.
  var mark: PageWords.Mark { pass.mark }

  /// - Parameter isLast: whether no page follows.
  func finished(isLast: Bool) -> SincePage { pass.finished(isLast: isLast) }
}

extension ConnectionContent {
  /// Takes over what the page says about the items that are new.
  mutating func adopt(_ since: SincePage, at end: ListEnd) {
    leaveOut(known: since.known, skipped: since.skipped)
    if since.isEnd { facts[end] = .closed }
    carry(since.trail, at: end)
  }

  /// Forbids that the mark moves to this page or beyond.
  mutating func breakTrail(at end: ListEnd) {
    guard let trail = since?.trail, !trail.isBroken else { return }
    carry(trail.broken(), at: end)
  }

  private mutating func carry(_ trail: SinceTrail, at end: ListEnd) {
    since?.trail = trail
    facts.trail = TrailReference(trail)
    if case .open(let request) = facts[end] { facts[end] = .open(PageRequest.open(request).carrying(trail)) }
  }
}
