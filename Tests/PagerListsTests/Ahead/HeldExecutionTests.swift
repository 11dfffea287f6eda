import PagerClient
import PagerState
import TestSupport
import Testing

@testable import PagerEngine
@testable import PagerLists

@Suite("A request that may be sent before its answer is wanted")
struct HeldExecutionTests {
  private static let query = """
    query ($after: String) { list(first: 1, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }
    """

  /// What a report keeps alive.
  private final class Owner: Sendable {
    let events = Notebook<Bool>()
  }

  private let transport = ScriptedTransport(holding: true)
  private let place = ReadingPlace()

  private func execution() throws -> HeldExecution {
    let client = GraphQLClient(RequestChannel(transport))
    let list = try plan(Self.query)
    let maker = HeldExecution.Maker(
      client: client, reader: DocumentPageReader(responses: client.responses, plan: CurrentPlan(list)),
      scale: PageScale())
    return maker.execution(of: list.initialRequest, RequestTerms(.fetchIgnoringCacheCompletely), 0)
  }

  private func answer() {
    transport.answer(#"{"data":{"list":{"nodes":[{"id":1}],"pageInfo":{"hasNextPage":false,"endCursor":null}}}}"#)
  }

  @Test("A request that is cancelled before its start is not sent, and frees the walk's objects")
  func dropped() throws {
    let execution = try execution()
    var owner: Owner? = Owner()
    weak let kept = owner
    execution.giveUp()
    execution.start()
    #expect(transport.requests.isEmpty)
    if let owner { execution.tell({ _ in owner.events.note(true) }, at: place) }
    owner = nil
    #expect(kept == nil)
  }

  @Test("A request that is cancelled while a walk waits for its answer frees the walk's objects")
  func cancelledWhileAwaited() throws {
    let execution = try execution()
    var owner: Owner? = Owner()
    weak let kept = owner
    execution.start()
    if let owner { execution.tell({ _ in owner.events.note(true) }, at: place) }
    owner = nil
    #expect(kept != nil)
    execution.giveUp()
    #expect(kept == nil)
    withExtendedLifetime(execution) {}
  }

  @Test("A page among others is counted, and the pages that leave with it")
  func droppedAmongOthers() throws {
    let (own, further) = (try execution(), try execution())
    var owner: Owner? = Owner()
    weak let kept = owner
    var page: PageAmongOthers?
    if let owner {
      page = PageAmongOthers(
        own: own, further: [further], report: { _ in owner.events.note(true) }, place: place)
    }
    owner = nil
    // The operation that wanted them ends first.
    page?.giveUp()
    UnwantedPages(executions: [further]).giveUp()
    page?.start()
    #expect(transport.requests.isEmpty)
    page = nil
    #expect(kept == nil)
  }

  @Test("An answer that came first is told later, once")
  func told() throws {
    let execution = try execution()
    let owner = Owner()
    execution.start()
    answer()
    execution.start()
    #expect(owner.events.history.isEmpty && transport.requests.count == 1)
    execution.tell({ _ in owner.events.note(true) }, at: place)
    #expect(owner.events.history == [true])
    execution.giveUp()
    #expect(owner.events.history == [true])
  }

  @Test("A cancelled request drops an answer that waits")
  func droppedWithAnAnswer() throws {
    let execution = try execution()
    let owner = Owner()
    execution.start()
    answer()
    execution.giveUp()
    execution.tell({ _ in owner.events.note(true) }, at: place)
    #expect(owner.events.history.isEmpty)
  }
}
