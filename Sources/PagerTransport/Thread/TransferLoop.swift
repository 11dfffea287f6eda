internal import CCurl
internal import CPlatform
internal import DequeModule
internal import PagerThreads

/// The transfers of one transport: takes work, lets libcurl move bytes, calls completions, sleeps.
///
/// Not `Sendable`: only the thread that drives touches it, see `DriverSeat`. Others go through the `TransferLedger`.
final class TransferLoop {
  private let ledger: TransferLedger
  private let settings: TransferSettings
  private let poll: EventPoll
  private let timer: Descriptor
  private let watchdog: Watchdog?
  private var transfers: TransferPool
  private var lanes: Lanes
  /// The transfers that have been added to a lane.
  private var running = SortedTable<TransferID, (transfer: Transfer, lane: Lane)>()
  /// The requests that wait for a connection, if the number of connections is limited.
  private var waiting: Deque<(id: TransferID, request: TransportRequest)> = []
  /// Transfers that failed before they began. Reported in the next round, because their `send` has not returned yet.
  private var failedAtStart: [(id: TransferID, error: TransportError)] = []
  /// Why this loop cannot go on, met inside a completion's `send`.
  private var failure: CallFailure?

  /// libcurl and TLS need some tens of KiB of the thread's stack; completions run there, too.
  private static let stackSize = 1 << 20
  /// Completions called before the loop looks at its sockets and its ledger again.
  private static let mostCompletionsAtOnce = 64

  private init(ledger: TransferLedger, settings: TransferSettings) throws(CallFailure) {
    try CallFailure.check(CurlLibrary.start())
    self.ledger = ledger
    self.settings = settings
    poll = try EventPoll()
    timer = try Descriptor(ccurl_timer_create())
    watchdog = settings.configuration.mayMultiplex ? Watchdog() : nil
    let connections = IdleConnections(poll, watchdog: watchdog)
    transfers = try TransferPool(settings: settings, connections: connections)
    lanes = try Lanes(
      poll: poll, connections: connections, maxConnections: settings.configuration.maxConnections)
  }

  /// Makes a loop and a thread that runs it until the ledger says stop.
  ///
  /// The loop asks for everything here that the system may refuse. So a call learns of it, and the next call can try
  /// again.
  static func startThread(
    ledger: TransferLedger, settings: TransferSettings
  ) throws(TransportError) -> StartedThread {
    do throws(CallFailure) {
      let loop = try TransferLoop(ledger: ledger, settings: settings)
      let (bell, alarm, watchdog) = (loop.poll.bell, loop.alarm, loop.watchdog)
      let handedOver = HandOver(loop)
      do throws(SystemThread.StartFailure) {
        let thread = try SystemThread(named: "swiftpager-net", stackSize: stackSize) { runThread(handedOver, ledger) }
        return StartedThread(thread: thread, bell: bell, alarm: alarm, watchdog: watchdog)
      } catch {
        throw .thread(error.errorNumber)
      }
    } catch {
      throw TransportError(error, of: settings)
    }
  }

  /// The body of the transport's thread.
  private static func runThread(_ loop: HandOver<TransferLoop>, _ ledger: TransferLedger) {
    runToEnd(loop, ledger)
    ledger.threadEnds()
  }

  /// A function of its own, so that the loop and its sockets are gone before the thread is said to have ended.
  private static func runToEnd(_ handedOver: HandOver<TransferLoop>, _ ledger: TransferLedger) {
    guard let loop = handedOver.takeOnce() else { return }
    ledger.threadBegan(loop)
    let error = loop.run()
    ledger.refuse(with: error)
    loop.abortAll()
    ledger.failPending(with: error)
    ledger.withdrawLoop()
  }

  /// Says which signals stay blocked while the thread that drives sleeps. It has all others wait meanwhile, and a
  /// handler that runs in its sleep interrupts it. Nil: handlers run at any time, and interrupt nothing.
  func letInSignals(_ blocked: sigset_t?) {
    poll.blockedSignals = blocked
    poll.wasInterrupted = false
  }

  /// Whether a signal handler has run since `letInSignals`.
  var wasInterrupted: Bool { poll.wasInterrupted }

  /// What the transport's own thread sleeps with while it does not drive.
  private var alarm: Alarm { Alarm(descriptor: timer.number) }

