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
    defer { withExtendedLifetime(page) {} }
    guard let array = page.items else {
      let null: StaticString = "null"
      self.init(copying: UnsafeRawBufferPointer(start: null.utf8Start, count: null.utf8CodeUnitCount))
      return
    }
    guard !page.nodeKeys.isEmpty || page.omission != nil else {
      // The array as it came: no place of an item has to be known.
      self.init(copying: UnsafeRawBufferPointer(rebasing: page.body.bytes[array]))
      return
    }
    guard let slices = try? ItemSlices(nodesAt: array, of: page) else { return nil }
    self.init(ItemArray(items: slices, body: page.body))
  }

  private init?(copying bytes: UnsafeRawBufferPointer) {
    guard let copy = copyToC(bytes) else { return nil }
    start = copy
    count = bytes.count
  }

  private init?(_ array: ItemArray) {
    count = array.count
    guard let memory = malloc(count + 1) else { return nil }
    array.write(to: UnsafeMutableRawBufferPointer(start: memory, count: count))
    memory.storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
    start = memory.bindMemory(to: CChar.self, capacity: count + 1)
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
      guard let items = ItemsText(of: ConnectionPage.open(change.page)) else {
        // Its consumer cannot ask for this page again, so the next operation does.
        abandon()
        throw ErrorReport(.noMemory, "there is not enough memory for the items of a page")
      }
      return items
    }
    return nil
  }
}
