import Glibc
import PagerBytes
import PagerLists
import PagerState
import PagerThreads

/// The items of a page as C gets them to keep.
struct ItemsText {
  let start: UnsafeMutablePointer<CChar>
  /// Without the NUL behind it.
  let count: Int

  /// One JSON array, with the node of each edge; `null` if the page has no array. Nil if memory runs out.
  init?(of page: ConnectionPage) {
    let text: UnsafeMutablePointer<CChar>?
    if let items = page.items {
      if page.nodeKeys.isEmpty, page.omission == nil {
        // The array as it came: no place of an item has to be known.
        count = items.count
        text = page.body.withUnsafeBytes { copyToC(UnsafeRawBufferPointer(rebasing: $0[items])) }
      } else {
        guard let slices = try? ItemSlices(nodesAt: items, of: page) else { return nil }
        let array = ItemArray(items: slices, body: page.body)
        count = array.count
        text = array.copyToC(count: count)
      }
    } else {
      let null: StaticString = "null"
      count = null.utf8CodeUnitCount
      text = null.withUTF8Buffer { copyToC(UnsafeRawBufferPointer($0)) }
    }
    guard let text else { return nil }
    start = text
  }
}

extension OperationObject {
  /// The items of the next page; nil after the operation has ended well and no page is left.
  ///
  /// - Throws: the error with which it ended, after its last page.
  func nextItems(until deadline: Deadline) throws(ErrorReport) -> ItemsText? {
    if case .loadAll(let walk)? = call?.kind, !walk.emitsEachPage {
      throw ErrorReport(
        .invalidArgument,
        "the items come page by page, and this walk makes one update at its end: set \"emit\" to \"each\"")
    }
    while let update = try next(until: deadline) {
      guard case .page(let change) = update.update.event else { continue }
      // The server's answer takes its place.
      if change.source == .cache, showsCacheFirst { continue }
      guard let items = ItemsText(of: change.page) else {
        // Its consumer cannot ask for this page again, so the next operation does.
        abandon()
        throw ErrorReport(.noMemory, "there is not enough memory for the items of a page")
      }
      return items
    }
    return nil
  }
}
