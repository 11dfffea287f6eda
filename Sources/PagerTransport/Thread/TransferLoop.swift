/// The transfers of one transport, moved on one thread: takes work, lets libcurl move bytes, calls completions, sleeps.
///
/// Not `Sendable`: only the thread that made it touches it. Other threads go through the `TransferLedger`.
final class TransferLoop {
  private let ledger: TransferLedger
  private let settings: TransferSettings
  private let headers: HeaderList
  private let multi: MultiHandle
  /// Added to `multi`, and held here as long as they are.
  private var running: [TransferID: Transfer] = [:]
  /// Ready for the next request.
  private var spare: [Transfer] = []
  /// Transfers that could not even begin. Told at the next turn, because their `send` has not returned yet.
  private var stillborn: [(id: TransferID, error: TransportError)] = []
  /// Whether a completion sent something that still waits for its first move.
  private var startedMore = false

  /// To be done once the requests that completions sent have left.
  private var afterworks: [@Sendable () -> Void] = []

  /// Handles kept for reuse; each holds some tens of KiB.
  private static let largestSpareCount = 16

  private init(ledger: TransferLedger, settings: TransferSettings) throws(CurlFailure) {
    try CurlFailure.check(CurlLibrary.start())
    self.ledger = ledger
    self.settings = settings
    headers = try HeaderList(for: settings.configuration)
    multi = try MultiHandle()
  }

  /// The body of the transport's thread: works until the ledger says stop, then ends what is left.
  static func runThread(ledger: TransferLedger, settings: TransferSettings) {
    ledger.threadBegan()
    runToEnd(ledger: ledger, settings: settings)
    ledger.threadEnded()
  }

  /// A function of its own, so that the loop and its sockets are gone before the thread is said to have ended.
  private static func runToEnd(ledger: TransferLedger, settings: TransferSettings) {
    do {
      let loop = try TransferLoop(ledger: ledger, settings: settings)
      ledger.publish(loop)
      let error = loop.run()
      loop.runAfterworks()
      loop.abortAll()
      ledger.failPending(with: error)
      loop.runAfterworks()
      ledger.withdrawLoop()
    } catch {
      ledger.failPending(with: TransportError(error, of: settings))
    }
  }

  /// What other threads wake this one with.
  var waker: MultiHandle.Waker { multi.waker }

  /// Begins a transfer: its first bytes leave in this turn of the loop or, from a completion, before the loop sleeps.
  func start(_ id: TransferID, body: [UInt8]) {
    startedMore = true
    do {
      let transfer = try takeSpare()
      try transfer.start(id, body: body, on: multi)
      running[id] = transfer
    } catch {
      stillborn.append((id, TransportError(error, of: settings)))
    }
  }

  /// Keeps something to do for when the bytes of the transfers that have been started are on their way.
  func runAfterSending(_ work: @escaping @Sendable () -> Void) {
    afterworks.append(work)
  }

  private func runAfterworks() {
    while !afterworks.isEmpty {
      for work in exchange(&afterworks, with: []) { work() }
    }
  }

  /// Aborts a transfer that nobody waits for any more.
  func abort(_ id: TransferID) {
    guard let transfer = running.removeValue(forKey: id) else { return }
    transfer.abort(on: multi)
    keep(transfer)
  }

  /// Works until the ledger says stop or libcurl gives up.
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
        startedMore = false
        try multi.perform()
        runAfterworks()
        finishEnded()
        // A request that a completion sent leaves with the next turn's perform, before any sleep.
        if !startedMore {
          runAfterworks()
          try multi.poll()
        }
      }
      return .shutDown(settings)
    } catch {
      // Going on would be a loop without sleep: such a failure does not pass.
      return TransportError(error, of: settings)
    }
  }

  /// Calls the completions of all transfers that have ended. They may send and cancel.
  private func finishEnded() {
    for (id, error) in exchange(&stillborn, with: []) {
      ledger.takeCompletion(of: id)?(.failure(error))
    }
    while let (easy, code) = multi.nextEnded() {
      guard let transfer = Transfer.of(easy) else { continue }
      let id = transfer.id
      running[id] = nil
      transfer.finish(on: multi)
      let result = transfer.result(code)
      // Before the completion, which may use it for the next request.
      keep(transfer)
      ledger.takeCompletion(of: id)?(result)
    }
  }

  /// Aborts every transfer, so that `multi` may go.
  private func abortAll() {
    for transfer in running.values {
      transfer.abort(on: multi)
    }
    running = [:]
    spare = []
  }

  private func takeSpare() throws(CurlFailure) -> Transfer {
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
