private import CPlatform

/// How long a thread stays awake for what it expects, giving way to others, before it sleeps: a policy.
///
/// To wake a processor that has nothing else to do takes longer than to read a page of a fast server. Where nothing comes soon
/// enough, staying awake is tried more and more seldom, and on one processor never: it would keep others from bringing it.
package struct Patience {
  /// In nanoseconds.
  private let longest: UInt64
  private var trials = Trials()

  package init(nanoseconds longest: UInt64) {
    self.longest = longest
  }

  /// The thread has nothing to do. Returns for how many nanoseconds it stays awake: where that is not 0, `ended` follows.
  package mutating func begin() -> UInt64 {
    trials.begin() && swiftpager_usable_processors() > 1 ? longest : 0
  }

  /// - Parameter inVain: whether nothing came meanwhile.
  package mutating func ended(inVain: Bool) {
    trials.ended(inVain: inVain)
  }
}