  /// Begins a transfer from inside a completion: its first bytes leave before this returns.
  ///
  /// - Returns: whether a transfer has ended, perhaps this one: its answer may come while the request leaves.
  @discardableResult
  func startNow(_ id: TransferID, _ request: TransportRequest) -> Bool {
    guard let lane = start(id, request) else { return false }
    do {
      return try lane.multi.moveDue() < lane.count
    } catch {
      failure = failure ?? error
      return false
    }
  }

  /// A transfer does not run any more.
  @discardableResult
  private func takeOut(_ id: TransferID) -> (transfer: Transfer, lane: Lane)? {
    watchdog?.drop(id)
    return running.remove(id)
  }

  /// Begins a transfer, or has it wait for a connection. Its first bytes leave with the next `moveDue` of its lane.
  ///
  /// - Returns: its lane, if it has begun.
  @discardableResult
  private func start(_ id: TransferID, _ request: TransportRequest) -> Lane? {
    guard waiting.isEmpty, lanes.hasRoom else {
      waiting.append((id, request))
      return nil
    }
    return begin(id, request)
  }

  /// Begins those waiting transfers for which there is a connection.
  private func startWaiting() {
    while !waiting.isEmpty, lanes.hasRoom, let (id, request) = waiting.popFirst() { begin(id, request) }
  }

  @discardableResult
  private func begin(_ id: TransferID, _ request: TransportRequest) -> Lane? {
    do {
      let lane = try lanes.withRoom()
      let transfer = try transfers.idleTransfer()
      try transfer.start(id, request, on: lane.multi)
      lane.began()
      running.put((transfer, lane), for: id)
      watchdog?.began(id, limit: request.options.timeout ?? settings.configuration.timeout)
      return lane
    } catch {
      failedAtStart.append((id, TransportError(error, of: settings)))
      return nil
    }
  }

  /// Aborts a transfer whose result is not wanted any more.
  func abort(_ id: TransferID) {
    guard let (transfer, lane) = takeOut(id) else {
      if let place = waiting.firstIndex(where: { $0.id == id }) { waiting.remove(at: place) }
      return
    }
    transfer.abort(on: lane.multi)
    lane.ended()
    transfers.keep(transfer)
    startWaiting()
  }

  /// Works until the ledger says stop, libcurl gives up or the system does; lets threads that wait drive.
  ///
  /// - Returns: what the transfers that still wait end with. The calling thread drives then.
  private func run() -> TransportError {
    do {
      while try ledger.waitForSeat(alarm) {
        while !ledger.isSeatWanted {
          guard try run(until: .never, isOver: { ledger.isSeatWanted }) else { return .shutDown(settings) }
        }
        ledger.handOver()
      }
      return .shutDown(settings)
    } catch {
      // Going on would be a loop without sleep: such a failure does not pass.
      return TransportError(error, of: settings)
    }
  }

  /// Does what there is to do, then sleeps until there is more, the deadline has come, or another thread rings.
  ///
  /// - Parameter isOver: asked before it sleeps: whether the thread that drives need not go on.
  /// - Returns: false when the loop is to end.
  func run(until deadline: Deadline, isOver: () -> Bool) throws(CallFailure) -> Bool {
    guard takeWork() else { return false }
    try lanes.moveDue()
    let isMoreToFinish = try finishEnded()
    lanes.dropIdle()
    guard !isOver() else { return true }
    let mayWait = !isMoreToFinish && failedAtStart.isEmpty
    try waitAndMove(until: mayWait ? min(lanes.deadline, deadline) : .now)
    return true
  }

  /// Begins and aborts what other threads ask for. Returns false when the loop is to end.
  private func takeWork() -> Bool {
    guard let work = ledger.takeWork() else { return false }
    for (id, request) in work.submissions {
      start(id, request)
    }
    // After the submissions, some of which they may mean; nothing has left yet.
    for id in work.cancellations {
      abort(id)
    }
    return true
  }

  // MARK: The turn of an event loop

  /// What an event loop polls between its turns.
  var descriptor: Int32 { poll.descriptor }

  /// Does what there is to do, and does not sleep.
  func takeTurn() throws(CallFailure) {
    guard takeWork() else { return }
    try waitAndMove(until: .now)
    try lanes.moveDue()
    let isMoreToFinish = try finishEnded()
    lanes.dropIdle()
    if isMoreToFinish { poll.bell.ring() }
    try endTurn()
  }

