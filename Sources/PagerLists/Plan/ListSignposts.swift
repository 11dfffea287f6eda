import PagerState

/// The places at which the answers of a list say how it continues. Errors name them.
package struct ListSignposts: Sendable, Hashable {
  /// Where the cursors are: `/data/products/pageInfo/endCursor`. Several are joined by "or".
  package let cursors: String
  /// The places of the flags for more pages.
  package let flags: String

  init(cursors: [String], flags: [String]) {
    // If a hook reads the page info, the answers are not looked at.
    self.cursors = cursors.isEmpty ? "end_cursor or start_cursor of the hook's page info" : Self.listed(cursors)
    self.flags = flags.isEmpty ? "can_load_next or can_load_previous of the hook's page info" : Self.listed(flags)
  }

  private static func listed(_ places: [String]) -> String {
    var seen: Set<String> = []
    return places.filter { seen.insert($0).inserted }.joined(separator: " or ")
  }
}

extension IncompleteReason {
  /// A reason that only lists with cursors have, or one that all lists share.
  func message(_ signposts: ListSignposts) -> String {
    let (cursor, flags) = (signposts.cursors, signposts.flags)
    return switch self {
    case .cursorStuck:
      "the page says there is more, but its cursor at \(cursor) is the cursor of the request: "
        + "the server does not advance"
    case .cursorCycle:
      "the page says there is more, but its cursor at \(cursor) is that of an earlier page: "
        + "the server goes round in circles"
    case .missingPageInfo:
      "the page does not say whether there is more: no true or false at \(flags), "
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
    case .repeatedPage:
      "the page has the items of the page before it, byte for byte: the server ignores the number that the request "
        + "names. If two pages of the list may be equal, set \"repeats\": \"allow\""
    case .firstPageAgain:
      "the page has the items of the first page again, each in its old place: the server does not know the cursor or "
        + "the place that the request names any more, and begins anew. Read the list again; if pages of the list may "
        + "be equal, set \"repeats\": \"allow\""
    case .beyondFirstPage:
      "the answer says that there is more, and the config says with \"end\": \"first_page\" that it is the whole list: "
        + "name what asks for the next page instead"
    case .markNotReached:
      "the list ends although no item came that the run before had, so items between may be missing, and the mark "
        + "stays: a search may stop after 1,000 items, or all those items are gone. Read the oldest items first, or "
        + "have the server leave out what is older (\"order\": \"ascending\" or \"filtered\" with a `variable`); for a "
        + "list that the server keeps short on purpose, set \"unreached\": \"accept\" in `since`"
    case .movedOn:
      "a request for the next page was sent, and its page did not come into the list: the server may have moved on, so "
        + "the items of that page may be missing; fetch the list again"
    case .firstPageUnknown:
      "the server counts its pages from 0, and the walk began with page 1, so the items of page 0 are missing: name "
        + "the first page in the variables"
    case .nullAbove(let place):
      "the response has null \(place.map { "at \($0.pointer)" } ?? "on the way to the list"), and no error says why: "
        + "there is no such object, or the server does not show it to this client"
    }
  }
}
