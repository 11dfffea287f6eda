import PagerLists
import PagerJSON
import PagerState

/// Why a list cannot be completed, in words. The signposts name the places in the answers.
extension ErrorReport {
  init(_ reason: IncompleteReason, _ signposts: ListSignposts) {
    let message =
      if let keyset = signposts.keyset {
        Self.message(reason, keyset, signposts)
      } else if signposts.isOffsetList {
        Self.offsetMessage(reason, signposts)
      } else {
        Self.message(reason, signposts)
      }
    self.init(Status(reason), message)
  }

  /// The reasons of a list whose answers have cursors, and the reasons that all lists share.
  private static func message(_ reason: IncompleteReason, _ signposts: ListSignposts) -> String {
    let cursor = signposts.cursors
    return switch reason {
    case .cursorStuck:
      "the page says there is more, but its cursor at \(cursor) is the cursor of the request: "
        + "the server does not advance"
    case .cursorCycle:
      "the page says there is more, but its cursor at \(cursor) is that of an earlier page: "
        + "the server goes round in circles"
    case .missingPageInfo:
      "the page does not say whether there is more: no true or false at \(signposts.flags), "
        + "or no usable cursor at \(cursor)"
    case .nullCursor:
      "the page says there is more, but the cursor at \(cursor) is null or absent"
    case .pagesChanged:
      "the list reached its end, but some of its pages changed in the cache after the pages beyond them were loaded, "
        + "and no longer lead to those: items between them may be missing or come twice; fetch the list again"
    case .pageLimit:
      "the walk reached its max_pages or max_items, and there is more: "
        + "load_all with \"fetch_from_initial_page\": false continues from here"
    case .missingKey(let fault):
      fault?.message ?? "the item at the end of the page has no key for the next request"
    case .duplicateKey(let fault):
      fault?.message ?? "two items of a page have the same key, so the next request might skip items"
    case .nullList:
      "the page has null in place of the list, and does not say whether there is more: the server failed to "
        + "return the items, or returns null for an empty page; if it does, set \"null_list\": \"empty\""
    case .emptyPages:
      "too many pages in a row have no items, and each says that there is more: raise \"max_empty_pages\" if the "
        + "server may leave so many pages empty"
        + (signposts.pageVariable.map { ". If it counts its pages from 0, set the variable `$\($0)` to 0" } ?? "")
    case .repeatedPage:
      "the page has the items of the page before it, byte for byte: the server ignores the number that the request "
        + "names. If two pages of the list may be equal, set \"repeats\": \"allow\""
    case .firstPageUnknown:
      "the server counts its pages from 0, and the walk began with page 1, so the items of page 0 are missing: name "
        + "the first page in the variables"
        + (signposts.pageVariable.map { ", as in {\"\($0)\": 0}" } ?? "")
    case .nullAbove(let place):
      "the response has null \(place.map { "at \($0.pointer)" } ?? "on the way to the list"), and no error says why: "
        + "there is no such object, or the server does not show it to this client"
    }
  }

  private static func offsetMessage(_ reason: IncompleteReason, _ signposts: ListSignposts) -> String {
    switch reason {
    case .cursorStuck:
      "the page has no items and says there is more, so the next offset is the same: the server does not advance"
    case .missingPageInfo:
      "the page does not say whether there is more: nothing usable at \(signposts.flags)"
    case .cursorCycle:
      "the pages repeat the items of the list, and bring no other ones: the server ignores the offset, or goes round "
        + "in circles"
    default: message(reason, signposts)
    }
  }

  private static func message(
    _ reason: IncompleteReason, _ list: KeysetShape, _ signposts: ListSignposts
  ) -> String {
    switch reason {
    case .cursorStuck where list.isInclusive:
      "the next request is the same as the last one, because all items that came have its key: with `inclusive` a page "
        + "must be larger than the largest number of items with one key. Raise the page size, add a second key, or set "
        + "\"end\": \"short_page\" if the server always sends full pages"
    case .cursorStuck where list.hasMore != nil:
      "the next request is the same as the last one: the page has no items and says there is more, or its last item "
        + "has the key of the request"
    case .cursorStuck:
      "the page ends with the key of its own request, so the next request is the same: the server ignores the key, or "
        + "its filter includes the key (>=); if it does, set \"inclusive\": true"
    case .cursorCycle:
      "the page leads back to an earlier one: it ends with the key of an earlier request, or more items in a row were "
        + "repeated than the list has. The server does not order the list by the key, or ignores the key"
    case .missingPageInfo:
      "the page does not say whether there is more: nothing usable at \(signposts.flags)"
    case .duplicateKey:
      message(reason, signposts) + ". Add a second key that tells such items apart, or set \"inclusive\": true with "
        + "`identity` if the server can filter with >="
    default: message(reason, signposts)
    }
  }
}
