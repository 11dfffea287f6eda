/// The transfers of one transport, moved on one thread: takes work, lets libcurl move bytes, calls completions, sleeps.
///
/// Not `Sendable`: only the thread that made it touches it. Other threads go through the `TransferLedger`.
final class TransferLoop {
  private let ledger: TransferLedger
  private let settings: TransferSettings
  private let headers: HeaderList
  private let watch: SocketWatch
  private let multi: MultiHandle
  /// Added to `multi`, and held here as long as they are.
  private var running: [TransferID: Transfer] = [:]
  /// Ready for the next request.
  private var spare: [Transfer] = []
  /// Transfers that failed before they began. Told at the next turn, because their `send` has not returned yet.
  private var failedAtStart: [(id: TransferID, error: TransportError)] = []
  /// Why this loop cannot go on, met inside a completion's `send`.
  private var failure: CallFailure?

  /// Handles kept for reuse; each holds some tens of KiB.
  private static let largestSpareCount = 16
  /// Completions called before the loop looks at its sockets and its ledger again.
  private static let mostCompletionsAtOnce = 64

  private init(ledger: TransferLedger, settings: TransferSettings) throws(CallFailure) {
    try CallFailure.check(CurlLibrary.start())
    self.ledger = ledger
    self.settings = settings
    headers = try HeaderList(for: settings.configuration)
    watch = try SocketWatch()
    multi = try MultiHandle(watch: watch)
  }

  /// Makes a loop and a thread that runs it until the ledger says stop.
  ///
  /// Everything that the system may refuse is asked for here, so that a call learns of it and the next call can try again.
  static func startThread(
    ledger: TransferLedger, settings: TransferSettings
  ) throws(TransportError) -> StartedThread {
    do {
      let loop = try TransferLoop(ledger: ledger, settings: settings)
      let bell = loop.bell
      let handedOver = HandOver(loop)
      return StartedThread(thread: try NetworkThread { runThread(handedOver, ledger) }, bell: bell)
    } catch {
      throw TransportError(error, of: settings)
    }
  }

  /// The body of the transport's thread.
  private static func runThread(_ loop: HandOver<TransferLoop>, _ ledger: TransferLedger) {
    runToEnd(loop, ledger)
    ledger.threadEnded()
  }

  /// A function of its own, so that the loop and its sockets are gone before the thread is said to have ended.
  private static func runToEnd(_ handedOver: HandOver<TransferLoop>, _ ledger: TransferLedger) {
    guard let loop = handedOver.take() else { return }
    ledger.threadBegan(loop)
    let error = loop.run()
    ledger.refuse(with: error)
    loop.abortAll()
    ledger.failPending(with: error)
    ledger.withdrawLoop()
  }

  /// What other threads wake this one with.
  var bell: Bell { watch.bell }

  /// Begins a transfer from inside a completion: its first bytes leave before this returns.
  func startNow(_ id: TransferID, body: [UInt8]) {
    start(id, body: body)
    do {
      try multi.moveDue()
    } catch {
      failure = failure ?? error
    }
  }

  /// Begins a transfer: its first bytes leave with the next `moveDue`.
  private func start(_ id: TransferID, body: [UInt8]) {
    do {
      let transfer = try takeSpare()
      try transfer.start(id, body: body, on: multi)
      running[id] = transfer
    } catch {
      failedAtStart.append((id, TransportError(error, of: settings)))
    }
  }

  /// Aborts a transfer that nobody waits for any more.
  func abort(_ id: TransferID) {
    guard let transfer = running.removeValue(forKey: id) else { return }
    transfer.abort(on: multi)
    keep(transfer)
  }

  /// Works until the ledger says stop, libcurl gives up or the system does.
  ///
  /// - Returns: what those who still wait are to be told.
  private func run() -> TransportError {
    do {
      while let work = ledger.takeWork() {
        for (id, body) in work.submissions {
          start(id, body: body)
        }
        // After the submissions, some of which they may mean; nothing has left yet.
        for id in work.cancellations {
          abort(id)
        }
        if watch.isDue {
          try multi.moveDue()
        }
        let isMoreToFinish = try finishEnded()
        try waitAndMove(withoutSleep: isMoreToFinish || !failedAtStart.isEmpty)
      }
      return .shutDown(settings)
    } catch {
      // Going on would be a loop without sleep: such a failure does not pass.
      return TransportError(error, of: settings)
    }
  }

  /// Sleeps until there is something to do, and moves the transfers whose sockets are ready.
  private func waitAndMove(withoutSleep: Bool) throws(CallFailure) {
    for position in 0..<(try watch.wait(withoutSleep: withoutSleep)) {
      guard let ready = watch.ready(at: position) else { continue }
      try multi.move(ready)
    }
  }

  /// Calls the completions of the transfers that have ended. They may send and cancel.
  ///
  /// - Returns: whether there may be more.
  private func finishEnded() throws(CallFailure) -> Bool {
    for (id, error) in exchange(&failedAtStart, with: []) {
      ledger.takeCompletion(of: id)?(.failure(error))
    }
    for _ in 0..<Self.mostCompletionsAtOnce {
      if let failure { throw failure }
      guard let (easy, code) = multi.nextEnded() else { return false }
      guard let transfer = Transfer.of(easy) else { continue }
      let id = transfer.id
      running[id] = nil
      transfer.finish(on: multi)
      let result = transfer.result(code)
      // Before the completion, which may use it for the next request.
      keep(transfer)
      ledger.takeCompletion(of: id)?(result)
    }
    return true
  }

  /// Aborts every transfer, so that `multi` may go.
  private func abortAll() {
    for transfer in running.values {
      transfer.abort(on: multi)
    }
    running = [:]
    spare = []
  }

  private func takeSpare() throws(CallFailure) -> Transfer {
    if let transfer = spare.popLast() {
      return transfer
    }
    return try Transfer(settings: settings, headers: headers)
  }

  private func keep(_ transfer: Transfer) {
    if spare.count < Self.largestSpareCount {
      spare.append(transfer)
    }
  }
}
