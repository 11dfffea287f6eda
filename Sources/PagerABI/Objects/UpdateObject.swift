import CSwiftPager
import Glibc
import PagerClient
import PagerState
import PagerCore
import Synchronization

/// An update as C sees it: borrowed in a callback, or retained.
final class UpdateObject: Handled {
  static let handleName: StaticString = "update"

  let update: DocumentUpdate
  private let shape: ConnectionShape
  private let onLastRelease: (@Sendable () -> Void)?
  private let guarded = Mutex(Guarded())

  /// What belongs to the handle, and is made when C asks for it.
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

  /// - Parameter onLastRelease: called once, when C gives the last reference back. No lock is held meanwhile.
  init(_ update: DocumentUpdate, _ shape: ConnectionShape, onLastRelease: (@Sendable () -> Void)? = nil) {
    self.update = update
    self.shape = shape
    self.onLastRelease = onLastRelease
  }

  // MARK: References

  func retain() {
    guarded.withLock { $0.references += 1 }
  }

  /// Gives one reference back; with the last one the handle, and those of the pages, become stale.
  func release(_ handle: OpaquePointer?) {
    let stale = guarded.withLock { update -> [OpaquePointer]? in
      update.references -= 1
      return update.references == 0 ? Array(update.pages.values) : nil
    }
    guard let stale else { return }
    for page in stale { _ = HandleTable.shared.remove(page, as: PageObject.self) }
    _ = HandleTable.shared.remove(handle, as: UpdateObject.self)
    onLastRelease?()
  }

  // MARK: Parts

  /// The failure that the update tells of; nil for a state of the list.
  var failure: ErrorReport? {
    switch update.event {
    case .page(let change): change.page.hasFailed ? ErrorReport(withoutData: change.page) : nil
    case .failure(let error): ErrorReport(error)
    case .incomplete(let reason): ErrorReport(reason, shape)
    }
  }

  /// The failure as text that lives as long as the update.
  var errorText: UnsafePointer<CChar>? {
    guard let failure else { return nil }
    return guarded.withLock { update in update.texts.text(for: .error) { Array(failure.json.utf8) }.start }
  }

  /// The whole update as text that lives as long as it.
  var output: BorrowedText {
    guarded.withLock { [update] guarded in guarded.texts.text(for: .output) { update.pages.json } }
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
      if let known = update.pages[position] { return known }
      let handle = make().makeHandle()
      update.pages[position] = handle
      return handle
    }
  }
}
