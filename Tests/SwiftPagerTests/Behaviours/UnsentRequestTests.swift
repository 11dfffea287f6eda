import SwiftPager
import TestSupport
import Testing

/// A request that is on its way out, and held by its own code: the speed of the machine does not decide what is tried.
@Suite("reset before a request has left", .timeLimit(.minutes(1)))
struct UnsentRequestTests {
  private let server = HeroServer { _ in HeroPage(names: ["Luke"]).answer }
  private let gate = Gate()
  private let ends = Notebook<PaginationError?>()

  /// Begins a call, and returns when its request is just being written.
  private func begin(_ call: PagerCall) async throws -> GraphQLQueryPager<PaginationOutput<HeldQuery, HeldQuery>> {
    let isHeld = Notebook<Bool>()
    let pager = GraphQLQueryPager<PaginationOutput<HeldQuery, HeldQuery>>(
      client: server.client,
      initialQuery: HeldQuery { [gate] in if !isHeld.history.isEmpty { gate.pass() } },
      extractPageInfo: { (data: HeroesQuery.Data) in data.forward }, pageResolver: { _, _ in nil })
    isHeld.note(true)
    pager.begin(call, ends)
    try await eventually("the request is being written") { gate.arrivalCount == 1 }
    return pager
  }

  @Test(
    "G2, better: a request that has not left at a reset is not sent", arguments: [PagerCall.fetch, .refetch, .loadAll])
  func reset(call: PagerCall) async throws {
    let pager = try await begin(call)
    pager.reset()
    gate.open()
    try await eventually("the call ends") { ends.history.count == 1 }
    #expect(ends.history == [.cancellation])
    #expect(server.transport.requests.isEmpty)
  }

  @Test("Without a reset the request is sent")
  func sent() async throws {
    let pager = try await begin(.loadAll)
    gate.open()
    try await eventually("the call ends") { ends.history.count == 1 }
    #expect(ends.history == [nil])
    #expect(server.transport.requests.count == 1)
    withExtendedLifetime(pager) {}
  }
}

/// A query that says when it is written.
private struct HeldQuery: GraphQLQuery {
  static let document = HeroesQuery.document
  typealias Data = HeroesQuery.Data

  struct Variables: Encodable, Sendable {
    let write: @Sendable () -> Void

    func encode(to encoder: any Encoder) throws {
      write()
      try HeroesQuery.forward().variables.encode(to: encoder)
    }
  }

  let variables: Variables

  init(_ write: @escaping @Sendable () -> Void) {
    variables = Variables(write: write)
  }

  static func == (left: HeldQuery, right: HeldQuery) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
