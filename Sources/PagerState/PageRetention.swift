/// Which pages a pager keeps in memory.
public enum PageRetention: Sendable, Hashable {
  /// All pages of the list.
  case all
  /// The page that was loaded last.
  case last
  /// None: a page lives as long as the update that carries it.
  case none
}
