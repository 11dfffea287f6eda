import Dispatch
import SwiftPager
import TestSupport

/// One task of a stress test: does something with its pager, and again.
struct RandomPagerCaller {
  private var generator: SeededGenerator
  private let pager: HeroesPager
  private let server: HeroServer
  private let ledger: CallLedger
  private var listeners: [CallLedger.Listener] = []

  init(_ generator: SeededGenerator, pager: HeroesPager, server: HeroServer, ledger: CallLedger) {
    self.generator = generator
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
    case 70..<78: subscribe()
    case 78..<86: leave()
    case 86..<93: await cancelCall()
    case 93..<96: await readUpdates()
    default: await dropPager()
    }
  }

  /// Leaves the subscriptions to the ledger, to be kept as long as the pager or to be ended.
  func finish(keepingSubscriptions: Bool) {
    for listener in listeners {
      if keepingSubscriptions { ledger.stay(listener) } else { ledger.leave(listener) }
    }
  }

  /// Subscribes, and takes outputs as they come, one by one, or a few only.
  private mutating func subscribe() {
    let listener: CallLedger.Listener =
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: CallLedger.Listener(pager, demand: .unlimited)
      case 1: CallLedger.Listener(pager, demand: .max(1)) { _, _ in .max(1) }
      default: CallLedger.Listener(pager, demand: .max(Int.random(in: 1...3, using: &generator)))
      }
    listeners.append(listener)
  }

  /// Ends a subscription, which may have asked for more just before.
  private mutating func leave() {
    guard let listener = listeners.popLast() else { return }
    if Bool.random(using: &generator) { listener.request(.max(2)) }
    ledger.leave(listener)
  }

  /// Cancels the task that awaits a call, some time after it began.
  private mutating func cancelCall() async {
    let call = PagerCall.allCases.randomElement(using: &generator) ?? .fetch
    let task = Task { [pager] in await pager.outcome(of: call) }
    await giveWay()
    task.cancel()
    ledger.note(await task.value)
  }

  /// Reads the asynchronous sequence for a moment.
  private func readUpdates() async {
    let reading = Task { [pager, ledger] in
      var history: [Result<HeroesOutput, any Error>] = []
      for await update in pager.updates { history.append(update) }
      ledger.noteReading(history)
    }
    await pager.fetch()
    reading.cancel()
    await reading.value
  }

  /// Makes a pager of its own, begins something, and drops it.
  private mutating func dropPager() async {
    let own = HeroesCallbackPager.crowd(server)
    ledger.abandon(CallLedger.Listener(own, demand: .unlimited))
    own.fetch(callbackQueue: .global(), completion: ledger.completion())
    own.loadAll(callbackQueue: .global(), completion: ledger.completion())
    await giveWay()
    own.loadNext(callbackQueue: .global(), completion: ledger.completion())
  }

  /// Lets other tasks go on, now and then.
  private mutating func giveWay() async {
    for _ in 0..<Int.random(in: 0..<5, using: &generator) { await Task.yield() }
  }
}
