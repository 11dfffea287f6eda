import PagerCache
import PagerJSON
import PagerSyntax
import TestSupport
import Testing

/// Random schemas and documents against a server that answers as graphql-core does. `SWIFTPAGER_SEED` repeats a run.
@Suite("Fragments beside a model")
struct FragmentModelTests {
  @Test("a query is read as a server would answer it, or missed; and a page that was just answered is read back")
  func anySequence() throws {
    let chance = StressChance("fragments beside a model")
    var counts = Counts()
    for index in 0..<StressChance.count(60, long: 10_000) {
      try walk(chance.generator(index), index, changes: false, &counts)
    }
    print("\(counts.hits) of \(counts.reads) reads of other queries were answered")
    #expect(counts.hits * 4 > counts.reads)
  }

  @Test("a fresh page can be read back also after a change of the schema")
  func changedSchema() throws {
    let chance = StressChance("fragments beside a model that changes")
    var counts = Counts()
    for index in 0..<StressChance.count(60, long: 10_000) {
      try walk(chance.generator(index), index, changes: true, &counts)
    }
  }

  private struct Counts {
    var hits = 0
    var reads = 0
  }

  private func walk(_ seed: SeededGenerator, _ index: Int, changes: Bool, _ counts: inout Counts) throws {
    var chance = seed
    var schema = FragmentSchema(&chance)
    let addsTypename = changes || chance.chance(2, of: 3)
    var documents = FragmentDocuments(schema, chance, asksForTypes: !addsTypename)
    let fixture = CacheFixture { $0.addsTypename = addsTypename }
    let texts = (0..<4).map { _ in documents.next() }
    var hasChanged = false
    for step in 0..<8 {
      if changes, step == 4 {
        schema.change(&chance)
        hasChanged = true
      }
      let value = chance.chance(1, of: 2)
      let text = texts.randomElement(using: &chance) ?? texts[0]
      let (request, data) = try answered(text, value, schema, fixture)
      try fixture.receive(data, for: request)
      let mayMiss = !schema.isRegular || !Self.areAllTyped(data) || Self.hasTwoFieldsUnderAKey(text)
      expect(fixture.answer(request), data, mayMiss: mayMiss, "\(index), step \(step)", text)
      // What others have brought before the change may be as it was.
      for text in texts where !hasChanged {
        let (request, data) = try answered(text, value, schema, fixture)
        let answer = fixture.answer(request)
        counts.reads += 1
        if case .success = answer { counts.hits += 1 }
        expect(answer, data, mayMiss: true, "\(index), step \(step), another query", text)
      }
    }
  }

  /// What a server answers to what is sent for a document.
  private func answered(
    _ text: String, _ value: Bool, _ schema: FragmentSchema, _ fixture: CacheFixture
  ) throws -> (CacheRequest, data: String) {
    let request = try fixture.request(text, "{\"b\":\(value)}")
    let sent = try #require(try JSONValue(parsing: String(decoding: request.body, as: UTF8.self))["query"]?.string)
    return (request, try FragmentExecutor(schema, sent, ["b": value]).data())
  }

  private func expect(
    _ answer: Result<String, CacheMiss>, _ data: String, mayMiss: Bool, _ place: String, _ text: String
  ) {
    switch answer {
    case .success(let got):
      // Where a fragment decides over nothing but the order of the fields, it may not be known.
      guard got != data, (try? JSONValue(parsing: got)) != (try? JSONValue(parsing: data)) else { return }
      Issue.record("number \(place): \(text)\nexpected \(data)\n     got \(got)")
    case .failure(let miss):
      if !mayMiss { Issue.record("number \(place): \(text)\nexpected \(data)\n     got \(miss)") }
    }
  }

  /// Whether a key stands for two fields, such as `s0` and `s0(n: 1)`, for different types. An object that has the key
  /// then does not show which of the two types it is of, and the cache does not guess.
  private static func hasTwoFieldsUnderAKey(_ text: String) -> Bool {
    let fields = text.matches(of: /(?:(\w+): )?\b([sl]\d+|id)\b(\(n: \d+\))?/)
    let keys = Dictionary(grouping: fields) { $0.1 ?? $0.2 }.mapValues { Set($0.map { "\($0.2)\($0.3 ?? "")" }) }
    return keys.values.contains { $0.count > 1 }
  }

  /// Whether all objects but the outermost have a `__typename`.
  private static func areAllTyped(_ data: String) -> Bool {
    func areTyped(_ value: JSONValue, isRoot: Bool) -> Bool {
      switch value {
      case .object(let members):
        (isRoot || value["__typename"] != nil) && members.allSatisfy { areTyped($0.value, isRoot: false) }
      case .array(let elements): elements.allSatisfy { areTyped($0, isRoot: false) }
      default: true
      }
    }
    return (try? JSONValue(parsing: data)).map { areTyped($0, isRoot: true) } ?? false
  }
}
