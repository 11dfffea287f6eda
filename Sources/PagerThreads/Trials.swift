/// Something that may be in vain: tried each time while it is not, and more and more seldom while it is.
package struct Trials {
  /// How often it is passed over at most.
  private static let longestPause = 63

  /// Occasions that pass after it was in vain: about twice as many each time.
  private var pause = 0
  private var occasionsToPass = 0

  package init() {}

  /// There is an occasion. Returns whether to try; then `ended` says what came of it.
  package mutating func begin() -> Bool {
    guard occasionsToPass == 0 else {
      occasionsToPass -= 1
      return false
    }
    return true
  }

  package mutating func ended(inVain: Bool) {
    pause = inVain ? min(pause * 2 + 1, Self.longestPause) : 0
    occasionsToPass = pause
  }
}
