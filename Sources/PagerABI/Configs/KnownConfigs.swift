import PagerLists
import PagerThreads

/// What the pagers of one client had last: queries and settings, without the values of variables, tokens and
/// checkpoints. Together they take a megabyte at most.
final class KnownConfigs: Sendable {
  let queries = KnownQueries()
  private let kept = Lock(RecentTexts<PagerSettings>(most: KnownQueries.most, greatestSize: greatestSize))

  private static let greatestSize = 1 << 18

  /// The settings that a pager had with the same texts; nil if they are not known.
  ///
  /// - Parameter texts: the config without variables, and the query if that is another argument.
  func settings(for texts: [String]) -> PagerSettings? { kept.withLock { $0.value(for: texts) } }

  /// How many settings there are.
  var count: Int { kept.withLock { $0.count } }

  func keep(_ settings: PagerSettings, for texts: [String]) {
    let bytes = texts.reduce(0) { $0 + $1.utf8.count }
    kept.withLock { $0.keep(settings, for: texts, size: Self.fixedBytes + bytes * Self.bytesPerByte) }
  }

  // The texts are kept, and most of them a second time as parts of the settings.
  private static let fixedBytes = 2048
  private static let bytesPerByte = 3
}
