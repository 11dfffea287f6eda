import PagerTransport
import Synchronization
import TestSupport
import Testing

@testable import PagerClient

@Suite("Requests that are given up, or give up")
struct GivenUpTests {
  private let transport = ScriptedTransport(holding: true)
  private let clock = ManualClock()
  private let outcomes = Notebook<Int>()

  private func execution(of client: GraphQLClient) -> Execution {
    client.prepare(.fetchIgnoringCacheData, RequestBody { Array("{}".utf8) }) { [outcomes] event in
      outcomes.note(event.attempts)
    }
  }

  /// Calls a function while it takes a request.
  private final class InterruptedTransport: LayeredTransport {
    let transport: any Transport
    private let interruption = Mutex<(@Sendable () -> Void)?>(nil)

    init(_ transport: any Transport) {
      self.transport = transport
    }

    func interrupt(_ body: @escaping @Sendable () -> Void) {
      interruption.withLock { $0 = body }
    }

    func send(
      _ request: TransportRequest, completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) throws(TransportError) -> TransferID {
      let transfer = try transport.send(request, completion: completion)
      interruption.withLock { $0.take() }?()
      return transfer
    }

    func cancel(_ transfer: TransferID) { transport.cancel(transfer) }
  }

  @Test("a request that is cancelled during its send does not run on")
  func cancelledAsItLeaves() {
    let interrupted = InterruptedTransport(transport)
    let execution = execution(of: GraphQLClient(RequestChannel(interrupted)))
    interrupted.interrupt { execution.cancel() }
    execution.start()
    #expect(transport.cancelledTransfers == [1] && transport.inFlight == 0)
    #expect(outcomes.history.isEmpty)
  }

  @Test("all waits together take no longer than the budget")
  func budget() {
    let retry = RetryOptions(maximumAttempts: 10, budget: .seconds(1))
    execution(of: GraphQLClient(RequestChannel(transport, retry: retry, clock: clock))).start()
    for wait: Int64 in [250, 500] {
      transport.answer("", status: 503)
      #expect(clock.waits == [wait])
      clock.pass(milliseconds: wait)
    }
    // A third wait would be of a second.
    transport.answer("", status: 503)
    #expect(clock.waits.isEmpty && outcomes.history == [3])
  }

  @Test("a request that is cancelled at the end of its wait leaves its turn to the next one")
  func cancelledInTurn() {
    let client = GraphQLClient(RequestChannel(transport, retry: RetryOptions(), clock: clock))
    let executions = (0..<3).map { _ in execution(of: client) }
    // The three waits end at once, and the first request leaves before the clock has told the others.
    let id = client.observers.add(of: [.request]) { event in
      if event.request == 1, event.attempt == 2 { executions[1].cancel() }
    }
    for execution in executions { execution.start() }
    for _ in executions { transport.answer("", status: 429) }
    clock.pass(milliseconds: 250)
    #expect(transport.inFlight == 1)
    transport.answer("{}")
    #expect(transport.inFlight == 1)
    transport.answer("{}")
    #expect(outcomes.history == [2, 2] && transport.requests.count == 5)
    client.observers.remove(id)
  }

  @Test("GitHub's secondary limit lasts a minute where it comes in a 200 without a word of how long")
  func secondaryLimit() {
    let client = GraphQLClient(RequestChannel(transport, retry: RetryOptions(), clock: clock))
    execution(of: client).start()
    transport.answer(#"{"errors":[{"message":"You have exceeded a secondary rate limit"}]}"#)
    #expect(clock.waits == [60_000])
  }
}
