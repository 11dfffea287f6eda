import Dispatch
import SwiftPager
import TestSupport

/// One task of a stress test: does something with its pager, and again.
struct RandomPagerCaller {
  private var generator: SeededGenerator
  private let pager: HeroesPager
  private let server: HeroServer
  private let ledger: CallLedger
  private var subscribers: [RecordingSubscriber<Result<HeroesOutput, any Error>>] = []

  init(seed: UInt64, pager: HeroesPager, server: HeroServer, ledger: CallLedger) {
    generator = SeededGenerator(seed: seed)
    self.pager = pager
    self.server = server
    self.ledger = ledger
  }

  mutating func callSomething() async {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<5: await pager.fetch()
    case 5..<8: await pager.refetch()
    case 8..<38: ledger.note(await pager.outcome(of: .loadNext))
    case 38..<53: ledger.note(await pager.outcome(of: .loadPrevious))
    case 53..<57: ledger.note(await pager.outcome(of: .loadAll))
    case 57..<61: ledger.note(await pager.outcome(of: .loadRest))
    case 61..<63: await pager.reset()
    case 63..<70: _ = await (pager.canLoadNext, pager.canLoadPrevious, pager.isLoadingAll)
    case 70..<78: subscribers.append(RecordingSubscriber(pager))
    case 78..<86: leave()
    case 86..<93: await cancelCall()
    case 93..<96: await readUpdates()
    default: dropPager()
    }
  }

  /// Ends a subscription.
  private mutating func leave() {
    guard let subscriber = subscribers.popLast() else { return }
    subscriber.cancel()
    ledger.note(subscriber.history)
  }

  /// Cancels the task that awaits a call, some time after it began.
  private mutating func cancelCall() async {
    let call = PagerCall.allCases.randomElement(using: &generator) ?? .fetch
    let task = Task { [pager] in await pager.outcome(of: call) }
    for _ in 0..<Int.random(in: 0..<5, using: &generator) { await Task.yield() }
    task.cancel()
    ledger.note(await task.value)
  }

  /// Reads the asynchronous sequence for a moment.
  private func readUpdates() async {
    let reading = Task { [pager, ledger] in
      var history: [Result<HeroesOutput, any Error>] = []
      for await update in pager.updates { history.append(update) }
      ledger.note(history)
    }
    await pager.fetch()
    reading.cancel()
    await reading.value
  }

  /// Makes a pager of its own, begins something, and drops it.
  private mutating func dropPager() {
    let own = HeroesCallbackPager.crowd(server)
    let subscriber = RecordingSubscriber(own)
    own.fetch(callbackQueue: .global(), completion: ledger.completion())
    own.loadAll(callbackQueue: .global(), completion: ledger.completion())
    let moment = DispatchTime.now().uptimeNanoseconds + UInt64.random(in: 0...200_000, using: &generator)
    while DispatchTime.now().uptimeNanoseconds < moment {}
    own.loadNext(callbackQueue: .global(), completion: ledger.completion())
    ledger.note(subscriber.history)
  }
}
