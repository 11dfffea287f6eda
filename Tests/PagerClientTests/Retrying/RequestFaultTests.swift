import PagerBytes
import PagerTransport
import Testing

@testable import PagerClient

@Suite("Which answers are worth another attempt")
struct RequestFaultTests {
  private let now: Int64 = 1_700_000_000_000

  private func fault(
    _ status: Int, _ body: String = "", retryAfter: Duration? = nil, headers: String = "", options: RetryOptions? = nil
  ) throws -> RequestFault? {
    let bytes = try #require(Array(body.utf8).withUnsafeBytes { ReceivedBytes(copyOf: $0) })
    let response = TransportResponse(
      status: status, body: bytes, retryAfter: retryAfter,
      headers: headers.isEmpty ? nil : ResponseHeaders(Array(headers.utf8)))
    let options = options ?? RetryOptions()
    let fault = RequestFault(response, options, now: now)
    // What reads the answer next finds the same.
    #expect(RequestFault(response, options, readBy: ResponseReader(), now: now) == fault)
    return fault
  }

  @Test(arguments: [502, 503, 504])
  func statuses(status: Int) throws {
    #expect(try fault(status)?.kind == .status(status))
    #expect(try fault(status, retryAfter: .seconds(9))?.wait == .seconds(9))
    #expect(try fault(status)?.isUnprocessed == false)
  }

  @Test(arguments: [400, 401, 403, 404, 408, 500, 501])
  func refusals(status: Int) throws {
    #expect(try fault(status, #"{"errors":[{"message":"no"}]}"#) == nil)
  }

  @Test func statusesOfOnesOwn() throws {
    #expect(try fault(500, options: RetryOptions(statuses: [500]))?.kind == .status(500))
    #expect(try fault(503, options: RetryOptions(statuses: [500])) == nil)
    #expect(try fault(403, options: RetryOptions(statuses: [403]))?.kind == .status(403))
  }

  @Test("A 4xx may be repeated, too", arguments: [400, 401, 408, 422, 499])
  func statusesOfTheCaller(status: Int) throws {
    #expect(try fault(status, options: RetryOptions(statuses: [status]))?.kind == .status(status))
    #expect(try fault(status, retryAfter: .seconds(9), options: RetryOptions(statuses: [status]))?.wait == .seconds(9))
  }

  @Test("a response with data was carried out, whatever its length", arguments: [429, 403])
  func dataBesideALimit(status: Int) throws {
    for text in [#"{"data":{"a":1}}"#, #"{"data":{"a":"\#(String(repeating: "x", count: 50_000))"}}"#] {
      let fault = try #require(try fault(status, text, headers: "Retry-After: 1\r\n"))
      #expect(fault.kind == .limit && fault.hasData && !fault.isUnprocessed)
    }
    for text in [#"{"data":null,"errors":[{"message":"no"}]}"#, "{}", "<html>", ""] {
      let fault = try #require(try fault(status, text, headers: "Retry-After: 1\r\n"))
      #expect(fault.kind == .limit && !fault.hasData && fault.isUnprocessed)
    }
  }

  @Test("429 waits as its headers say")
  func limits() throws {
    #expect(try fault(429)?.kind == .limit && fault(429)?.wait == nil)
    #expect(try fault(429, retryAfter: .seconds(3))?.wait == .seconds(3))
    let reset = "x-ratelimit-remaining: 0\r\nX-RateLimit-Reset: 1700000030\r\n"
    #expect(try fault(429, headers: reset)?.wait == .seconds(31))
    #expect(try fault(429, headers: "x-ratelimit-remaining: 5\r\nx-ratelimit-reset: 1700000030\r\n")?.wait == nil)
    #expect(try fault(429, headers: "x-ratelimit-remaining: 0\r\nx-ratelimit-reset: \(Int64.max)\r\n")?.wait != nil)
    #expect(try fault(429, headers: "x-ratelimit-remaining: 0\r\nx-ratelimit-reset: soon\r\n")?.wait == nil)
    #expect(try fault(429, headers: "ratelimit-remaining: 0\r\nratelimit-reset: 7\r\n")?.wait == .seconds(8))
    let milliseconds = "x-ratelimit-remaining: 0\r\nx-ratelimit-reset: 1700000030000\r\n"
    #expect(try fault(429, headers: milliseconds)?.wait == .seconds(31))
    let fraction = "x-ratelimit-remaining: -1\r\nx-ratelimit-reset: 1700000030.2501\r\n"
    #expect(try fault(429, headers: fraction)?.wait == .milliseconds(31_251))
  }

  @Test("Retry-After in fractions, and beyond what an integer holds", arguments: [429, 503])
  func retryAfter(status: Int) throws {
    #expect(try fault(status, retryAfter: .seconds(1), headers: "Retry-After: 1.5\r\n")?.wait == .milliseconds(1500))
    #expect(try fault(status, headers: "Retry-After: 0.9\r\n")?.wait == .milliseconds(900))
    #expect(try fault(status, headers: "Retry-After: 18446744073709551616\r\n")?.wait == .seconds(1_000_000_000))
    for none in ["0", "-1", "nan", "inf", "soon", "", "0x10", "0x1p4", "1e3", "1 000", "٣"] {
      #expect(try fault(status, headers: "Retry-After: \(none)\r\n")?.wait == nil)
    }
    let date = "Retry-After: Fri, 31 Dec 1999 23:59:59 GMT\r\n"
    #expect(try fault(status, retryAfter: .seconds(7), headers: date)?.wait == .seconds(7))
  }

