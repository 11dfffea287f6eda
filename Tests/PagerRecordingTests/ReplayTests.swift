import PagerBytes
import PagerRecording
import PagerTransport
import TestSupport
import Testing

@Suite("A recording answers what it was asked for, and nothing else", .timeLimit(.minutes(1)))
struct ReplayTests {
  private let fixture = RecordingFixture()

  private func answer(to body: String) async throws -> String { try await fixture.replay().post(body).text }

  @Test(
    "Layout, comments and the order of variables do not count",
    arguments: [
      request("query Q($a: Int) { list(a: $a) { id } }", "{\"a\":1,\"b\":{\"x\":1,\"y\":[2]}}"),
      request("query Q($a:Int){\n\tlist(a:$a) {id}  # a comment\n}", "{\"b\":{\"y\":[2],\"x\":1},\"a\":1}"),
      request("query Q($a: Int,) { list(a: $a,) { id } }", " { \"a\" : 1 , \"b\" : { \"x\" : 1 , \"y\" : [ 2 ] } } "),
    ])
  func equal(body: String) async throws {
    fixture.write(
      line("query Q($a: Int) { list(a: $a) { id } }", "{\"a\":1,\"b\":{\"x\":1,\"y\":[2]}}", answer: "found"))
    #expect(try await answer(to: body) == "found")
  }

  @Test(
    "Absent, null and empty variables are the same; a null in them is not",
    arguments: ["{\"query\":\"{a}\"}", "{\"query\":\"{a}\",\"variables\":null,\"operationName\":null}"])
  func absent(body: String) async throws {
    fixture.write(line("{a}", "{}", answer: "found"))
    #expect(try await answer(to: body) == "found")
    #expect(try await answer(to: request("{a}", "{\"x\":null}")).contains("it has no variable `x`, which is null here"))
  }

  @Test(
    "A request that is not there shows how the nearest differs",
    arguments: [
      (
        request("{ list(first: 3) { id } }", "{\"after\":\"zzz\",\"first\":3}"),
        "with after: \"zzz\", first: 3; the nearest is on line 2: its variable `after` is \"a\", not \"zzz\""
      ),
      (
        request("{ list(first: 3) { id } }", "{\"after\":\"b\"}"),
        "the nearest is on line 3: its variable `first` is 3, and this request has no such variable"
      ),
      (
        request("{ list(first: 3) { id name } }", "{\"after\":\"a\",\"first\":3}"),
        "the nearest is on line 2: its query has nothing, this one `name`"
      ),
      (
        request("query Shop { shop { title } }"),
        "to `query Shop` with no variables; the nearest is on line 4: its query has `name`, this one `title`"
      ),
    ])
  func nearest(body: String, words: String) async throws {
    fixture.write(
      line("{ list(first: 3) { id } }", "{\"after\":\"a\",\"first\":3}", answer: "1"),
      line("{ list(first: 3) { id } }", "{\"after\":\"b\",\"first\":3}", answer: "2"),
      line("query Shop { shop { name } }", "{}", answer: "3"))
    let result = try await fixture.replay().post(body)
    #expect(result.text.contains(words), "\(result.text)")
    let error = #expect(throws: TransportError.self) { try result.get() }
    #expect(error?.kind == .notRecorded)
  }

  @Test func anEmptyRecordingAnswersNothing() async throws {
    fixture.write()
    #expect(try await answer(to: request("{a}")).contains("it contains no exchange"))
  }

  @Test func numbersAreComparedAsTheyAreWritten() async throws {
    fixture.write(line("{a}", "{\"n\":18446744073709551615}", answer: "found"))
    #expect(try await answer(to: request("{a}", "{\"n\":18446744073709551615}")) == "found")
    let other = try await answer(to: request("{a}", "{\"n\":18446744073709551614}"))
    #expect(other.contains("`n` is 18446744073709551615"))
  }

  @Test func variablesAreFoundHoweverDeep() async throws {
    let deep = String(repeating: "{\"a\":[", count: 100) + "1" + String(repeating: "]}", count: 100)
    fixture.write(line("{a}", "{\"n\":\(deep)}", answer: "found"))
    #expect(try await answer(to: request("{a}", "{\"n\":\(deep)}")) == "found")
  }

  @Test func aLimitHoldsForWhatIsReplayed() async throws {
    fixture.write(line("{a}", "{}", answer: "longer than five"))
    let result = try await fixture.replay(maxResponseBytes: 5).post(request("{a}"))
    let error = #expect(throws: TransportError.self) { try result.get() }
    #expect(error?.kind == .responseTooLarge(limit: 5))
  }

  @Test func afterItsEndNothingIsAnswered() async throws {
    fixture.write(line("{a}", "{}", answer: "found"))
    let replay = try fixture.replay()
    #expect(await replay.post(request("{a}")).text == "found")
    #expect(replay.shutdown(timeout: .seconds(10)))
    #expect(replay.shutdown(timeout: .seconds(10)))
    let error = #expect(throws: TransportError.self) { try replay.send(Array(request("{a}").utf8)) { _ in } }
    #expect(error?.kind == .shutDown)
  }

  @Test func whatIsCancelledIsNotAnswered() async throws {
    fixture.write(line("{a}", "{}", answer: "found"))
    let replay = try fixture.replay()
    let gate = Gate()
    let answers = Notebook<String>()
    _ = try replay.send(Array(request("{a}").utf8)) { _ in gate.pass() }
    let second = try replay.send(Array(request("{a}").utf8)) { answers.note($0.text) }
    _ = try replay.send(Array(request("{a}").utf8)) { _ in answers.note("third") }
    replay.cancel(second)
    gate.open()
    try await eventually("the third is answered") { answers.history == ["third"] }
    #expect(replay.shutdown(timeout: .seconds(10)))
  }
}
