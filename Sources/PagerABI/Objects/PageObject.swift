import PagerBytes
import PagerCore
import PagerState

/// A page as C sees it; its handle lives as long as its update's.
final class PageObject: Handled {
  static let handleName: StaticString = "page"

  let page: ConnectionPage
  let role: PageRole

  init(_ page: ConnectionPage, _ role: PageRole) {
    self.page = page
    self.role = role
  }

  /// A part of the received bytes, in place. The page's update keeps them alive.
  func slice(_ range: Range<Int>?) -> BorrowedText {
    guard let range, let start = page.body.bytes.baseAddress else { return .none }
    let text = (start + range.lowerBound).assumingMemoryBound(to: CChar.self)
    return BorrowedText(start: text, count: range.count)
  }
}
