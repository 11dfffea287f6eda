import Dispatch
import PagerCache
import TestSupport
import Testing

@testable import PagerClient
@testable import SwiftPager

@Suite("Queries outside of lists: fetched, watched, and changed by mutations", .timeLimit(.minutes(1)))
struct WatcherTests {
  private let server = CastServer()
  private let luke = PersonQuery(id: "1")
  private let queue = DispatchQueue(label: "handlers")

  /// What a handler was told: names, or failures in short.
  private func notes(_ result: Result<GraphQLResponse<PersonQuery>, any Error>) -> String {
    switch result {
    case .success(let response): "\(response.source): \(response.data?.person?.name ?? "no name")"
    case .failure(ClientError.cacheMiss): "cache miss"
    case .failure(let error): "\(type(of: error))"
    }
  }

  @Test("fetch asks the cache first, and brings one response")
  func fetch() async throws {
    server.announce(luke, "Luke")
    server.announce(luke, "Lucas")
    #expect(try await server.client.fetch(luke).source == .server)
    let again = try await server.client.fetch(luke)
    #expect((again.source, again.httpStatus) == (.cache, nil))
    let both = try await server.client.fetch(luke, cachePolicy: .returnCacheDataAndFetch)
    #expect((both.source, both.data?.person?.name) == (.server, "Lucas"))
    #expect(server.requestCount == 2)
  }

