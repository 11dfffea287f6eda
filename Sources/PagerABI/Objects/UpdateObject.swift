import CSwiftPager
import Glibc
import PagerClient
import PagerCore
import PagerLocks
import PagerState

/// An update as C sees it: borrowed in a callback, or retained.
final class UpdateObject: Handled {
  static let handleName: StaticString = "update"

  let update: DocumentUpdate
  private let signposts: ListSignposts
  private let onFinish: (@Sendable () -> Void)?
  private let guarded = Lock(Guarded())

  /// The parts of the handle that are made when C asks for them.
  private struct Guarded: ~Copyable {
    var references = 1
    var pages: [PagePosition: OpaquePointer] = [:]
    var texts = OwnedTexts()
  }

  /// Which page of the update a handle stands for.
  private enum PagePosition: Hashable {
    case last
    case at(Int)
  }

  /// - Parameter onFinish: called when C finishes with the update, and when it releases the last reference. No lock is
  ///   held during the call.
  init(_ update: DocumentUpdate, _ signposts: ListSignposts, onFinish: (@Sendable () -> Void)? = nil) {
    self.update = update
    self.signposts = signposts
    self.onFinish = onFinish
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

  /// Releases one reference. With the last one the handle and the pages' handles become stale. Returns false if there
  /// was none left.
  func release(_ handle: OpaquePointer?) -> Bool {
    let (isReferenced, stale) = guarded.withLock { update -> (Bool, [UInt]?) in
      guard update.references > 0 else { return (false, nil) }
      update.references -= 1
      return (true, update.references == 0 ? update.pages.values.map { UInt(bitPattern: $0) } : nil)
    }
    guard let stale else { return isReferenced }
    for page in stale { _ = HandleTable.shared.remove(OpaquePointer(bitPattern: page), as: PageObject.self) }
    _ = HandleTable.shared.remove(handle, as: UpdateObject.self)
    onFinish?()
    return true
  }

  /// C has finished with the update, and keeps it.
  func finish() {
    onFinish?()
  }

  // MARK: Parts

  /// The failure that the update reports; nil for a state of the list.
  var failure: ErrorReport? {
    switch update.event {
    case .page(let change): change.page.hasFailed ? ErrorReport(withoutData: change.page) : nil
    case .failure(let error): ErrorReport(error)
    case .incomplete(let reason): ErrorReport(reason, signposts)
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

  /// The lists inside the pages that are not whole, or do not say whether they are.
  var nested: NestedCount {
    var count = NestedCount()
    for index in 0..<update.pages.count {
      if let lists = update.pages.page(at: index)?.page.nested { count += lists.count }
    }
    return count
  }

  /// The whole update as text that lives as long as it.
  var output: BorrowedText {
    let text = PagesText(pages: update.pages)
    return guarded.withLock { update in
      update.texts.text(for: .output, count: text.count) { text.write(to: $0) }
    }
  }

  /// The handle of the newest page; nil for a failure.
  var lastPage: OpaquePointer? {
    guard case .page(let change) = update.event else { return nil }
    return handle(at: .last) { PageObject(change.page, change.role) }
  }

  /// The handle of the page at an index of the list; nil outside.
  func page(at index: Int) -> OpaquePointer? {
    guard let (page, role) = update.pages.page(at: index) else { return nil }
    return handle(at: .at(index)) { PageObject(page, role) }
  }

  private func handle(at position: PagePosition, _ make: () -> PageObject) -> OpaquePointer? {
    guarded.withLock { update in
      // Without references there is no handle left to find or to release.
      guard update.references > 0 else { return nil }
      if let known = update.pages[position] { return known }
      let handle = make().makeHandle()
      update.pages[position] = handle
      return handle
    }
  }
}
