import CSwiftPager
import Glibc
import PagerBytes
import PagerClient
import PagerEngine
import PagerLists
import PagerState
import PagerThreads

/// An update as C sees it: borrowed in a callback, or retained.
final class UpdateObject: Handled {
  static let handleName: StaticString = "update"

  let update: PagerUpdate
  private let words: ListWords
  private weak let origin: (any UpdateOrigin)?
  private let subscriber: SubscriberID?
  private let guarded = Lock(Guarded())

  /// The parts of the handle that are made when C asks for them.
  private struct Guarded: ~Copyable {
    var references = 1
    var newPage: OpaquePointer?
    /// By the index in the list.
    var pages: [Int: OpaquePointer] = [:]
    var texts = OwnedTexts()
  }

  /// - Parameters:
  ///   - origin: learns when C finishes with the update, and when C releases the last reference. No lock is held then.
  ///   - subscriber: the subscription or operation that the update belongs to.
  init(
    _ update: PagerUpdate, _ words: ListWords, from origin: (any UpdateOrigin)? = nil,
    to subscriber: SubscriberID? = nil
  ) {
    self.update = update
    self.words = words
    self.origin = origin
    self.subscriber = subscriber
  }

  // MARK: References

  /// Adds a reference. Returns false when another thread has just given the last one back.
  func retain() -> Bool {
    guarded.withLock { update in
      guard update.references > 0 else { return false }
      update.references += 1
      return true
    }
  }

  /// Releases one reference. With the last one the update's handle becomes stale. The handles of its pages that C has
  /// not retained become stale, too. Returns false if there was none left.
  func release(_ handle: OpaquePointer?) -> Bool {
    let (isReferenced, stale) = guarded.withLock { update -> (Bool, (last: UInt, others: [UInt])?) in
      guard update.references > 0 else { return (false, nil) }
      update.references -= 1
      guard update.references == 0 else { return (true, nil) }
      return (true, (UInt(bitPattern: update.newPage), update.pages.values.map { UInt(bitPattern: $0) }))
    }
    guard let stale else { return isReferenced }
    for page in [stale.last] + stale.others {
      let page = OpaquePointer(bitPattern: page)
      HandleTable.shared.find(page, as: PageObject.self)?.endUpdate(page)
    }
    _ = HandleTable.shared.remove(handle, as: UpdateObject.self)
    finish()
    return true
  }

  /// C has finished with the update.
  func finish() {
    if let subscriber { origin?.finish(update.id, by: subscriber) }
  }

  // MARK: Parts

  /// The failure that the update reports; nil for a state of the list.
  var failure: ErrorReport? {
    switch update.event {
    case .page(let change):
      let page = ConnectionPage.open(change.page)
      return page.hasFailed ? ErrorReport(withoutData: page, words) : nil
    case .failure(let error): return ErrorReport(error, words)
    case .incomplete(let reason): return ErrorReport(reason, words)
    }
  }

  /// The failure as text that lives as long as the update.
  var errorText: UnsafePointer<CChar>? {
    guard let failure else { return nil }
    let text = failure.json.utf8
    return guarded.withLock { update in
      update.texts.text(for: .error, count: text.count) { $0.copyBytes(from: text) }.start
    }
  }

  /// The whole update as text that lives as long as it.
  var output: BorrowedText {
    let text = PagesText(pages: update.pages)
    return guarded.withLock { update in
      update.texts.text(for: .output, count: text.count) { text.write(to: $0) }
    }
  }

  /// The index in the list of the page that the update brings; nil for a failure.
  var pageIndex: Int? {
    guard case .page(let change) = update.event else { return nil }
    return update.pages.position(of: change)
  }

  /// The handle of that page; nil for a failure.
  var newPage: OpaquePointer? {
    guard case .page(let change) = update.event else { return nil }
    return guarded.withLock { update in
      // The last reference is gone, so the table has no handle of this update any more.
      guard update.references > 0 else { return nil }
      return Self.handle(&update.newPage) { PageObject(ConnectionPage.open(change.page), change.role) }
    }
  }

  /// The handle of the page at an index of the list; nil outside.
  func page(at index: Int) -> OpaquePointer? {
    guard let (page, role) = update.pages.page(at: index) else { return nil }
    return guarded.withLock { update in
      guard update.references > 0 else { return nil }
      return Self.handle(&update.pages[index]) { PageObject(ConnectionPage.open(page), role) }
    }
  }

  /// The handle of a page, made at the first call.
  private static func handle(_ known: inout OpaquePointer?, _ make: () -> PageObject) -> OpaquePointer? {
    if known == nil { known = make().makeHandle() }
    return known
  }
}

/// What an update came from.
protocol UpdateOrigin: AnyObject, Sendable {
  /// C has finished with an update of a subscriber.
  func finish(_ update: UpdateID, by subscriber: SubscriberID)
}

extension PagerEngine: UpdateOrigin {}

/// The pages as one JSON text, with each response as the server sent it.
struct PagesText: TextInPieces {
  let pages: PageSnapshot

  func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) {
    Self.give("{\"previous_pages\":[", to: body)
    Self.give(responses: pages.previous.reversed(), to: body)
    Self.give("],\"initial_page\":", to: body)
    if let initial = pages.initial {
      ConnectionPage.open(initial).body.withUnsafeBytes(body)
    } else {
      Self.give("null", to: body)
    }
    Self.give(",\"next_pages\":[", to: body)
    Self.give(responses: pages.next, to: body)
    Self.give("]}", to: body)
  }

  private static func give(responses pages: some Sequence<ListPage>, to body: (UnsafeRawBufferPointer) -> Void) {
    var isFirst = true
    for page in pages {
      if !isFirst { give(",", to: body) }
      isFirst = false
      ConnectionPage.open(page).body.withUnsafeBytes(body)
    }
  }

  private static func give(_ text: StaticString, to body: (UnsafeRawBufferPointer) -> Void) {
    text.withUTF8Buffer { body(UnsafeRawBufferPointer($0)) }
  }
}