  @Test("responses brings the cache's and the server's, and ends; a failure ends it, too")
  func responses() async throws {
    server.announce(luke, "Luke")
    server.announce(luke, "Lucas")
    _ = try await server.client.fetch(luke)
    var names: [String?] = []
    for try await response in server.client.responses(to: luke) { names.append(response.data?.person?.name) }
    #expect(names == ["Luke", "Lucas"])
    names.removeAll()
    await #expect(throws: ClientError.self) {
      for try await response in server.client.responses(to: luke) { names.append(response.data?.person?.name) }
    }
    #expect(names == ["Lucas"])
  }

  @Test("A watcher's handler gets the first response and each change, until it is cancelled")
  func watcher() async throws {
    server.announce(luke, "Luke")
    let notebook = Notebook<String>()
    let watcher = server.client.watch(luke, callbackQueue: queue) { notebook.note(notes($0)) }
    try await eventually("the server answers") { notebook.history.count == 1 }
    try await server.rename("1", "Lucas")
    try await eventually("the change comes") { notebook.history.count == 2 }
    server.announce(luke, "Anakin")
    watcher.refetch()
    try await eventually("the server answers again") { notebook.history.count == 3 }
    try await server.rename("1", "Vader")
    try await eventually("that is watched, too") { notebook.history.count == 4 }
    watcher.cancel()
    try await server.rename("1", "Ben")
    #expect(try await server.client.fetch(luke).data?.person?.name == "Ben")
    queue.sync {}
    #expect(notebook.history == ["server: Luke", "cache: Lucas", "server: Anakin", "cache: Vader"])
  }

  @Test("A watcher that is dropped ends, and aborts its request")
  func dropped() async throws {
    server.transport.hold()
    server.announce(luke, "Luke")
    let notebook = Notebook<String>()
    var watcher: GraphQLQueryWatcher? = server.client.watch(luke, callbackQueue: queue) { notebook.note(notes($0)) }
    try await eventually("it asks") { server.requestCount == 1 }
    weak let dropped = watcher
    watcher = nil
    #expect(dropped == nil)
    try await eventually("the request is aborted") { server.transport.cancelled.count == 1 }
    #expect(notebook.history.isEmpty)
  }

  @Test("A watched sequence ends with the task that reads it")
  func sequence() async throws {
    server.announce(luke, "Luke")
    let notebook = Notebook<String>()
    let task = Task {
      for await result in server.client.watch(luke) { notebook.note(notes(result)) }
    }
    try await eventually("the server answers") { notebook.history.count == 1 }
    try await server.rename("1", "Lucas")
    try await eventually("the change comes") { notebook.history.count == 2 }
    task.cancel()
    await task.value
    #expect(notebook.history == ["server: Luke", "cache: Lucas"])
  }

  @Test("What waits for the reader of a watched sequence does not come after the sequence has ended")
  func leftovers() async {
    let reader = ChangeReader<Int>()
    for number in 1...2 { reader.put(number, isChange: false) }
    #expect(await reader.next() == 1)
    for _ in 1...2 { reader.cancel() }
    reader.put(3, isChange: false)
    #expect(await reader.next() == nil)
  }

  @Test("The watcher asks the server once for data that the cache has lost, unless only the cache may answer")
  func torn() async throws {
    server.announce(luke, "Luke")
    _ = try await server.client.fetch(luke)
    let asking = Notebook<String>()
    let patient = Notebook<String>()
    let first = server.client.watch(luke, callbackQueue: queue) { asking.note(notes($0)) }
    let second = server.client.watch(luke, cachePolicy: .returnCacheDataDontFetch, callbackQueue: queue) {
      patient.note(notes($0))
    }
    try await eventually("both have it") { asking.history.count == 1 && patient.history.count == 1 }
    server.announce(luke, "Luke again")
    try await server.client.store.withinReadWriteTransaction { transaction in
      try transaction.write(["person(id:\"1\")": CacheReference(key: "Person:404")], to: "QUERY_ROOT")
    }
    try await eventually("the server is asked") { asking.history.count >= 2 && patient.history.count >= 2 }
    #expect(asking.history == ["cache: Luke", "server: Luke again"])
    #expect(patient.history == ["cache: Luke", "cache: Luke again"])
    #expect(server.requestCount == 2)
    withExtendedLifetime((first, second)) {}
  }

  @Test("A query that asks the cache only sends nothing when the cache has lost a part, and goes on when it is whole")
  func patient() async throws {
    server.announce(luke, "Luke")
    _ = try await server.client.fetch(luke)
    let notebook = Notebook<String>()
    let watcher = server.client.watch(luke, cachePolicy: .returnCacheDataDontFetch, callbackQueue: queue) {
      notebook.note(notes($0))
    }
    try await eventually("it has it") { notebook.history.count == 1 }
    for (key, name) in [("Person:404", "Luke"), ("Person:1", "Lucas")] {
      try await server.client.store.withinReadWriteTransaction { transaction in
        try transaction.write(["person(id:\"1\")": CacheReference(key: key)], to: "QUERY_ROOT")
        try transaction.write(["name": name], to: "Person:1")
      }
    }
    try await eventually("it is whole again") { notebook.history.last == "cache: Lucas" }
    #expect(server.requestCount == 1)
    withExtendedLifetime(watcher) {}
  }

  @Test("A change replaces the change that waits directly before it, and nothing else replaces anything")
  func waitingChanges() {
    var waiting = ChangeQueue<String>()
    #expect(waiting.put("change", isChange: true) == nil)
    #expect(waiting.put("newer change", isChange: true) == "change")
    #expect(waiting.put("answer", isChange: false) == nil)
    #expect(waiting.put("change of the answer", isChange: true) == nil)
    #expect(waiting.put("second answer", isChange: false) == nil)
    var taken: [String] = []
    while let next = waiting.takeFirst() { taken.append(next) }
    #expect(taken == ["newer change", "answer", "change of the answer", "second answer"])
  }

  @Test("A handler that is slow is told the answer to a refetch and the newest change after it")
  func slowHandler() async throws {
    server.announce(luke, "Luke")
    let gate = Gate()
    let notebook = Notebook<String>()
    let watcher = server.client.watch(luke, callbackQueue: queue) { result in
      notebook.note(notes(result))
      if notebook.history.count == 1 { gate.pass() }
    }
    try await eventually("it is busy") { gate.arrivalCount == 1 }
    let other = Notebook<String>()
    let witness = server.client.watch(luke, callbackQueue: .global()) { other.note(notes($0)) }
    try await eventually("another one has it") { other.history.count == 1 }
    server.announce(luke, "Anakin")
    watcher.refetch()
    // The watcher announces an answer after it has told it.
    try await eventually("the server answers again") { other.history.last == "cache: Anakin" }
    try await server.rename("1", "Lucas")
    gate.open()
    try await eventually("it is told of both") { notebook.history.count == 3 }
    #expect(notebook.history == ["server: Luke", "server: Anakin", "cache: Lucas"])
    withExtendedLifetime(witness) {}
  }

  @Test("Responses that no task reads any more abort their request")
  func unreadResponses() async throws {
    server.transport.hold()
    server.announce(luke, "Luke")
    let task = Task {
      for try await _ in server.client.responses(to: luke) {}
    }
    try await eventually("it asks") { server.requestCount == 1 }
    task.cancel()
    try await eventually("the request is aborted") { server.transport.cancelled.count == 1 }
    _ = await task.result
  }

  @Test("Clearing the cache and removing objects ask for nothing")
  func cleared() async throws {
    server.announce(luke, "Luke")
    let notebook = Notebook<String>()
    let watcher = server.client.watch(luke, callbackQueue: queue) { notebook.note(notes($0)) }
    try await eventually("the server answers") { notebook.history.count == 1 }
    try await server.client.store.withinReadWriteTransaction { try $0.removeObject(for: "Person:1") }
    try await server.client.store.clearCache()
    server.announce(luke, "Lucas")
    _ = try await server.client.fetch(luke)
    try await eventually("what a server brings shows again") { notebook.history.count == 2 }
    #expect(notebook.history == ["server: Luke", "cache: Lucas"])
    #expect(server.requestCount == 2)
    withExtendedLifetime(watcher) {}
  }

  @Test("Data that is cleared during the first handler call is not requested again")
  func clearedMeanwhile() async throws {
    server.announce(luke, "Luke")
    let notebook = Notebook<String>()
    let gate = Gate()
    // Its handler runs where the response was read.
    let watch = WatchedQuery(luke, of: server.client, .returnCacheDataElseFetch, .none, watches: true) { news in
      notebook.note(notes(news.result))
      if notebook.history.count == 1 { gate.pass() }
    }
    watch.start()
    try await eventually("the server answers") { gate.arrivalCount == 1 }
    try await server.client.store.clearCache()
    gate.open()
    server.announce(luke, "Lucas")
    _ = try await server.client.fetch(luke)
    try await eventually("what a server brings shows again") { notebook.history.count == 2 }
    #expect(notebook.history == ["server: Luke", "cache: Lucas"])
    #expect(server.requestCount == 2)
    withExtendedLifetime(watch) {}
  }

  @Test("Data that is lost a second time, after it was whole, is requested again")
  func tornAgain() async throws {
    server.announce(luke, "Luke")
    let notebook = Notebook<String>()
    let watcher = server.client.watch(luke, callbackQueue: queue) { notebook.note(notes($0)) }
    try await eventually("the server answers") { notebook.history.count == 1 }
    for name in ["Anakin", "Ben"] {
      let count = notebook.history.count
      server.announce(luke, name)
      try await server.client.store.withinReadWriteTransaction { transaction in
        try transaction.write(["person(id:\"1\")": CacheReference(key: "Person:404")], to: "QUERY_ROOT")
      }
      try await eventually("the server is asked") { notebook.history.count == count + 1 }
      try await server.rename("1", "\(name) again")
      try await eventually("the change comes") { notebook.history.count == count + 2 }
    }
    #expect(
      notebook.history == ["server: Luke", "server: Anakin", "cache: Anakin again", "server: Ben", "cache: Ben again"])
    #expect(server.requestCount == 3)
    withExtendedLifetime(watcher) {}
  }

  @Test("A watcher that asks again lets go of what only the response before showed")
  func letsGo() async throws {
    let server = CastServer { $0.maximumRecords = 4 }
    server.announce(luke, "Luke")
    let notebook = Notebook<String>()
    let watcher = server.client.watch(luke, callbackQueue: queue) { notebook.note(notes($0)) }
    try await eventually("the server answers") { notebook.history.count == 1 }
    server.announce(luke, "Han", id: "2")
    watcher.refetch()
    try await eventually("the server answers again") { notebook.history.count == 2 }
    for number in 10..<30 { try await server.rename("\(number)", "x") }
    let (forgotten, kept) = try await server.client.store.withinReadTransaction { transaction in
      (
        try? transaction.readObject(ofType: Person.self, withKey: "Person:1"),
        try transaction.readObject(ofType: Person.self, withKey: "Person:2").name
      )
    }
    #expect(forgotten == nil && kept == "Han")
    withExtendedLifetime(watcher) {}
  }

  @Test("Without a cache a watcher gets only the first response")
  func unwatched() async throws {
    server.announce(luke, "Luke")
    var past = server.client.watch(luke, cachePolicy: .fetchIgnoringCacheCompletely).makeAsyncIterator()
    #expect(try await past.next()?.get().data?.person?.name == "Luke")
    await #expect(throws: ClientError.self) {
      try await server.client.fetch(luke, cachePolicy: .returnCacheDataDontFetch)
    }
  }

  @Test("An optimistic write shows at once, and the answer takes its place")
  func optimistic() async throws {
    server.announce(luke, "Luke")
    let rename = RenamePerson(id: "1", name: "Luke Skywalker")
    server.announce(rename)
    let notebook = Notebook<String>()
    let watcher = server.client.watch(luke, callbackQueue: queue) { notebook.note(notes($0)) }
    try await eventually("the server answers") { notebook.history.count == 1 }
    server.transport.hold()
    let call = Task {
      try await server.client.perform(rename) { try $0.write(["name": "Luke S."], to: "Person:1") }
    }
    try await eventually("the guess shows") { notebook.history.count == 2 }
    try await eventually("the mutation is sent") { server.transport.inFlight == 1 }
    server.transport.release()
    #expect(try await call.value.data?.renamePerson.name == "Luke Skywalker")
    try await eventually("the answer shows") { notebook.history.count == 3 }
    #expect(notebook.history == ["server: Luke", "cache: Luke S.", "cache: Luke Skywalker"])
    withExtendedLifetime(watcher) {}
  }

  @Test("A mutation that is performed twice is sent twice, although the cache has its first answer")
  func mutationTwice() async throws {
    let rename = RenamePerson(id: "1", name: "Luke Skywalker")
    for _ in 1...3 { server.announce(rename) }
    for _ in 1...2 { #expect(try await server.client.perform(rename).source == .server) }
    let guessed = try await server.client.perform(rename) { try $0.write(["name": "L."], to: "Person:1") }
    #expect(guessed.source == .server)
    #expect(server.requestCount == 3)
  }

  @Test("An optimistic write is taken back when the mutation fails, is refused or cancelled", arguments: [0, 1, 2])
  func rolledBack(way: Int) async throws {
    server.announce(luke, "Luke")
    let rename = RenamePerson(id: "1", name: "Darth")
    let answers = [ScriptedAnswer.offline(), .json(["data": .null, "errors": [["message": "no"]]]), .offline()]
    server.announce(rename, answers[way])
    let notebook = Notebook<String>()
    let watcher = server.client.watch(luke, callbackQueue: queue) { notebook.note(notes($0)) }
    try await eventually("the server answers") { notebook.history.count == 1 }
    server.transport.hold()
    let call = Task {
      try await server.client.perform(rename) { try $0.write(["name": "Darth"], to: "Person:1") }
    }
    try await eventually("the guess shows") { notebook.history.count == 2 && server.transport.inFlight == 1 }
    // Another answer meanwhile does not hide the guess.
    try await server.rename("1", "Lucas")
    if way == 2 { call.cancel() } else { server.transport.release() }
    _ = await call.result
    try await eventually("what was there shows again") { notebook.history.last == "cache: Lucas" }
    #expect(notebook.history == ["server: Luke", "cache: Darth", "cache: Lucas"])
    withExtendedLifetime(watcher) {}
  }

  @Test("An optimistic write that fails sends nothing; it cannot remove objects")
  func refusedGuess() async throws {
    await #expect(throws: ClientError.self) {
      try await server.client.perform(RenamePerson(id: "1", name: "x")) { try $0.removeObject(for: "Person:1") }
    }
    #expect(server.requestCount == 0)
  }
}
