import PagerClient
import SwiftPager
import TestSupport
import Testing

/// The call that returns the whole list, or says why there is none.
@Suite("Documentation: all()", .timeLimit(.minutes(1)))
struct AllTests {
  private let server = HeroServer.forward()

  @Test("It returns the output with all pages")
  func whole() async throws {
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    let output = try await pager.all()
    #expect(output.notation == "[Luke+Han] Leia")
    #expect(subscriber.notation == ["[Luke+Han] Leia"])
    #expect(pager.currentOutput?.notation == "[Luke+Han] Leia")
    // Each call walks the list anew.
    server.announce(.forward(), HeroPage(names: ["Ben"]))
    #expect(try await pager.all().notation == "[Ben]")
    #expect(server.transport.requests.count == 3)
  }

  @Test("Both kinds of pagers have it")
  func callbackPager() async throws {
    let pager = HeroesCallbackPager.forward(server)
    #expect(try await pager.all().notation == "[Luke+Han] Leia")
  }

  @Test("A failure of the network is thrown, and the pages before it are the current output")
  func offline() async throws {
    let server = HeroServer()
    server.announce(.forward(), HeroPage(names: ["Luke", "Han"], next: "K2"))
    server.announce(.forward(after: "K2"), .offline())
    let pager = HeroesPager.forward(server)
    await #expect(throws: ClientError.self) { try await pager.all() }
    #expect(pager.currentOutput?.allPages.count == 1)
  }

  @Test("A transform's error is thrown")
  func transform() async throws {
    struct Unfit: Error {}
    let pager = HeroesPager.forward(server) { _ in throw Unfit() }
    await #expect(throws: Unfit.self) { try await pager.all() }
  }

  @Test("If its task is cancelled, it throws CancellationError")
  func cancelled() async throws {
    let pager = HeroesPager.forward(server)
    server.transport.hold()
    let call = Task { try await pager.all() }
    try await eventually("it is asked for") { server.transport.requests.count == 1 }
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await pager.all()
    }
    await #expect(throws: CancellationError.self) { try await late.value }
    #expect(server.transport.requests.count == 1)
  }

  @Test("If a reset ends it, it throws the pager's cancellation")
  func reset() async throws {
    let pager = HeroesPager.forward(server)
    server.transport.hold()
    let call = Task { try await pager.all() }
    try await eventually("it is asked for") { server.transport.requests.count == 1 }
    await pager.reset()
    await #expect(throws: PaginationError.cancellation) { try await call.value }
  }
}
