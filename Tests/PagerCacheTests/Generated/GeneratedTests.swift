import PagerBytes
import PagerCache
import PagerJSON
import TestSupport
import Testing

/// What holds for any documents and responses. `SWIFTPAGER_SEED` repeats a run.
@Suite("Generated documents and responses")
struct GeneratedTests {
  @Test("A response that was written is read byte for byte")
  func roundTrip() throws {
    let chance = StressChance("cache round trip")
    var doubts = 0
    for index in 0..<StressChance.count(2000, long: 30_000) {
      var generator = QueryGenerator(chance.generator(index))
      let query = generator.next()
      let fixture = CacheFixture()
      let request = try fixture.request(query.document, query.variablesText)
      let data = GeneratedGraph().data(of: query)
      try fixture.receive(data, for: request)
      let answer = fixture.answer(request)
      // What applies to a type is known from objects. Where nothing in this response shows it, the page is a miss.
      if case .failure = answer {
        doubts += 1
      } else {
        expect(answer, .success(data), query, index)
      }
    }
    #expect(doubts * 200 < StressChance.count(2000, long: 30_000))
  }

  @Test("Queries over one graph read what the server would answer, or miss")
  func several() throws {
    let chance = StressChance("cache with several queries")
    var hits = 0
    var reads = 0
    for index in 0..<StressChance.count(400, long: 10_000) {
      var random = chance.generator(index)
      var generator = QueryGenerator(random)
      generator.alwaysSelectsID = random.chance(1, of: 2)
      let fixture = CacheFixture { configuration in
        if random.chance(1, of: 3) { configuration.maximumRecords = Int.random(in: 1...40, using: &random) }
      }
      let graph = GeneratedGraph()
      let queries = (0..<4).map { _ in generator.next() }
      for query in queries.dropLast() {
        try fixture.receive(graph.data(of: query), for: fixture.request(query.document, query.variablesText))
      }
      for query in queries {
        reads += 1
        let data = graph.data(of: query)
        guard case .success(let text) = fixture.answer(try fixture.request(query.document, query.variablesText)) else {
          continue
        }
        hits += 1
        expect(.success(text), .success(data), query, index)
      }
    }
    print("\(hits) of \(reads) reads were answered")
    #expect(hits * 3 > reads)
  }

  /// Where a fragment makes no difference but to the order of the fields, the cache may not know that it applies.
  private func differOnlyInOrder(_ one: Result<String, CacheMiss>, _ other: Result<String, CacheMiss>) -> Bool {
    guard case (.success(let one), .success(let other)) = (one, other), one.utf8.sorted() == other.utf8.sorted() else {
      return false
    }
    return (try? JSONValue(parsing: one)) == (try? JSONValue(parsing: other))
  }

  private func expect(
    _ got: Result<String, CacheMiss>, _ expected: Result<String, CacheMiss>, _ query: GeneratedQuery, _ index: Int
  ) {
    guard got != expected, !differOnlyInOrder(got, expected) else { return }
    Issue.record("number \(index): \(query.document) \(query.variablesText)\nexpected \(expected)\n     got \(got)")
  }
}
