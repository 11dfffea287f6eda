/// The kinds of lists.
///
/// Each has a folder of its own with all that only it knows: how a config and a document describe it, how a request
/// names a page, what a page says about its neighbours, its tokens and its words. All other code asks
/// ``ListKind/list``. `CONTRIBUTING.md` has the files that a further kind touches.
package enum ListKind: Sendable, Hashable {
  case cursor(CursorShape)
  case offset(OffsetShape)
  case keyset(KeysetShape)
  /// A function of the host reads the page info.
  case hooked(HookedShape)

  /// What the kind says of itself.
  package var list: any ListShape {
    switch self {
    case .cursor(let list): list
    case .offset(let list): list
    case .keyset(let list): list
    case .hooked(let list): list
    }
  }
}
