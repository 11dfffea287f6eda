import Dispatch
import SwiftPager
import TestSupport
import Testing

/// A consumer that is slower than the cache changes is told the newest of the changes that follow each other. What
/// waits for it does not grow.
@Suite("Subscribers: consumers that are slower than changes come", .timeLimit(.minutes(1)))
struct SlowConsumerTests {
  private let server = CastServer.withTwoPages()
  private let query = NotedQuery(id: "1")

  /// Waits until a watcher of the query has read a name.
  private func isRead(_ name: String) async throws {
    try await eventually("\(name) is read") { NotedQuery.notebook.history.contains(name) }
  }

  /// Changes the person ten times, and waits until a watcher has read the last change.
  private func renameOften(_ name: String) async throws {
    for number in 0...9 { try await server.rename("1", "\(name) \(number)") }
    try await isRead("\(name) 9")
  }

  /// Whether the newest was told last: the change before the last one may have been told before the last one was read.
  private func isNewest(_ told: [String], of name: String) -> Bool {
    told == ["\(name) 9"] || told.count == 2 && told[1] == "\(name) 9" && told[0].hasPrefix(name)
  }

  @Test("A watched query that is read late as a sequence has its first response and the newest change")
  func sequence() async throws {
    let name = "Sequence"
    server.announce(PersonQuery(id: "1"), "First \(name)")
    var reader = server.client.watch(query).makeAsyncIterator()
    try await isRead("First \(name)")
    try await renameOften(name)
    #expect(try await reader.next()?.get().data?.person?.name == "First \(name)")
    var told: [String] = []
    while told.last != "\(name) 9" { told.append(try await reader.next()?.get().data?.person?.name ?? "end") }
    #expect(isNewest(told, of: name), "\(told)")
  }

  @Test("The handler of a watched query whose queue is busy gets the newest change")
  func handler() async throws {
    let name = "Handler"
    server.announce(PersonQuery(id: "1"), "First \(name)")
    let queue = DispatchQueue(label: "busy")
    let told = Notebook<String>()
    let watcher = server.client.watch(query, callbackQueue: queue) { result in
      told.note((try? result.get().data?.person?.name) ?? "failure")
    }
    try await eventually("the first response is told") { told.history == ["First \(name)"] }
    queue.suspend()
    try await renameOften(name)
    queue.resume()
    try await eventually("the newest change is told") { told.history.last == "\(name) 9" }
    #expect(isNewest(Array(told.history.dropFirst()), of: name), "\(told.history)")
    withExtendedLifetime(watcher) {}
  }

  @Test("A function on the main actor, which is busy, gets the newest change, and all pages")
  func mainActor() async throws {
    let pager = server.pager()
    await pager.fetch()
    let told = Notebook<String>()
    let witness = RecordingSubscriber(pager)
    pager.subscribe { told.note((try? $0.get().notation) ?? "failure") }
    try await eventually("the first page is told") { told.history.count == 1 }

    let gate = DispatchSemaphore(value: 0)
    DispatchQueue.main.async { gate.wait() }
    for number in 0...9 {
      try await server.rename("1", "Name \(number)")
      try await eventually("change \(number) shows") {
        (try? witness.history.last?.get().notation) == "cache: Name \(number)+Han"
      }
    }
    // The end of a call comes after all that was told before it.
    try await pager.loadNext()
    gate.signal()
    try await eventually("the page is told") { told.history.last?.hasSuffix("Leia") == true }
    #expect(
      told.history == ["server: Luke+Han", "cache: Name 9+Han", "cache: Name 9+Han, server: Leia"])
  }
}

/// A person by id, whose names are noted when they are decoded.
private struct NotedQuery: GraphQLQuery {
  static let notebook = Notebook<String>()
  static let document = PersonQuery.document

  struct Data: Decodable, Hashable, Sendable {
    struct Noted: Decodable, Hashable, Sendable {
      var name: String

      private enum CodingKeys: CodingKey { case name }

      init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        notebook.note(name)
      }
    }

    var person: Noted?
  }

  var variables: PersonQuery.Variables

  init(id: String) { variables = PersonQuery(id: id).variables }
}