  @Test("GitHub's: in a 200, in a 403 with headers, and its secondary limits in a 403 without")
  func github() throws {
    let primary = #"{"errors":[{"type":"RATE_LIMITED","message":"API rate limit exceeded"}]}"#
    #expect(try fault(200, primary)?.kind == .limit)
    #expect(try fault(200, primary)?.isUnprocessed == true)
    let secondary = #"{"message":"You have exceeded a secondary rate limit. Please wait.","documentation_url":"…"}"#
    #expect(try fault(403, secondary)?.wait == .seconds(60))
    #expect(try fault(403, secondary, retryAfter: .seconds(5))?.wait == .seconds(5))
    let reset = "x-ratelimit-remaining: 0\r\nx-ratelimit-reset: 1700000000\r\n"
    #expect(try fault(403, "", headers: reset)?.kind == .limit)
  }

  @Test("Shopify's: what is missing comes back at a rate")
  func shopify() throws {
    let throttled = """
      {"errors":[{"message":"Throttled","extensions":{"code":"THROTTLED"}}],"extensions":{"cost":{"requestedQueryCost":502,
      "throttleStatus":{"maximumAvailable":1000,"currentlyAvailable":2,"restoreRate":50}}}}
      """
    #expect(try fault(200, throttled)?.wait == .seconds(10))
    #expect(try fault(200, throttled.replacing("50}", with: "0}"))?.wait == nil)
    // Nothing is missing: the wait is not none, but one of the client's own.
    for cost in ["-1e308", "2"] {
      let enough = try #require(try fault(200, throttled.replacing("502", with: cost)))
      #expect(enough.kind == .limit && enough.wait == nil)
    }
  }

