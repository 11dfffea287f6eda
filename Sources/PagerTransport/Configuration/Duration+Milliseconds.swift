/// Durations as libcurl and people count them.
extension Duration {
  /// Whole milliseconds, rounded up so that a short limit never becomes curl's 0, "no limit"; at most 24 days, the
  /// most that curl counts.
  var milliseconds: Int32 {
    guard self > .zero else { return 0 }
    let (seconds, attoseconds) = components
    guard seconds < 1_000_000 else { return .max }
    return Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  /// The duration for a message: `30 s` or `250 ms`.
  var inWords: String {
    milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}
