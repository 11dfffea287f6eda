import PagerThreads
import Testing

@Suite("What may be in vain")
struct TrialsTests {
  /// How often something is tried on so many occasions.
  private func tries(_ occasions: Int, inVain: Bool, of trials: inout Trials) -> Int {
    (0..<occasions).count { _ in
      guard trials.begin() else { return false }
      trials.ended(inVain: inVain)
      return true
    }
  }

  @Test func isTriedEachTimeWhileItIsNot() {
    var trials = Trials()
    #expect(tries(1_000, inVain: false, of: &trials) == 1_000)
  }

  @Test func isTriedMoreAndMoreSeldomWhileItIs() {
    var trials = Trials()
    #expect(tries(127, inVain: true, of: &trials) == 7)
    #expect(tries(6_400, inVain: true, of: &trials) == 100)
  }

  @Test func isTriedEachTimeAgainOnceItIsWorthIt() {
    var trials = Trials()
    _ = tries(1_000, inVain: true, of: &trials)
    #expect(tries(64, inVain: false, of: &trials) >= 1)
    #expect(tries(100, inVain: false, of: &trials) == 100)
  }
}
