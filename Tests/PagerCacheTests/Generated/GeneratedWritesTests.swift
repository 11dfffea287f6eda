import PagerBytes
import PagerCache
import PagerJSON
import TestSupport
import Testing

/// Writes, optimistic ones and evictions between responses: reading gives the graph as it is then, or a miss.
@Suite("Generated writes")
struct GeneratedWritesTests {
  @Test("Edited records are read with their edits")
  func edits() throws {
    let chance = StressChance("cache writes")
    var hits = 0
    for index in 0..<StressChance.count(150, long: 5000) {
      var random = chance.generator(index)
      var generator = QueryGenerator(random)
      let fixture = CacheFixture { configuration in
        if random.chance(1, of: 3) { configuration.maximumRecords = Int.random(in: 5...60, using: &random) }
      }
      var graph = GeneratedGraph()
      let queries = (0..<3).map { _ in generator.next() }
      for query in queries {
        try fixture.receive(graph.data(of: query), for: fixture.request(query.document, query.variablesText))
      }
      var shown: (OptimisticWrite, GeneratedGraph)?
      for _ in 0..<6 {
        let (record, field, text) = edit(&random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0 where shown == nil:
          let below = graph
          graph.edits["\(record).\(field)"] = text.edit
          shown = (try fixture.optimistic("{\"\(record)\":{\"\(field)\":\(text.written)}}"), below)
        case 1:
          guard let (write, below) = shown else { continue }
          fixture.cache.endOptimistic(write, hasFailed: true)
          fixture.cache.announce()
          (graph, shown) = (below, nil)
        case 2:
          try fixture.cache.evict(record)
          // What the server has is what it had; the edits go with the record.
          guard shown == nil else { continue }
          for key in graph.edits.keys where key.hasPrefix("\(record).") { graph.edits[key] = nil }
        default:
          // Below what is shown optimistically, a write would have to be in two graphs.
          guard shown == nil else { continue }
          graph.edits["\(record).\(field)"] = text.edit
          try fixture.write("{\"\(field)\":\(text.written)}", to: record)
        }
        for query in queries {
          let request = try fixture.request(query.document, query.variablesText)
          guard case .success(let got) = fixture.answer(request) else { continue }
          hits += 1
          if got.utf8.sorted() != graph.data(of: query).utf8.sorted() {
            Issue.record(
              "number \(index): \(query.document)\nexpected \(graph.data(of: query))\n     got \(got)\n\(graph.edits)")
          }
        }
      }
    }
    print("\(hits) reads were answered")
    #expect(hits > 100)
  }

  private func edit(_ random: inout SeededGenerator) -> (
    record: String, field: String, text: (written: String, edit: String)
  ) {
    let record = "\(["A", "B", "C"].randomElement(using: &random) ?? "A"):\(Int.random(in: 0..<4, using: &random))"
    if random.chance(1, of: 4) {
      let target =
        random.chance(1, of: 4)
        ? nil : "\(["A", "B"].randomElement(using: &random) ?? "A"):\(Int.random(in: 0..<4, using: &random))"
      let written = target.map { "{\"$ref\":\"\($0)\"}" } ?? "null"
      return (record, ["o0", "o1", "o2"].randomElement(using: &random) ?? "o0", (written, target ?? "null"))
    }
    let value = ["7", "\"edited\"", "null"].randomElement(using: &random) ?? "7"
    return (record, ["s0", "s1", "s2"].randomElement(using: &random) ?? "s0", (value, value))
  }

  @Test("Mostly empty chunks give their memory back, and their last records stay readable")
  func compaction() throws {
    let fixture = CacheFixture()
    let padding = String(repeating: "x", count: 2000)
    weak var bytes: ReceivedBytes?
    let items = (0..<100).map { "{\"__typename\":\"Item\",\"id\":\"\($0)\",\"name\":\"\(padding)\",\"tags\":[[1],[]]}" }
    let request = try fixture.request("{ items { id name tags } }")
    do {
      let data = Array("{\"data\":{\"items\":[\(items.joined(separator: ","))]}}".utf8)
      let received = try #require(data.withUnsafeBytes { ReceivedBytes(copyOf: $0) })
      bytes = received
      let content = try JSONReader().read(received) { root in
        root["data"].flatMap { fixture.cache.write($0, in: received, of: request) }
      }
      #expect(content != nil)
    }
    let whole = try fixture.data(request)
    #expect(bytes != nil)
    for index in 0..<90 {
      try fixture.write(
        "{\"__typename\":\"Item\",\"id\":\"\(index)\",\"name\":\"\(padding)\",\"tags\":[[1],[]]}", to: "Item:\(index)")
    }
    #expect(bytes == nil)
    #expect(try fixture.data(request) == whole)
  }

  @Test("Ever other fields of one record stay readable")
  func fusion() throws {
    let fixture = CacheFixture()
    let request = try fixture.request("{ item { id a b(x: {y: 1}) { c } list { d } } }")
    let data =
      #"{"item":{"__typename":"Item","id":"1","a":{"k":[1]},"b":{"__typename":"B","c":1},"list":[{"__typename":"L","d":{"x":"$ref"}}]}}"#
    try fixture.receive(data, for: request)
    for index in 0..<50 { try fixture.write("{\"f\(index)\":[{\"g\":\(index)}]}", to: "Item:1") }
    #expect(try fixture.data(request) == data)
    #expect(try fixture.read("Item:1")?.contains("\"f3\":[{\"g\":3}]") == true)
  }

  @Test("One object a thousand times in a response is one record")
  func repeated() throws {
    let fixture = CacheFixture()
    let request = try fixture.request("{ items { id author { id name } } }")
    let items = (0..<2000).map {
      "{\"__typename\":\"Item\",\"id\":\"\($0)\",\"author\":{\"__typename\":\"User\",\"id\":\"1\",\"name\":\"n\"}}"
    }
    let data = "{\"items\":[\(items.joined(separator: ","))]}"
    try fixture.receive(data, for: request)
    #expect(try fixture.data(request) == data)
  }
}