  /// Begins a transfer between two turns. If a transfer has ended, the next turn calls its completion: the `send` of
  /// this one has not returned yet.
  func startInTurn(_ id: TransferID, _ request: TransportRequest) throws(CallFailure) {
    if startNow(id, request) { poll.bell.ring() }
    try endTurn()
  }

  /// Makes the descriptor readable when there is something to do.
  private func endTurn() throws(CallFailure) {
    guard failedAtStart.isEmpty, failure == nil else { return poll.bell.ring() }
    // If no turn comes for longer than this, the transport's own thread drives.
    let patience = 2 * DriverSeat.patience.upperBound
    if lanes.deadline < Deadline.present.advanced(byMilliseconds: patience) { try poll.ring(at: lanes.deadline) }
  }

  /// Sleeps until there is something to do, and moves the transfers whose sockets are ready.
  private func waitAndMove(until deadline: Deadline) throws(CallFailure) {
    for position in 0..<(try poll.wait(until: deadline)) {
      guard let ready = poll.ready(at: position) else { continue }
      try lanes[ready.lane]?.multi.move(ready)
    }
  }

  /// Calls the completions of the transfers that have ended. They may send and cancel.
  ///
  /// - Returns: whether there may be more.
  private func finishEnded() throws(CallFailure) -> Bool {
    for (id, error) in exchange(&failedAtStart, with: []) {
      ledger.takeCompletion(of: id)?.call(.failure(error))
    }
    for _ in 0..<Self.mostCompletionsAtOnce {
      if let failure { throw failure }
      guard let (lane, transfer, code) = lanes.nextEnded() else { return false }
      if transfer.isToBeSentAgain {
        startAgain(transfer, in: lane)
      } else {
        finish(transfer, code, in: lane)
      }
    }
    return true
  }

  private func finish(_ transfer: Transfer, _ code: CURLcode, in lane: Lane) {
    let id = transfer.id
    if let cut = watchdog?.cut { transfer.noteCut(cut) }
    takeOut(id)
    let mayServeAnother = transfer.finish(on: lane.multi)
    lane.ended()
    let result = transfer.result(code)
    if mayServeAnother {
      // Before the completion, which may use it for the next request.
      transfers.keep(transfer)
    }
    if lanes.isLimited {
      if let isMultiplexed = transfer.wasMultiplexed { lanes.serverMultiplexes = isMultiplexed }
      startWaiting()
    }
    ledger.takeCompletion(of: id)?.call(result)
  }

  private func startAgain(_ transfer: Transfer, in lane: Lane) {
    do {
      try transfer.startAgain(on: lane.multi)
    } catch {
      takeOut(transfer.id)
      lane.ended()
      failedAtStart.append((transfer.id, TransportError(error, of: settings)))
      startWaiting()
    }
  }

  /// Aborts every transfer, so that the lanes may go.
  private func abortAll() {
    for (transfer, lane) in running.values {
      transfer.abort(on: lane.multi)
      lane.ended()
    }
    running = SortedTable()
    waiting.removeAll()
    transfers.removeAll()
    watchdog?.stop()
  }
}

/// Makes transfers, and keeps some for the next request: a handle of libcurl is costly to set up.
struct TransferPool {
  private let settings: TransferSettings
  private let headers: HeaderList
  private let connections: IdleConnections
  private var spare: [Transfer] = []

  /// Handles kept for reuse; each holds some KiB.
  private static let largestCount = 16

  init(settings: TransferSettings, connections: IdleConnections) throws(CallFailure) {
    self.settings = settings
    self.connections = connections
    headers = try HeaderList(for: settings.configuration)
  }

  /// A transfer that serves no request.
  mutating func idleTransfer() throws(CallFailure) -> Transfer {
    if let transfer = spare.popLast() {
      return transfer
    }
    return try Transfer(settings: settings, headers: headers, connections: connections)
  }

  /// Takes back a transfer that serves no request any more.
  mutating func keep(_ transfer: Transfer) {
    if spare.count < Self.largestCount {
      spare.append(transfer)
    }
  }

  mutating func removeAll() {
    spare = []
  }
}