  @Test("a response with data is one, whatever errors it has")
  func data() throws {
    #expect(try fault(200, #"{"data":{"a":1},"errors":[{"message":"","extensions":{"code":"RATE_LIMITED"}}]}"#) == nil)
    #expect(try fault(200, #"{"data":null,"errors":[{"message":"","extensions":{"code":"RATE_LIMITED"}}]}"#) != nil)
    // A field that was tried may have done something; a query does not mind.
    let tried = try fault(200, #"{"data":{"a":null},"errors":[{"message":"","extensions":{"code":"THROTTLED"}}]}"#)
    #expect(tried?.kind == .limit && tried?.isUnprocessed == false)
    #expect(try fault(200, #"{"data":[],"errors":[{"message":"","extensions":{"code":"THROTTLED"}}]}"#) == nil)
    #expect(try fault(200, #"{"errors":[{"message":"","extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}}]}"#) == nil)
    #expect(try fault(200, #"{"errors":"#) == nil)
    #expect(try fault(200, #"{"errors":{"extensions":1}}"#) == nil)
  }

  @Test("what is too much for a server")
  func tooLarge() throws {
    let body = #"{"errors":[{"type":"MAX_NODE_LIMIT_EXCEEDED","message":"too many"}]}"#
    #expect(try fault(200, body)?.kind == .tooLarge)
    #expect(try fault(200, body, options: RetryOptions(shrinkCodes: [])) == nil)
    for code in ["MAX_NODE_LIMIT_EXCEEDED", "RESOURCE_LIMITS_EXCEEDED"] {
      let beside = #"{"data":{"a":1,"b":null},"errors":[{"type":"\#(code)"}]}"#
      #expect(try fault(200, beside)?.kind == .tooLarge)
      // A mutation was carried out.
      #expect(try fault(200, beside)?.isUnprocessed == false)
    }
    #expect(try fault(502)?.mayBeTooLarge == true && fault(503)?.mayBeTooLarge == false)
  }

  @Test(
    "A code says that a page is too much, whatever the status is",
    arguments: [200, 206, 400, 401, 404, 413, 422, 500, 502, 503, 504])
  func tooLargeAtAnyStatus(status: Int) throws {
    for body in [
      #"{"errors":[{"message":"no","extensions":{"code":"MAX_COST_EXCEEDED"}}]}"#,
      #"{"data":null,"errors":[{"message":"no"},{"type":"RESOURCE_LIMITS_EXCEEDED"}]}"#,
      #"{"data":{"a":1,"b":null},"errors":[{"type":"MAX_NODE_LIMIT_EXCEEDED"}]}"#,
    ] {
      #expect(try fault(status, body)?.kind == .tooLarge)
      // Then only the status counts.
      let plain = try fault(status, body, options: RetryOptions(shrinksPages: false))
      #expect(plain?.kind == (status > 500 ? .status(status) : nil))
    }
    let own = #"{"errors":[{"message":"Query too deep","extensions":{"code":"INPUT_ERROR"}}]}"#
    #expect(try fault(status, own)?.mayBeTooLarge ?? false == (status == 502 || status == 504))
    #expect(try fault(status, own, options: RetryOptions(shrinkCodes: ["INPUT_ERROR"]))?.kind == .tooLarge)
  }

  @Test("A limit goes first: it asks for less often, and a smaller page would be refused as well")
  func limitsBeforeSizes() throws {
    let body = #"{"errors":[{"message":"no","extensions":{"code":"MAX_COST_EXCEEDED"}}]}"#
    #expect(try fault(429, body)?.kind == .limit)
    #expect(try fault(403, body, headers: "Retry-After: 1\r\n")?.kind == .limit)
    // But not one that the client does not know as a limit.
    #expect(try fault(429, body, options: RetryOptions(statuses: []))?.kind == .tooLarge)
    #expect(try fault(403, body)?.kind == .tooLarge)
  }

  @Test("Limits in the body count under any status, too", arguments: [400, 422, 500, 503])
  func limitsInBodies(status: Int) throws {
    for code in ["RATE_LIMITED", "THROTTLED"] {
      let limit = try fault(status, #"{"errors":[{"extensions":{"code":"\#(code)"}}]}"#, headers: "Retry-After: 4\r\n")
      #expect(limit?.kind == .limit && limit?.wait == .seconds(4) && limit?.isUnprocessed == true)
    }
  }

  @Test("A part of a message says that a page is too much, if there is no data", arguments: [200, 400, 502])
  func messages(status: Int) throws {
    let options = RetryOptions(statuses: [], shrinkMessages: ["Exceeds Max complexity", "too deep"])
    let message = #""message":"Query has complexity of 3788, which EXCEEDS max Complexity of 300""#
    let none = RetryOptions(shrinkMessages: [])
    #expect(try fault(status, "{\"errors\":[{\(message)}]}", options: none)?.kind != .tooLarge)
    for body in ["{\"errors\":[{\(message)}]}", "{\"data\":null,\"errors\":[{\(message)}]}"] {
      let fault = try #require(try fault(status, body, options: options))
      #expect(fault.kind == .tooLarge && fault.isUnprocessed)
    }
    #expect(try fault(status, "{\"data\":{\"a\":null},\"errors\":[{\(message)}]}", options: options)?.kind == .tooLarge)
    #expect(try fault(status, "{\"data\":{\"a\":1},\"errors\":[{\(message)}]}", options: options) == nil)
    #expect(try fault(status, #"{"errors":[{"message":"too many requests"}]}"#, options: options) == nil)
    // An empty part would be in every message.
    #expect(
      try fault(status, "{\"errors\":[{\(message)}]}", options: RetryOptions(statuses: [], shrinkMessages: [""])) == nil
    )
  }

  @Test(
    "The messages of servers without a code are known",
    arguments: [
      ("Query too complex", RequestFault.Kind.tooLarge),
      ("Query has complexity of 3788, which exceeds max complexity of 300", .tooLarge),
      ("Something went wrong while executing your query. This may be the result of a timeout", .executionFailed),
      ("Something went wrong while executing your query on 2026-05-07. It exceeds max complexity", .tooLarge),
    ], [200, 400, 502])
  func knownMessages(known: (message: String, kind: RequestFault.Kind), status: Int) throws {
    let body = #"{"data":null,"errors":[{"message":"\#(known.message)"}]}"#
    let said = try #require(try fault(status, body))
    #expect(said.kind == known.kind && said.mayBeTooLarge && said.reason == "too_large")
    // The server had begun to execute it, or had not.
    #expect(said.isUnprocessed == (known.kind == .tooLarge))
    #expect(try fault(status, body, options: RetryOptions(statuses: [], shrinksPages: false)) == nil)
  }

  @Test("A large response is only searched for \"too large\", and only if pages can shrink")
  func largeResponses() throws {
    let rest = String(repeating: "x", count: 20_000)
    let large = #"{"data":{"a":"\#(rest)"},"errors":[{"type":"RESOURCE_LIMITS_EXCEEDED"}]}"#
    #expect(try fault(200, large)?.kind == .tooLarge)
    #expect(try fault(200, large, options: RetryOptions(shrinksPages: false)) == nil)
    #expect(try fault(200, large, options: RetryOptions(shrinkCodes: [])) == nil)
  }

  @Test(arguments: [
    (TransportError.Kind.couldNotConnect, true as Bool?), (.couldNotResolve, true), (.connectTimedOut, true),
    (.connectionClosed(received: 3, expected: 9), false), (.emptyAnswer, false), (.tlsFailed, nil), (.timedOut, nil),
    (.responseTooLarge(limit: 1), nil), (.shutDown, nil), (.outOfMemory, nil),
    (.other(code: 0), nil),
  ])
  func transport(kind: TransportError.Kind, isUnprocessed: Bool?) {
    #expect(RequestFault(TransportError(kind: kind, message: ""))?.isUnprocessed == isUnprocessed)
  }
}
